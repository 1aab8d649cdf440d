package io.banyan.cli.priority;

import io.banyan.cli.look.WaitText;
import io.banyan.instance.message.client.JobAnswer.JobPlace;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.queue.Priority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a waiting job as it is printed for programs.
 *
 * @param queue its queue; empty where there is one for all jobs
 * @param place among the jobs that wait in its queue, from 1; null where it has none, as all but the reason then
 * @param of how many wait in its queue
 * @param placeOfAll among the jobs that wait in all queues, from 1
 * @param ofAll how many wait in all queues
 * @param priority the sum of the points of its factors
 * @param factors those that have a weight
 * @param reason why it has no place; null where it has one
 */
record PriorityView(
        long job,
        @Nullable String name,
        @Nullable String user,
        @Nullable String queue,
        @Nullable Long place,
        @Nullable Long of,
        @Nullable Long placeOfAll,
        @Nullable Long ofAll,
        @Nullable Integer queuePriority,
        @Nullable Integer urgency,
        @Nullable Long submittedSec,
        @Nullable Double priority,
        List<FactorView> factors,
        @Nullable String reason) {
    private static final int MILLIS = 1_000;

    /** A factor. */
    record FactorView(String factor, double value, double weight, double points) {
        static FactorView of(Priority.Part part) {
            return new FactorView(part.factor().toString(), part.value(), part.weight(), part.points());
        }
    }

    static PriorityView of(JobPlace place) {
        JobRecord job = place.job();
        Submission submission = job.submission().orElseThrow();
        return new PriorityView(
                job.id().value(),
                job.name(),
                job.owner(),
                place.queue(),
                place.inQueue().number(),
                place.inQueue().of(),
                place.inAll().number(),
                place.inAll().of(),
                place.queuePriority(),
                submission.urgency(),
                submission.atMillis() / MILLIS,
                PriorityText.sum(place),
                place.parts().stream().map(FactorView::of).toList(),
                null);
    }

    /** Returns the view of a job that waits, but not in a queue. */
    static PriorityView apart(Waiting waiting) {
        return new PriorityView(
                waiting.job().value(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                WaitText.text(waiting.why()));
    }
}
