package io.banyan.workflow.fill;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The messages of workers: they come, report and are lost. */
final class WorkerTalk {
    private final FillState state;
    private final TaskEnds ends;
    private final GangBooks gangs;

    WorkerTalk(FillState state, TaskEnds ends, GangBooks gangs) {
        this.state = state;
        this.ends = ends;
        this.gangs = gangs;
    }

    /** Handles a report. A task that the worker does not have by the books is ignored. O(tasks of the report). */
    void reported(WorkerBook worker, WorkerReport report) {
        state.lift(worker);
        Set<SetBook> changed = new LinkedHashSet<>();
        for (TaskRange range : report.started()) {
            started(worker, range);
        }
        for (TaskRange range : report.done()) {
            done(worker, range, changed);
        }
        for (TaskFailure failure : report.failed()) {
            failed(worker, failure, changed);
        }
        int returned = 0;
        for (TaskRange range : report.returned()) {
            returned += returned(worker, range, changed);
        }
        worker.recalls = Math.max(0, worker.recalls - report.recalls());
        if (report.recalls() > 0) {
            worker.isBarren = returned == 0;
            releaseThief(worker);
        }
        worker.sequence = report.sequence();
        state.ends().acknowledgeLater(worker);
        state.settle(worker);
        changed.forEach(ends::settle);
    }

    private static void releaseThief(WorkerBook victim) {
        if (victim.thief != null) {
            victim.thief.isServed = false;
            victim.thief = null;
        }
    }

    private void started(WorkerBook worker, TaskRange range) {
        SetBook set = state.set(range.set());
        if (set == null) {
            return;
        }
        int count = 0;
        for (int task = range.from(); task < Math.min(range.to(), set.set.tasks()); task++) {
            if (set.isAt(task, worker.number) && set.phase(task) == TaskPhase.QUEUED) {
                set.move(task, TaskPhase.RUNNING);
                count++;
            }
        }
        if (count > 0) {
            worker.addRunning(set, count);
            worker.addQueued(set, -count);
        }
    }

    private void done(WorkerBook worker, TaskRange range, Set<SetBook> changed) {
        SetBook set = state.set(range.set());
        if (set == null) {
            return;
        }
        int queued = 0;
        int running = 0;
        for (int task = range.from(); task < Math.min(range.to(), set.set.tasks()); task++) {
            if (set.isAt(task, worker.number)) {
                if (set.phase(task) == TaskPhase.QUEUED) {
                    queued++;
                } else {
                    running++;
                }
                ends.finish(set, task, TaskPhase.DONE);
                state.ends().done(set.set.number(), task, state.now());
                gangs.ended(set, task);
            }
        }
        forget(worker, set, queued, running);
        worker.noteEnded(set, queued + running, state.now());
        changed.add(set);
    }

    private static void forget(WorkerBook worker, SetBook set, int queued, int running) {
        if (queued > 0) {
            worker.addQueued(set, -queued);
        }
        if (running > 0) {
            worker.addRunning(set, -running);
        }
    }

    private void failed(WorkerBook worker, TaskFailure failure, Set<SetBook> changed) {
        SetBook set = state.set(failure.set());
        if (set == null || failure.task() >= set.set.tasks() || !set.isAt(failure.task(), worker.number)) {
            return;
        }
        int queued = set.phase(failure.task()) == TaskPhase.QUEUED ? 1 : 0;
        boolean isCrash = failure.kind() == FailureKind.CANCELLED && !set.isCancelled(failure.task());
        gangs.ended(set, failure.task());
        if (isCrash) {
            crashed(set, failure.task());
        } else {
            ends.finish(set, failure.task(), TaskPhase.FAILED);
            state.ends().failed(failure, state.now());
        }
        forget(worker, set, queued, 1 - queued);
        changed.add(set);
    }

    private int returned(WorkerBook worker, TaskRange range, Set<SetBook> changed) {
        SetBook set = state.set(range.set());
        if (set == null) {
            return 0;
        }
        int count = 0;
        for (int task = range.from(); task < Math.min(range.to(), set.set.tasks()); task++) {
            if (set.isAt(task, worker.number) && set.phase(task) == TaskPhase.QUEUED) {
                gangs.ended(set, task);
                ends.giveBack(set, task);
                count++;
            }
        }
        forget(worker, set, count, 0);
        changed.add(set);
        return count;
    }

