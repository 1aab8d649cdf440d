package io.banyan.rpc.daemon;

import io.banyan.instance.Instance;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.queue.Queues;
import java.util.Optional;

/** The booked jobs of queues that had the policy {@code deadline} in the last process and have another one now. */
final class PolicyChange {
    private PolicyChange() {}

    /** Returns a sentence about the booked jobs, for the log; empty if there are none. O(jobs). */
    static Optional<String> warning(Queues before, Instance instance) {
        Queues now = instance.config().queues();
        long jobs = instance.graph().isEmpty()
                ? 0
                : instance.inspect().jobs().stream()
                        .filter(job -> job.state() == JobState.RESERVED
                                && job.submission().isPresent()
                                && books(before, job)
                                && !books(now, job))
                        .count();
        return jobs == 0
                ? Optional.empty()
                : Optional.of("The queue of " + (jobs == 1 ? "1 booked job" : jobs + " booked jobs")
                        + " no longer has the policy 'deadline': bookings are now reservations, which can move; start "
                        + "the daemon with the former policy to keep them");
    }

    private static boolean books(Queues queues, JobRecord job) {
        return queues.policy(queues.queueOf(job.queue())).booksAtSubmission();
    }
}
