package io.banyan.sim.trace;

import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;

/** The jobs of a file, as they are read: all that is the same for each format. */
final class TraceJobs {
    /** How many jobs a trace may have. */
    static final int MOST = 10_000_000;

    /** How many processors a job can ask for, and a machine have. */
    static final int MOST_PROCESSORS = 10_000_000;

    /**
     * How late a job can be submitted, and how long it can run: 317 years, which leaves room behind them before the end
     * of a replay's time.
     */
    static final long MOST_SEC = 10_000_000_000L;

    /**
     * A first submission after this is one in Unix time and none since the trace began: this many seconds are three
     * years.
     */
    private static final long SINCE_1970_SEC = 100_000_000;

    private final Remarks remarks;
    private final List<TraceJob> jobs = new ArrayList<>();
    /**
     * When each got its processors and gave them back, in the time of the file: {from, to, how many}; of those of which
     * that is known.
     */
    private final List<long[]> uses = new ArrayList<>();

    /** The names of jobs of which a later run has a line of its own. */
    private final Set<String> rerun = new HashSet<>();

    private long lastSubmit;
    private long firstSubmit = Long.MAX_VALUE;

    TraceJobs(Remarks remarks) {
        this.remarks = remarks;
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    int size() {
        return jobs.size();
    }

    void add(TraceJob job) throws TraceException {
        if (jobs.size() == MOST) {
            throw new TraceException("a trace can have at most " + MOST + " jobs, but this one has more");
        }
        if (job.ranSec() > MOST_SEC) {
            remarks.count(Remark.TOO_LASTING);
            return;
        }
        remarks.countIf(job.submitSec() < lastSubmit, Remark.UNSORTED);
        remarks.countIf(job.runSec() > job.limitSec(), Remark.OVERRUN);
        remarks.countIf(job.limitSec() > MOST_SEC, Remark.LONG_LIMIT);
        lastSubmit = Math.max(lastSubmit, job.submitSec());
        firstSubmit = Math.min(firstSubmit, job.submitSec());
        jobs.add(job.limited(MOST_SEC));
    }

    /** Reports that a later job of this name is a further run of the same one. */
    void runsAgain(String name) {
        rerun.add(name);
    }

    /** That so many processors were in use in this time. */
    void used(long fromSec, long toSec, int processors) {
        uses.add(new long[] {fromSec, toSec, processors});
    }

    /**
     * How many processors were in use at once at the most, as far as the file says; 0 where it does not. O(jobs log
     * jobs).
     */
    private int mostInUse() {
        uses.sort((a, b) -> Long.compare(a[0], b[0]));
        var running = new PriorityQueue<long[]>((a, b) -> Long.compare(a[1], b[1]));
        long now = 0;
        long most = 0;
        for (long[] use : uses) {
            while (!running.isEmpty() && running.element()[1] <= use[0]) {
                now -= running.remove()[2];
            }
            running.add(use);
            now += use[2];
            most = Math.max(most, now);
        }
        return (int) Math.min(most, MOST_PROCESSORS);
    }

    /**
     * All of it.
     *
     * @param nodes how many the file says that the machine had; 0 where it does not
     * @param processors the same
     */
    Trace trace(String source, OptionalLong unixStartSec, int nodes, int processors) {
        boolean isSince1970 = firstSubmit >= SINCE_1970_SEC;
        List<TraceJob> taken = fromTheBeginning(isSince1970 ? firstSubmit : 0);
        int all = Math.max(processors, processors == 0 ? nodes : 0);
        if (all == 0) {
            int used = mostInUse();
            int largest = taken.stream().mapToInt(TraceJob::size).max().orElse(1);
            all = Math.max(used, largest);
            remarks.say("the size of the machine is unknown; " + all + " processors are used, as "
                    + (used >= largest ? "were in use at once" : "the largest job requests"));
        }
        if (isSince1970) {
            remarks.say("times are in seconds since 1970; the first job is submitted at time 0");
        }
        OptionalLong began = isSince1970 ? OptionalLong.of(firstSubmit) : unixStartSec;
        boolean isWhole = nodes > 0 && all % nodes == 0;
        var workload = new Workload(source, taken, remarks.sentences());
        return new Trace(workload, isWhole ? nodes : all, isWhole ? all / nodes : 1, began);
    }

    /** The jobs, in the time of a replay; without those that are too late for one. */
    private List<TraceJob> fromTheBeginning(long beginSec) {
        List<TraceJob> taken = new ArrayList<>(jobs.size());
        Set<String> names = new HashSet<>();
        for (TraceJob job : jobs) {
            if (job.submitSec() - beginSec > MOST_SEC) {
                remarks.count(Remark.TOO_LATE);
            } else {
                taken.add(judged(job, names).earlier(beginSec));
                remarks.countIf(
                        !names.add(job.name()), rerun.contains(job.name()) ? Remark.FURTHER_RUN : Remark.SAME_NAME);
            }
        }
        return taken;
    }

    /**
     * Counts the job's reference to a preceding job. Removes the reference if that job did not come before or was left
     * out.
     */
    private TraceJob judged(TraceJob job, Set<String> before) {
        if (job.preceding().isEmpty()) {
            return job;
        }
        boolean isPreceded = before.contains(job.preceding().get().name());
        remarks.count(isPreceded ? Remark.FEEDBACK : Remark.NOT_PRECEDED);
        return isPreceded ? job : job.alone();
    }
}
