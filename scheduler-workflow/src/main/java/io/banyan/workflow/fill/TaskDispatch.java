package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a worker for each ready task: in the order of the sets, to the worker with the least load. A worker
 * gets what it can start, and as much ahead as it ends in a tenth of a second.
 */
final class TaskDispatch {
    /** The workers of a shape that are looked at for a task; an idle one comes first. */
    private static final int MOST_LOOKS = 8;

    private final FillState state;
    private final GangBooks gangs;

    TaskDispatch(FillState state, GangBooks gangs) {
        this.state = state;
        this.gangs = gangs;
    }

    /** Sends tasks while there are workers for them. O(log) a task sent, and a class of needs with ready tasks. */
    void run() {
        gangs.startIfIdle();
        List<NeedsClass> aside = new ArrayList<>();
        for (NeedsClass needs = state.open().pollFirst();
                needs != null;
                needs = state.open().pollFirst()) {
            SetBook head = needs.ready().first();
            state.step();
            if (needs.isGang()) {
                gangs.collect(head);
            } else {
                send(head);
            }
            if (head.count(TaskPhase.READY) > 0) {
                aside.add(needs);
                continue;
            }
            needs.ready().remove(head);
            if (!needs.ready().isEmpty()) {
                state.open().add(needs);
            }
        }
        state.open().addAll(aside);
    }

    private void send(SetBook set) {
        while (set.count(TaskPhase.READY) > 0) {
            WorkerBook worker = choose(set);
            if (worker == null) {
                return;
            }
            int ready = set.count(TaskPhase.READY);
            int workers = state.workers().size();
            int now = worker.roomNow(set);
            // A part of the tasks for each worker, and smaller parts near the end, so that all end together.
            int chunk = now > 0
                    ? Math.min(now, Math.ceilDiv(ready, workers))
                    : Math.min(worker.roomAhead(set), Math.ceilDiv(ready, 2 * workers));
            state.lift(worker);
            int taken = set.take(chunk, worker.number, worker.outbox);
            worker.addQueued(set, taken);
            worker.isBarren = false;
            state.settle(worker);
            state.outbox(worker);
        }
    }

    private @Nullable WorkerBook choose(SetBook set) {
        WorkerBook best = null;
        for (WorkerShape shape : state.shapes()) {
            if (set.needs.demand(shape).length > 0) {
                WorkerBook candidate = first(shape, set);
                if (candidate != null && (best == null || WorkerBook.BY_LOAD.compare(candidate, best) < 0)) {
                    best = candidate;
                }
            }
        }
        return best;
    }

    private @Nullable WorkerBook first(WorkerShape shape, SetBook set) {
        int looks = 0;
        WorkerBook ahead = null;
        for (WorkerBook worker : shape.workers()) {
            state.step();
            if (worker.roomNow(set) > 0) {
                return worker;
            }
            if (ahead == null && worker.roomAhead(set) > 0) {
                ahead = worker;
            }
            if (++looks >= MOST_LOOKS) {
                break;
            }
        }
        return ahead;
    }
}
