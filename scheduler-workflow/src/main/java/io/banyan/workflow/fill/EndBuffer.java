package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ends of tasks that are not in the journal yet: one record for a thousand ends, or for those of a second. */
final class EndBuffer {
    private static final int MOST_ENDS = 1_000;
    private static final int LONGEST_MILLIS = 1_000;

    private final TaskRanges done = new TaskRanges();
    private final TaskRanges crashed = new TaskRanges();
    private final Set<WorkerBook> waiting = new LinkedHashSet<>();
    private final List<SetBook> over = new ArrayList<>();
    private List<TaskFailure> failed = new ArrayList<>();
    private long firstMillis;
    private boolean isEmpty = true;
    private boolean isUrgent;

    void done(int set, int task, long now) {
        begin(now);
        done.add(set, task);
    }

    void failed(TaskFailure failure, long now) {
        begin(now);
        failed.add(failure);
    }

    void crashed(int set, int task, long now) {
        begin(now);
        crashed.add(set, task);
    }

    /** Notes a worker whose report waits for the journal. */
    void acknowledgeLater(WorkerBook worker) {
        waiting.add(worker);
    }

    /** Notes a set that is over, which ends the wait. */
    void over(SetBook set) {
        over.add(set);
    }

    /** Ends the wait, because a worker is lost that would have told its ends again after a loss of the server. */
    void lost(WorkerBook worker) {
        isUrgent |= waiting.remove(worker);
    }

    private void begin(long now) {
        if (isEmpty) {
            firstMillis = now;
            isEmpty = false;
        }
    }

    /** Adds the record and what depends on it, if the time has come. */
    void flush(long now, List<FillEffect> effects) {
        boolean isDue = done.count() + failed.size() + crashed.count() >= MOST_ENDS
                || !over.isEmpty()
                || isUrgent
                || (!isEmpty && now - firstMillis >= LONGEST_MILLIS);
        if (!isEmpty && !isDue) {
            effects.add(new FillEffect.WakeAt(firstMillis + LONGEST_MILLIS));
            return;
        }
        if (!isEmpty) {
            var record = new FillRecord.TasksEnded(done.take(), failed, crashed.take());
            effects.add(new FillEffect.Append(record));
            effects.add(new FillEffect.Ended(record.done(), record.failed()));
            failed = new ArrayList<>();
            isEmpty = true;
        }
        isUrgent = false;
        waiting.forEach(worker -> effects.add(new FillEffect.Acknowledge(worker.number, worker.sequence)));
        waiting.clear();
        over.forEach(set -> effects.add(new FillEffect.SetOver(set.report())));
        over.clear();
    }
}
