package io.banyan.engine.fill;

import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillRecord;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.TaskFailure;
import io.banyan.workflow.fill.TaskPhase;
import io.banyan.workflow.fill.TaskRange;
import io.banyan.workflow.fill.WorkerReport;
import io.banyan.workflow.fill.node.FillServerOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a filler by the names of their jobs, with their starts and ends. The ends are those of the journal, so
 * that an end that was told is never forgotten. Any thread.
 */
final class TaskLedger implements FillServerOptions.Listener {
    private final LongSupplier clockSec;
    private final Map<String, Key> names = new HashMap<>();
    private final Map<Key, Seen> seen = new HashMap<>();
    private final Map<Key, End> ends = new HashMap<>();
    private int open;

    /** A task. */
    private record Key(int set, int task) {}

    /** The worker that reported a task, and the times; 0 for none. */
    private record Seen(String worker, long startSec, long endSec) {}

    /** The durable end of a task; no failure for one that succeeded. */
    private record End(@Nullable TaskFailure failure) {}

    TaskLedger(LongSupplier clockSec) {
        this.clockSec = clockSec;
    }

    /** Returns the tasks of a journal. */
    static TaskLedger of(List<FillRecord> records, LongSupplier clockSec) {
        var ledger = new TaskLedger(clockSec);
        for (FillRecord record : records) {
            switch (record) {
                case FillRecord.SetSubmitted submitted -> ledger.add(submitted.set());
                case FillRecord.TasksEnded ended -> ledger.end(ended.done(), ended.failed());
                case FillRecord.SetCancelled cancelled -> {}
                case FillRecord.TasksCancelled cancelled -> {}
            }
        }
        return ledger;
    }

    /** Adds a set that is in the journal. */
    synchronized void add(FillSet set) {
        for (int task = 0; task < set.tasks(); task++) {
            names.put(TaskScript.name(set.program().lines().get(task)), new Key(set.number(), task));
        }
        open += set.tasks();
    }

    private void end(List<TaskRange> done, List<TaskFailure> failed) {
        for (TaskRange range : done) {
            for (int task = range.from(); task < range.to(); task++) {
                end(new Key(range.set(), task), new End(null));
            }
        }
        failed.forEach(failure -> end(new Key(failure.set(), failure.task()), new End(failure)));
    }

    private void end(Key key, End end) {
        if (ends.putIfAbsent(key, end) == null) {
            open--;
        }
    }

    @Override
    public synchronized void ended(FillEffect.Ended ended) {
        end(ended.done(), ended.failed());
    }

    @Override
    public synchronized void reported(String host, WorkerReport report) {
        long now = clockSec.getAsLong();
        for (TaskRange range : report.started()) {
            for (int task = range.from(); task < range.to(); task++) {
                seen.put(new Key(range.set(), task), new Seen(host, now, 0));
            }
        }
        for (TaskRange range : report.done()) {
            for (int task = range.from(); task < range.to(); task++) {
                over(new Key(range.set(), task), host, now);
            }
        }
        report.failed().forEach(failure -> over(new Key(failure.set(), failure.task()), host, now));
    }

    /** A short task is reported when it is over, and not before. */
    private void over(Key key, String host, long now) {
        Seen known = seen.get(key);
        long startSec = known != null && known.worker().equals(host) ? known.startSec() : now;
        seen.put(key, new Seen(host, startSec, now));
    }

    /** Returns the task of the job of a name. */
    synchronized Optional<FilledTask> find(String reservation, String jobName) {
        return Optional.ofNullable(names.get(jobName)).map(key -> new FilledTask(reservation, key.set(), key.task()));
    }

    /** Returns whether the end of a task is durable. */
    synchronized boolean isOver(FilledTask task) {
        return ends.containsKey(new Key(task.set(), task.task()));
    }

    /** Returns the number of tasks whose ends are not durable; cancelled ones that never ran are among them. */
    synchronized int open() {
        return open;
    }

    /** Returns the name of the worker that last reported a task; empty if none has. */
    synchronized String worker(FilledTask task) {
        Seen last = seen.get(new Key(task.set(), task.task()));
        return last == null ? "" : last.worker();
    }

    /**
     * Returns the report of a task.
     *
     * @param phase its phase at the server; null if there is no server, and will be none
     * @param nodes the node of the worker that reported it
     */
    synchronized BatchJobReport report(FilledTask task, @Nullable TaskPhase phase, List<String> nodes) {
        Key key = new Key(task.set(), task.task());
        End end = ends.get(key);
        Seen last = seen.getOrDefault(key, new Seen("", 0, 0));
        if (end != null) {
            return ended(end, last, nodes);
        }
        boolean hasStarted = last.startSec() > 0;
        if (phase == null && hasStarted) {
            return report(State.TIMED_OUT, OptionalInt.empty(), "its reservation ended", last, nodes);
        } else if (phase == null || phase == TaskPhase.SKIPPED) {
            String why = phase == null ? "its reservation ended" : "cancelled";
            return report(State.STOPPED, OptionalInt.empty(), why, last, List.of());
        }
        // An end that is not durable yet is not told.
        boolean isRunning = phase == TaskPhase.RUNNING || phase.isOver();
        return isRunning
                ? report(State.RUNNING, OptionalInt.empty(), "", new Seen("", startSec(last), 0), nodes)
                : report(State.WAITING, OptionalInt.empty(), "", new Seen("", 0, 0), List.of());
    }

    private BatchJobReport ended(End end, Seen last, List<String> nodes) {
        if (end.failure() == null) {
            return report(State.ENDED, OptionalInt.of(0), "", last, nodes);
        }
        TaskFailure failure = end.failure();
        // A task that failed has started, although an engine that was killed meanwhile does not know when.
        Seen started = new Seen(last.worker(), startSec(last), last.endSec());
        return switch (failure.kind()) {
            case EXIT -> report(State.ENDED, OptionalInt.of(failure.status()), "", last, nodes);
            case NOT_STARTED ->
                report(State.STOPPED, OptionalInt.empty(), "its program or its output file failed", started, nodes);
            case TIME_LIMIT -> report(State.TIMED_OUT, OptionalInt.empty(), "", started, nodes);
            case CANCELLED -> report(State.STOPPED, OptionalInt.empty(), "cancelled", started, nodes);
            case CRASHES -> report(State.STOPPED, OptionalInt.empty(), "its workers were lost", started, nodes);
        };
    }

    private long startSec(Seen last) {
        return last.startSec() > 0 ? last.startSec() : clockSec.getAsLong();
    }

    private static BatchJobReport report(State state, OptionalInt exit, String why, Seen last, List<String> nodes) {
        return new BatchJobReport(state, exit, why, time(last.startSec()), time(last.endSec()), nodes);
    }

    private static OptionalLong time(long sec) {
        return sec > 0 ? OptionalLong.of(sec) : OptionalLong.empty();
    }
}
