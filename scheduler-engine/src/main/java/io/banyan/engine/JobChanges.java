package io.banyan.engine;

import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.TaskRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The differences between the report of a job and what a run knows of it. */
final class JobChanges {
    private JobChanges() {}

    /**
     * Returns the change of the job of a task, if there is one.
     *
     * @param report the report of the scheduler; null if it does not know the job any more
     */
    static Optional<RunEvent> of(TaskRecord task, @Nullable BatchJobReport report, long nowSec) {
        if (report == null) {
            return Optional.of(new RunEvent.JobChanged(
                    task.task().id(),
                    task.attempt(),
                    BatchJobReport.State.STOPPED,
                    TaskRecord.NO_CODE,
                    "the scheduler does not know the job any more",
                    task.startSec(),
                    nowSec,
                    task.nodes()));
        }
        boolean isKnown = report.state() == BatchJobReport.State.WAITING
                ? task.state() == TaskRecord.State.WAITING
                : report.state() == BatchJobReport.State.RUNNING && task.state() == TaskRecord.State.RUNNING;
        if (isKnown) {
            return Optional.empty();
        }
        List<String> nodes = report.nodes().isEmpty() ? task.nodes() : report.nodes();
        return Optional.of(new RunEvent.JobChanged(
                task.task().id(),
                task.attempt(),
                report.state(),
                report.exitCode().orElse(TaskRecord.NO_CODE),
                report.detail(),
                report.startSec().orElse(task.startSec()),
                report.isOver() ? report.endSec().orElse(nowSec) : 0,
                nodes));
    }
}
