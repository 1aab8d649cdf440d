package io.banyan.workflow.fill;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The cancellation of sets, and of single tasks of them. */
final class TaskCancellation {
    private final FillState state;
    private final TaskEnds ends;

    TaskCancellation(FillState state, TaskEnds ends) {
        this.state = state;
        this.ends = ends;
    }

    /** Cancels the tasks of a set that are not over. O(tasks). */
    void cancelAll(SetBook set) {
        set.isCancelled = true;
        state.effect(new FillEffect.Append(new FillRecord.SetCancelled(set.set.number())));
        ends.skipAll(set);
        kill(List.of(new TaskRange(set.set.number(), 0, set.set.tasks())));
        ends.settle(set);
    }

    /** Cancels those tasks that are known and not over. O(tasks of their sets). */
    void cancel(List<TaskRange> ranges) {
        var known = new TaskRanges();
        Set<SetBook> changed = new LinkedHashSet<>();
        for (TaskRange range : ranges) {
            SetBook set = state.set(range.set());
            for (int task = range.from(); set != null && task < Math.min(range.to(), set.set.tasks()); task++) {
                if (!set.phase(task).isOver() && !set.isCancelled(task)) {
                    set.cancel(task);
                    known.add(range.set(), task);
                    changed.add(set);
                }
            }
        }
        if (known.count() > 0) {
            List<TaskRange> cancelled = known.take();
            state.effect(new FillEffect.Append(new FillRecord.TasksCancelled(cancelled)));
            changed.forEach(ends::skipCancelled);
            kill(cancelled);
            changed.forEach(ends::settle);
        }
    }

    /** Asks workers to end the tasks that they have. */
    private void kill(List<TaskRange> ranges) {
        Map<Integer, TaskRanges> kills = new LinkedHashMap<>();
        for (TaskRange range : ranges) {
            SetBook set = Objects.requireNonNull(state.set(range.set()));
            for (int task = range.from(); task < range.to(); task++) {
                if (set.phase(task).isHeld()) {
                    kills.computeIfAbsent(set.worker(task), worker -> new TaskRanges())
                            .add(range.set(), task);
                }
            }
        }
        kills.forEach((worker, tasks) -> state.effect(new FillEffect.Kill(worker, tasks.take())));
    }
}
