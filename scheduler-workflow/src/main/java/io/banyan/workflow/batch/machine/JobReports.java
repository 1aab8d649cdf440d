package io.banyan.workflow.batch.machine;

import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The reports of the jobs of an instance. */
public final class JobReports {
    private JobReports() {}

    /** Returns the report of a job, as its record says. O(nodes of the job). */
    public static BatchJobReport of(JobRecord job) {
        State state = state(job);
        return new BatchJobReport(
                state,
                state == State.ENDED ? OptionalInt.of(job.exitStatus().orElse(0)) : OptionalInt.empty(),
                state == State.STOPPED || state == State.TIMED_OUT ? job.detail() : "",
                job.account().map(JobAccount::startedSec).orElseGet(() -> plannedStart(job)),
                job.endedSec(),
                job.account().map(account -> account.nodeList().names()).orElse(List.of()));
    }

    /** Returns the start of a job of which only the record is left; a job that ended before its time never started. */
    private static OptionalLong plannedStart(JobRecord job) {
        long endedSec = job.endedSec().orElse(0);
        return job.plan().isPresent() && job.window().startSec() <= endedSec
                ? OptionalLong.of(job.window().startSec())
                : OptionalLong.empty();
    }

    private static State state(JobRecord job) {
        return switch (job.state()) {
            case PENDING, RESERVED -> State.WAITING;
            case RUNNING, STOPPING -> State.RUNNING;
            case COMPLETED -> State.ENDED;
            case FAILED -> job.exitStatus().isPresent() ? State.ENDED : State.STOPPED;
            case EXPIRED -> State.TIMED_OUT;
            case CANCELLED -> State.STOPPED;
        };
    }
}
