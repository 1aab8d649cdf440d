package io.banyan.workflow.fill;

import java.util.List;

/**
 * The changes on a worker since its last report.
 *
 * @param sequence the number of the report, rising
 * @param started the tasks that started and still run
 * @param done the tasks that succeeded
 * @param failed the other tasks that ended
 * @param returned the tasks that have not started, and are given back
 * @param recalls the number of recalls that this report answers
 */
public record WorkerReport(
        long sequence,
        List<TaskRange> started,
        List<TaskRange> done,
        List<TaskFailure> failed,
        List<TaskRange> returned,
        int recalls) {
    /** Copies the lists. */
    public WorkerReport {
        started = List.copyOf(started);
        done = List.copyOf(done);
        failed = List.copyOf(failed);
        returned = List.copyOf(returned);
    }
}
