package io.banyan.workflow.fill;

import java.util.Map;

/**
 * The recall of tasks for workers that have no queue and free resources: half of the longest queue, of the set with
 * most tasks in it. A task that has started is not taken.
 */
final class TaskStealing {
    private static final int MOST_THIEVES = 16;
    private static final int MOST_VICTIMS = 8;

    private final FillState state;

    TaskStealing(FillState state) {
        this.state = state;
    }

    /** Recalls tasks for at most a few workers. A worker is asked again only after its answer. */
    void run() {
        int thieves = 0;
        for (WorkerBook thief : state.dry()) {
            if (state.victims().isEmpty() || ++thieves > MOST_THIEVES) {
                return;
            }
            if (!thief.isServed) {
                recallFor(thief);
            }
        }
    }

    private void recallFor(WorkerBook thief) {
        int looks = 0;
        for (WorkerBook victim : state.victims()) {
            state.step();
            SetBook best = null;
            int most = 0;
            for (Map.Entry<SetBook, WorkerBook.Held> entry : victim.held.entrySet()) {
                int queued = entry.getValue().queued;
                if (queued > most && thief.roomNow(entry.getKey()) > 0) {
                    best = entry.getKey();
                    most = queued;
                }
            }
            if (best != null) {
                int count = Math.min(thief.roomNow(best), Math.ceilDiv(most, 2));
                state.victims().remove(victim);
                victim.recalls++;
                victim.thief = thief;
                thief.isServed = true;
                state.effect(new FillEffect.Recall(victim.number, best.set.number(), count));
                return;
            }
            if (++looks >= MOST_VICTIMS) {
                return;
            }
        }
    }
}
