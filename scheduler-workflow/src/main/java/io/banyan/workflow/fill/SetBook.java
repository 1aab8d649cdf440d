package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of tasks at the server: a byte and a word for each task. */
final class SetBook {
    /** The order of the start: higher priorities first, then earlier sets. */
    static final Comparator<SetBook> BY_ORDER = Comparator.comparingInt(
                    (SetBook book) -> -book.set.request().priority())
            .thenComparingInt(book -> book.set.number());

    /** The number of no worker. */
    static final int NOWHERE = 0;

    final FillSet set;
    final NeedsClass needs;

    /** The sets that wait for this one. */
    final List<SetBook> followers = new ArrayList<>();

    /** The number of sets for which this one waits. */
    int openSets;

    boolean isCancelled;
    boolean isReported;

    private final byte[] phases;
    private final int[] counts = new int[TaskPhase.count()];
    private final int[] open;
    private final IntQueue returned = new IntQueue();
    private int[] workers = new int[0];
    private byte @Nullable [] crashes;
    private @Nullable BitSet cancelled;
    private int next;

    SetBook(FillSet set, NeedsClass needs, int openSets) {
        this.set = set;
        this.needs = needs;
        this.openSets = openSets;
        this.phases = new byte[set.tasks()];
        counts[TaskPhase.WAITING.code()] = set.tasks();
        open = set.order().isEmpty() ? new int[0] : set.order().openCounts(set.tasks());
        if (openSets == 0) {
            release();
        }
    }

    /** Makes the tasks ready that wait for no other. O(tasks). */
    void release() {
        for (int task = 0; task < set.tasks(); task++) {
            if (phase(task) == TaskPhase.WAITING && (open.length == 0 || open[task] == 0)) {
                move(task, TaskPhase.READY);
            }
        }
    }

    TaskPhase phase(int task) {
        return TaskPhase.of(phases[task]);
    }

    int count(TaskPhase phase) {
        return counts[phase.code()];
    }

    boolean isOver() {
        return count(TaskPhase.DONE) + count(TaskPhase.FAILED) + count(TaskPhase.SKIPPED) == set.tasks();
    }

    boolean isSuccess() {
        return count(TaskPhase.DONE) == set.tasks();
    }

    /** The worker that has a task. */
    int worker(int task) {
        return workers.length == 0 ? NOWHERE : workers[task];
    }

    /** Frees memory when no worker has a task any more. */
    void forgetWorkers() {
        workers = new int[0];
    }

    /** Returns whether a worker has a task. */
    boolean isAt(int task, int worker) {
        return phase(task).isHeld() && workers[task] == worker;
    }

    void move(int task, TaskPhase phase) {
        counts[phases[task]]--;
        phases[task] = phase.code();
        counts[phase.code()]++;
    }

    void place(int task, int worker) {
        if (workers.length == 0) {
            workers = new int[set.tasks()];
        }
        workers[task] = worker;
    }

    /** Makes a task ready that was ready before, or has waited for others. */
    void giveBack(int task) {
        move(task, TaskPhase.READY);
        returned.addLast(task);
    }

    /** Takes ready tasks for a worker. O(1) amortised a task. */
    int take(int most, int worker, TaskRanges out) {
        int taken = 0;
        while (taken < most) {
            int task = nextReady();
            if (task < 0) {
                break;
            }
            move(task, TaskPhase.QUEUED);
            place(task, worker);
            out.add(set.number(), task);
            taken++;
        }
        return taken;
    }

    /** A task may be in both places, or be held or over by now: each entry counts only if its task is ready. */
    private int nextReady() {
        while (!returned.isEmpty()) {
            int task = returned.pollFirst();
            if (phase(task) == TaskPhase.READY) {
                return task;
            }
        }
        while (next < phases.length) {
            int task = next++;
            if (phase(task) == TaskPhase.READY) {
                return task;
            }
        }
        return -1;
    }

    /** Returns whether a task that waited for another one waits for no task any more. */
    boolean closeOne(int task) {
        return --open[task] == 0;
    }

    boolean isOpen(int task) {
        return open.length > 0 && open[task] > 0;
    }

    /** Notes that a task is cancelled. */
    void cancel(int task) {
        if (cancelled == null) {
            cancelled = new BitSet(phases.length);
        }
        cancelled.set(task);
    }

    /** Returns whether a task is cancelled, by itself or with the set. */
    boolean isCancelled(int task) {
        return isCancelled || (cancelled != null && cancelled.get(task));
    }

    /** Counts a lost worker of a task, and returns whether that was one too many. */
    boolean addCrash(int task) {
        if (crashes == null) {
            crashes = new byte[phases.length];
        }
        return ++crashes[task] >= set.request().crashLimit();
    }

    SetReport report() {
        return new SetReport(
                set.number(),
                set.name(),
                count(TaskPhase.WAITING),
                count(TaskPhase.READY),
                count(TaskPhase.QUEUED),
                count(TaskPhase.RUNNING),
                count(TaskPhase.DONE),
                count(TaskPhase.FAILED),
                count(TaskPhase.SKIPPED));
    }
}
