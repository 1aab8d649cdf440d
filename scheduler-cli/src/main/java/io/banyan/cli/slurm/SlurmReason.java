package io.banyan.cli.slurm;

import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.queue.Limit;
import java.util.Optional;

/** Why a job is in its state, in one of the words that Slurm has for that. */
final class SlurmReason {
    private static final String NONE = "None";

    private SlurmReason() {}

    /** The word for a job. */
    static String of(JobRecord job, Optional<Waiting> waiting) {
        return switch (SlurmState.of(job)) {
            case PENDING -> pending(job, waiting);
            case FAILED -> job.exitStatus().isPresent() ? "NonZeroExitCode" : "JobLaunchFailure";
            case NODE_FAIL -> "NodeDown";
            case TIMEOUT -> "TimeLimit";
            case DEADLINE -> "DeadLine";
            case OUT_OF_MEMORY -> "OutOfMemory";
            case RUNNING,
                    SUSPENDED,
                    COMPLETING,
                    CONFIGURING,
                    COMPLETED,
                    CANCELLED,
                    PREEMPTED,
                    BOOT_FAIL,
                    REQUEUED,
                    REQUEUE_FED,
                    REQUEUE_HOLD,
                    RESIZING,
                    RESV_DEL_HOLD,
                    REVOKED,
                    SIGNALING,
                    SPECIAL_EXIT,
                    STAGE_OUT,
                    STOPPED -> NONE;
        };
    }

    private static String pending(JobRecord job, Optional<Waiting> waiting) {
        if (job.submission().filter(Submission::isHeld).isPresent()) {
            return "JobHeldUser";
        }
        return waiting.map(it -> word(it.why())).orElse(NONE);
    }

    private static String word(WaitReason why) {
        return switch (why) {
            case WaitReason.Held it -> "JobHeldUser";
            case WaitReason.Depends it -> "Dependency";
            case WaitReason.BeginTime it -> "BeginTime";
            case WaitReason.Reserved it -> it.why().map(SlurmReason::word).orElse("Resources");
            case WaitReason.Booked it -> "BeginTime";
            case WaitReason.Behind it -> "Priority";
            case WaitReason.Resources it -> "Resources";
            case WaitReason.NotUp it -> "ReqNodeNotAvail";
            case WaitReason.TooLate it -> "DeadLine";
            case WaitReason.ForReservation it -> "Reservation";
            case WaitReason.OverLimit it ->
                it.excess().limit().of() == Limit.Of.ARRAY ? "JobArrayTaskLimit" : "QOSResourceLimit";
            case WaitReason.Kept it -> "ReqNodeNotAvail";
            case WaitReason.QueueStopped it -> "PartitionInactive";
            case WaitReason.Stopping it -> "Cleaning";
        };
    }
}
