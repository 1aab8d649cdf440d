package io.banyan.sim.workflow;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Span;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.sim.workload.TraceJob;
import java.util.HashMap;
import java.util.Map;

/**
 * The promises to the waiting jobs of a stream at one moment, and the jobs that started later. A queue that reserves
 * resources for more than one job promises the time of each reservation, and a job that starts later ends the
 * simulation. Any other queue promises its forecast, and jobs that start later are counted.
 */
final class PromiseCheck {
    private static final long MILLIS = 1_000;

    private final StreamInstance stream;
    private final boolean isAsserted;
    private final String subject;
    private Map<JobId, Long> promised = Map.of();
    private long promisedAtSec;
    private int broken;
    private long brokenSec;

    /**
     * A check without promises yet.
     *
     * @param subject the run, for the message about a broken promise
     */
    PromiseCheck(StreamInstance stream, QueuePolicy policy, String subject) {
        this.stream = stream;
        this.isAsserted = policy.reservations() > 1;
        this.subject = subject;
        stream.listen(this::started);
    }

    /** Takes the promises of this moment in place of those before. O(jobs), and a forecast for some policies. */
    void promise() {
        Map<JobId, Long> now = new HashMap<>();
        if (isAsserted) {
            for (JobRecord job : stream.instance().inspect().jobs()) {
                if (job.state() == JobState.RESERVED) {
                    now.put(job.id(), job.window().startSec());
                }
            }
        } else {
            var request = new JobRead.Timeline(stream.nowSec(), Long.MAX_VALUE >> 1);
            if (stream.ask(Principal.OWNER, request) instanceof JobAnswer.Timeline timeline) {
                timeline.spans().stream()
                        .filter(span -> span.kind() != Span.Kind.HELD)
                        .forEach(span -> now.put(span.job(), span.window().startSec()));
            }
        }
        now.keySet().removeIf(job -> stream.ofStream(job) == null);
        promised = now;
        promisedAtSec = stream.nowSec();
        broken = 0;
        brokenSec = 0;
    }

    private void started(StreamInstance.Run run) {
        Long until = promised.get(run.id());
        long startSec = Math.floorDiv(run.startMillis(), MILLIS);
        if (until == null || run.endMillis() < Long.MAX_VALUE || startSec <= until) {
            return;
        }
        if (isAsserted) {
            TraceJob job = stream.ofStream(run.id());
            throw new BrokenPromiseException("job " + (job == null ? run.name() : job.name()) + " started at "
                    + startSec
                    + " s, but at " + promisedAtSec + " s it had a reservation from " + until + " s on (" + subject
                    + ")");
        }
        broken++;
        brokenSec += startSec - until;
    }

    /** Returns the number of promises. */
    int promises() {
        return promised.size();
    }

    /** Returns the number of jobs that started later than promised. */
    int broken() {
        return broken;
    }

    /** Returns the seconds by which they started later, in total. */
    long brokenSec() {
        return brokenSec;
    }
}
