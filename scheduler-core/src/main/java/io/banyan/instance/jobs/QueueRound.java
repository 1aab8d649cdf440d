package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.Matching;
import io.banyan.instance.turn.Transition;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.Schedule;
import java.util.stream.IntStream;

/** The passes over the queue after one event, and the stops of running jobs between them. */
final class QueueRound {
    private final InstanceState state;
    private final Matching matching;
    private final JobCompletion endings;
    private final Passes passes;
    private final QueueGrants grants;
    private final Preempting preempting;
    private final ElasticStops stops;

    QueueRound(InstanceState state, Matching matching, JobCompletion endings, Passes passes, ElasticPass elastic) {
        this.state = state;
        this.matching = matching;
        this.endings = endings;
        this.passes = passes;
        this.grants = new QueueGrants(state, endings);
        this.preempting = new Preempting(state, endings);
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
    void run(Transition turn) {
        if (state.submitted().queue().hasNews()) {
            if (state.transients().unseen().takeLess()) {
                dropUseless(turn);
            }
            pass(turn);
            if (isNobodyAsked() && preempting.goOn(turn)) {
                pass(turn);
            }
        }
        if (isNobodyAsked() && stops.goOn(turn)) {
            pass(turn);
        }
    }

    private boolean isNobodyAsked() {
        return state.malleables().asked().isEmpty();
    }

    private void pass(Transition turn) {
        passes.pass(
                state.submitted(),
                new QueueSeats(state, matching, turn.nowSec()),
                placement -> grants.make(turn, placement));
    }

    /** Returns when the elastic policy is to be asked about stops although nothing happens. */
    long nextLook(Transition turn) {
        return stops.nextLook(turn);
    }

    /**
     * Cancels the reservations of jobs that were to start on resources that are not up any more; these jobs wait for
     * something else. O(reserved resources).
     */
    private void dropUseless(Transition turn) {
        Schedule schedule = state.schedule();
        for (WaitingJob job : state.submitted().queue().withReservation()) {
            Selection held = schedule.holdings().selection(job.id());
            if (IntStream.range(0, held.size())
                    .anyMatch(i -> !schedule.statuses().isUp(held.vertex(i)))) {
                endings.unplan(turn, job.id());
            }
        }
    }
}
