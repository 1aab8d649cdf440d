package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.Schedule;
import java.util.stream.IntStream;

/** The passes over the queue after one event, and the stops of running jobs between them. */
final class QueueRound {
    private final InstanceState state;
    private final CountedMatcher matching;
    private final JobCompletion completion;
    private final Passes passes;
    private final QueueGrants grants;
    private final Preempting preempting;
    private final ElasticStops stops;

    QueueRound(
            InstanceState state,
            CountedMatcher matching,
            JobCompletion completion,
            Passes passes,
            ElasticPass elastic) {
        this.state = state;
        this.matching = matching;
        this.completion = completion;
        this.passes = passes;
        this.grants = new QueueGrants(state, completion);
        this.preempting = new Preempting(state, completion);
        this.stops = new ElasticStops(state, elastic, preempting);
    }

    /**
     * Decides for the waiting jobs, in this order:
     *
     * <ol>
     *   <li>If the queue has news, reservations on resources that are not up any more are canceled.
     *   <li>A pass.
     *   <li>Jobs are stopped for urgent jobs that found no room ({@link Preempting}). If there are any, a pass.
     *   <li>In any case, jobs are stopped if the elastic policy proposes it ({@link ElasticStops}). If there are any, a
     *       pass.
     * </ol>
     *
     * <p>No job is stopped while a malleable job is asked to release resources, because that may make room.
     */
    void run(Transition transition) {
        if (state.submitted().queue().hasNews()) {
            if (state.transients().unseen().takeLess()) {
                dropUseless(transition);
            }
            pass(transition);
            if (isNobodyAsked() && preempting.goOn(transition)) {
                pass(transition);
            }
        }
        if (isNobodyAsked() && stops.goOn(transition)) {
            pass(transition);
        }
    }

    private boolean isNobodyAsked() {
        return state.malleables().asked().isEmpty();
    }

    private void pass(Transition transition) {
        passes.pass(
                state.submitted(),
                new QueueSeats(state, matching, transition.nowSec()),
                placement -> grants.make(transition, placement));
    }

    /** Returns when the elastic policy is to be asked about stops although nothing happens. */
    long nextLook(Transition transition) {
        return stops.nextLook(transition);
    }

    /**
     * Cancels the reservations of jobs that were to start on resources that are not up any more; these jobs wait for
     * something else. O(reserved resources).
     */
    private void dropUseless(Transition transition) {
        Schedule schedule = state.schedule();
        for (WaitingJob job : state.submitted().queue().withReservation()) {
            Selection held = schedule.holdings().selection(job.id());
            if (IntStream.range(0, held.size())
                    .anyMatch(i -> !schedule.statuses().isUp(held.vertex(i)))) {
                completion.unplan(transition, job.id());
            }
        }
        new PromisedStarts(state, matching, transition.nowSec())
                .excess()
                .forEach(job -> completion.unplan(transition, job));
    }
}
