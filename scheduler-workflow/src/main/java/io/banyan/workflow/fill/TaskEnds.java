package io.banyan.workflow.fill;

import java.util.ArrayDeque;

/** The consequences of ends of tasks: followers become ready or are skipped, and sets are over. */
final class TaskEnds {
    private final FillState state;

    TaskEnds(FillState state) {
        this.state = state;
    }

    /** Ends a task that is not over. O(1) amortised over tasks and dependencies. */
    void finish(SetBook set, int task, TaskPhase phase) {
        set.move(task, phase);
        TaskOrder order = set.set.order();
        if (phase == TaskPhase.DONE) {
            for (int at = order.first(task); at < order.end(task); at++) {
                int follower = order.follower(at);
                if (set.closeOne(follower) && set.openSets == 0 && set.phase(follower) == TaskPhase.WAITING) {
                    set.giveBack(follower);
                }
            }
        } else if (!order.isEmpty()) {
            skipFollowers(set, task);
        }
    }

    private static void skipFollowers(SetBook set, int first) {
        TaskOrder order = set.set.order();
        var tasks = new IntQueue();
        tasks.addLast(first);
        while (!tasks.isEmpty()) {
            int task = tasks.pollFirst();
            for (int at = order.first(task); at < order.end(task); at++) {
                int follower = order.follower(at);
                if (set.phase(follower) == TaskPhase.WAITING) {
                    set.move(follower, TaskPhase.SKIPPED);
                    tasks.addLast(follower);
                }
            }
        }
    }

    /** Skips the tasks of a set that no worker has. O(tasks). */
    void skipAll(SetBook set) {
        for (int task = 0; task < set.set.tasks(); task++) {
            if (isWaiting(set, task)) {
                set.move(task, TaskPhase.SKIPPED);
            }
        }
    }

    /** Skips the cancelled tasks of a set that no worker has, and those that depend on them. O(tasks). */
    void skipCancelled(SetBook set) {
        for (int task = 0; task < set.set.tasks(); task++) {
            if (set.isCancelled(task) && isWaiting(set, task)) {
                finish(set, task, TaskPhase.SKIPPED);
            }
        }
    }

    private static boolean isWaiting(SetBook set, int task) {
        TaskPhase phase = set.phase(task);
        return phase == TaskPhase.WAITING || phase == TaskPhase.READY;
    }

    /** Makes a task of a worker wait again. */
    void giveBack(SetBook set, int task) {
        if (set.isCancelled(task)) {
            finish(set, task, TaskPhase.SKIPPED);
        } else if (set.openSets > 0 || set.isOpen(task)) {
            set.move(task, TaskPhase.WAITING);
        } else {
            set.giveBack(task);
        }
    }

    /** Puts a set into the orders after changes of its tasks, and its followers if it is over. */
    void settle(SetBook first) {
        var changed = new ArrayDeque<SetBook>();
        changed.add(first);
        while (!changed.isEmpty()) {
            SetBook set = changed.removeFirst();
            state.refresh(set);
            if (set.isOver() && !set.isReported) {
                set.isReported = true;
                set.forgetWorkers();
                state.over(set);
                for (SetBook follower : set.followers) {
                    closeSet(follower, set.isSuccess());
                    changed.addLast(follower);
                }
            }
        }
    }

    private void closeSet(SetBook follower, boolean isSuccess) {
        follower.openSets--;
        if (!isSuccess) {
            skipAll(follower);
        } else if (follower.openSets == 0) {
            follower.release();
        }
    }
}
