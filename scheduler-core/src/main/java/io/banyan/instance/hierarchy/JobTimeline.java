package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.transition.DueTimes;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The times at which reserved jobs start and running jobs reach their time limits. O(log jobs) for each change. */
final class JobTimeline {
    private static final long MILLIS = 1_000;

    private final DueTimes<JobId> times = new DueTimes<>();
    /** The jobs whose time has come and that wait for other jobs, whose time is over, to be gone. */
    private final Set<JobId> delayed = new TreeSet<>();

    /** Returns when the next job is due. */
    long next() {
        return times.next();
    }

    /** Waits for the start of a reserved job, at this time at the earliest, or for the end of another. */
    void track(JobRecord job, long earliestStartMillis) {
        delayed.remove(job.id());
        boolean isReserved = job.state() == JobState.RESERVED;
        long at = millisOf(isReserved ? job.window().startSec() : job.window().endSec());
        times.set(job.id(), isReserved ? Math.max(at, earliestStartMillis) : at);
    }

    boolean has(JobId job) {
        return times.has(job);
    }

    /** Tries a job again at this time, or at its end if that is earlier. */
    void delay(JobRecord job, long againMillis) {
        delayed.add(job.id());
        times.set(job.id(), Math.min(againMillis, millisOf(job.window().endSec())));
    }

    /** Tries all delayed jobs again now. */
    void endDelays(long nowMillis) {
        delayed.forEach(job -> times.set(job, nowMillis));
        delayed.clear();
    }

    void forget(JobId job) {
        times.remove(job);
        delayed.remove(job);
    }

    /** Returns the jobs that are due. */
    List<JobId> due(long nowMillis) {
        return times.due(nowMillis);
    }

    private static long millisOf(long sec) {
        return sec >= Deadlines.NEVER / MILLIS ? Deadlines.NEVER : sec * MILLIS;
    }
}