    /** Runs a task again that ran on a lost worker, or fails it. */
    private void crashed(SetBook set, int task) {
        state.ends().crashed(set.set.number(), task, state.now());
        if (set.addCrash(task)) {
            ends.finish(set, task, TaskPhase.FAILED);
            state.ends().failed(new TaskFailure(set.set.number(), task, FailureKind.CRASHES, 0), state.now());
        } else {
            ends.giveBack(set, task);
        }
    }

    /** Takes back the tasks of a lost worker. O(tasks of the sets of which the worker has a task). */
    void gone(WorkerBook worker) {
        takeBack(worker, (set, task) -> {
            if (set.phase(task) == TaskPhase.RUNNING) {
                crashed(set, task);
            } else {
                ends.giveBack(set, task);
            }
        });
    }

    /** Takes back the tasks of a worker that comes again with those that run. O(tasks of its sets). */
    void replaced(WorkerBook worker) {
        takeBack(worker, ends::giveBack);
    }

    private void takeBack(WorkerBook worker, ObjIntConsumer<SetBook> way) {
        state.lift(worker);
        state.workers().remove(worker.number);
        releaseThief(worker);
        state.ends().lost(worker);
        gangs.memberGone(worker);
        List<SetBook> changed = List.copyOf(worker.held.keySet());
        for (SetBook set : changed) {
            for (int task = 0; task < set.set.tasks(); task++) {
                if (set.isAt(task, worker.number)) {
                    way.accept(set, task);
                }
            }
        }
        worker.held.clear();
        changed.forEach(ends::settle);
    }

    /**
     * Adds a worker with the tasks that it has. Those that no other worker has stay there, the others are dropped.
     */
    void came(WorkerBook worker, HeldTasks held) {
        state.workers().put(worker.number, worker);
        Set<SetBook> changed = new LinkedHashSet<>();
        for (TaskRange range : held.done()) {
            for (int task = range.from(); task < range.to(); task++) {
                adoptEnd(range.set(), task, null, changed);
            }
        }
        for (TaskFailure failure : held.failed()) {
            adoptEnd(failure.set(), failure.task(), failure, changed);
        }
        var drops = new TaskRanges();
        held.running().forEach(range -> adopt(worker, range, drops, changed));
        if (drops.count() > 0) {
            state.effect(new FillEffect.Drop(worker.number, drops.take()));
        }
        state.ends().acknowledgeLater(worker);
        state.settle(worker);
        changed.forEach(ends::settle);
    }

    private void adoptEnd(int number, int task, @Nullable TaskFailure failure, Set<SetBook> changed) {
        SetBook set = state.set(number);
        if (set == null || task >= set.set.tasks()) {
            return;
        }
        // Another worker may be about to start the task. Its end there counts, so that no task starts after its end.
        if (set.phase(task).isOver() || set.phase(task).isHeld()) {
            return;
        }
        if (failure == null) {
            ends.finish(set, task, TaskPhase.DONE);
            state.ends().done(number, task, state.now());
        } else {
            ends.finish(set, task, TaskPhase.FAILED);
            state.ends().failed(failure, state.now());
        }
        changed.add(set);
    }

    private void adopt(WorkerBook worker, TaskRange range, TaskRanges drops, Set<SetBook> changed) {
        SetBook set = state.set(range.set());
        int count = 0;
        for (int task = range.from(); task < range.to(); task++) {
            boolean isFree = set != null
                    && task < set.set.tasks()
                    && !set.phase(task).isHeld()
                    && !set.phase(task).isOver();
            if (set == null || !isFree) {
                drops.add(range.set(), task);
                continue;
            }
            set.move(task, TaskPhase.RUNNING);
            set.place(task, worker.number);
            count++;
            if (set.set.request().isGang()) {
                gangs.adoptRoot(set, task, worker);
            }
        }
        if (set == null || count == 0) {
            return;
        }
        worker.addRunning(set, count);
        changed.add(set);
    }
}
