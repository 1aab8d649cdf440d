package io.banyan.workflow.fill;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reports of a worker to its server: changes are collected, and ends are kept until the server says that they are
 * durable. O(1) amortised a task. For one thread at a time.
 */
public final class WorkerReports {
    private final TaskRanges done = new TaskRanges();
    private final TaskRanges returned = new TaskRanges();
    private final Set<Long> started = new LinkedHashSet<>();
    private final Set<Long> dropped = new HashSet<>();
    private final Deque<WorkerReport> unacknowledged = new ArrayDeque<>();
    private List<TaskFailure> failed = new ArrayList<>();
    private int recalls;
    private long sequence;

    private static long key(int set, int task) {
        return ((long) set << Integer.SIZE) | task;
    }

    /** Notes that a task started. */
    public void started(int set, int task) {
        started.add(key(set, task));
    }

    /** Notes that a task succeeded. */
    public void done(int set, int task) {
        if (isReported(set, task)) {
            done.add(set, task);
        }
    }

    /** Notes that a task ended without success. */
    public void failed(TaskFailure failure) {
        if (isReported(failure.set(), failure.task())) {
            failed.add(failure);
        }
    }

    private boolean isReported(int set, int task) {
        started.remove(key(set, task));
        return !dropped.remove(key(set, task));
    }

    /** Notes that a task runs whose end is not reported. */
    public void dropped(int set, int task) {
        started.remove(key(set, task));
        dropped.add(key(set, task));
    }

    /** Notes tasks that are given back. */
    public void returned(List<TaskRange> ranges) {
        ranges.forEach(returned::add);
    }

    /** Notes the answer to a recall. */
    public void recalled(List<TaskRange> ranges) {
        returned(ranges);
        recalls++;
    }

    /** Returns the number of changes that are not reported, starts apart. */
    public int size() {
        return done.count() + failed.size() + returned.count() + recalls;
    }

    /** Returns the next report; empty if nothing changed. */
    public Optional<WorkerReport> take() {
        return size() == 0 && started.isEmpty() ? Optional.empty() : Optional.of(takeAny());
    }

    /** Returns the next report even if nothing changed, as a sign of life. */
    public WorkerReport takeAny() {
        var starts = new TaskRanges();
        started.forEach(key -> starts.add((int) (key >> Integer.SIZE), key.intValue()));
        started.clear();
        var report = new WorkerReport(++sequence, starts.take(), done.take(), failed, returned.take(), recalls);
        failed = new ArrayList<>();
        recalls = 0;
        if (!report.done().isEmpty() || !report.failed().isEmpty()) {
            unacknowledged.addLast(report);
        }
        return report;
    }

    /** Forgets the ends of the reports up to a number, which the server has made durable. */
    public void acknowledge(long upTo) {
        while (!unacknowledged.isEmpty() && unacknowledged.getFirst().sequence() <= upTo) {
            unacknowledged.removeFirst();
        }
    }

    /**
     * Begins again with a server that knows nothing of this worker, and returns all that it must know. The waiting
     * tasks of the queue are forgotten, and so are those that were given back: the server sends them again, here or
     * elsewhere. Reports have numbers from 1 again, and the server acknowledges these tasks with number 0.
     */
    public HeldTasks begin(WorkerQueue queue) {
        queue.forgetWaiting();
        take();
        var ended = new TaskRanges();
        List<TaskFailure> failures = new ArrayList<>();
        for (WorkerReport report : unacknowledged) {
            report.done().forEach(ended::add);
            failures.addAll(report.failed());
        }
        List<TaskRange> ends = ended.take();
        unacknowledged.clear();
        if (!ends.isEmpty() || !failures.isEmpty()) {
            unacknowledged.add(new WorkerReport(0, List.of(), ends, failures, List.of(), 0));
        }
        sequence = 0;
        var running = new TaskRanges();
        for (TaskRange range : queue.running()) {
            for (int task = range.from(); task < range.to(); task++) {
                if (!dropped.contains(key(range.set(), task))) {
                    running.add(range.set(), task);
                }
            }
        }
        return new HeldTasks(running.take(), ends, failures);
    }
}
