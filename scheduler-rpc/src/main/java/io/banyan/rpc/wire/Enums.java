package io.banyan.rpc.wire;

import io.banyan.instance.message.client.Answer.MatchOutcome;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.resource.Status;
import io.banyan.v1.ResourceStatus;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The words that both sides write in their own way. */
public final class Enums {
    private Enums() {}

    public static ResourceStatus write(Status status) {
        return switch (status) {
            case UP -> ResourceStatus.RESOURCE_STATUS_UP;
            case DRAINED -> ResourceStatus.RESOURCE_STATUS_DRAINED;
            case DOWN -> ResourceStatus.RESOURCE_STATUS_DOWN;
            case LOST -> ResourceStatus.RESOURCE_STATUS_LOST;
        };
    }

    public static Status read(ResourceStatus status) throws WireException {
        return switch (status) {
            case RESOURCE_STATUS_UP -> Status.UP;
            case RESOURCE_STATUS_DRAINED -> Status.DRAINED;
            case RESOURCE_STATUS_DOWN -> Status.DOWN;
            case RESOURCE_STATUS_LOST -> Status.LOST;
            case RESOURCE_STATUS_UNSPECIFIED, UNRECOGNIZED -> throw unknown("status");
        };
    }

    public static io.banyan.v1.ChildState write(ChildState state) {
        return switch (state) {
            case STARTING -> io.banyan.v1.ChildState.CHILD_STATE_STARTING;
            case LIVE -> io.banyan.v1.ChildState.CHILD_STATE_LIVE;
            case LOST -> io.banyan.v1.ChildState.CHILD_STATE_LOST;
            case GONE -> io.banyan.v1.ChildState.CHILD_STATE_GONE;
        };
    }

    public static ChildState read(io.banyan.v1.ChildState state) throws WireException {
        return switch (state) {
            case CHILD_STATE_STARTING -> ChildState.STARTING;
            case CHILD_STATE_LIVE -> ChildState.LIVE;
            case CHILD_STATE_LOST -> ChildState.LOST;
            case CHILD_STATE_GONE -> ChildState.GONE;
            case CHILD_STATE_UNSPECIFIED, UNRECOGNIZED -> throw unknown("state of a child");
        };
    }

    public static io.banyan.v1.JobState write(JobState state) {
        return switch (state) {
            case PENDING -> io.banyan.v1.JobState.JOB_STATE_PENDING;
            case RESERVED -> io.banyan.v1.JobState.JOB_STATE_RESERVED;
            case RUNNING -> io.banyan.v1.JobState.JOB_STATE_RUNNING;
            case STOPPING -> io.banyan.v1.JobState.JOB_STATE_STOPPING;
            case COMPLETED -> io.banyan.v1.JobState.JOB_STATE_COMPLETED;
            case CANCELLED -> io.banyan.v1.JobState.JOB_STATE_CANCELLED;
            case EXPIRED -> io.banyan.v1.JobState.JOB_STATE_EXPIRED;
            case FAILED -> io.banyan.v1.JobState.JOB_STATE_FAILED;
        };
    }

    public static JobState read(io.banyan.v1.JobState state) throws WireException {
        return switch (state) {
            case JOB_STATE_PENDING -> JobState.PENDING;
            case JOB_STATE_RESERVED -> JobState.RESERVED;
            case JOB_STATE_RUNNING -> JobState.RUNNING;
            case JOB_STATE_STOPPING -> JobState.STOPPING;
            case JOB_STATE_COMPLETED -> JobState.COMPLETED;
            case JOB_STATE_CANCELLED -> JobState.CANCELLED;
            case JOB_STATE_EXPIRED -> JobState.EXPIRED;
            case JOB_STATE_FAILED -> JobState.FAILED;
            case JOB_STATE_UNSPECIFIED, UNRECOGNIZED -> throw unknown("state of a job");
        };
    }

    /** In their order, so that the same set is always the same message. */
    public static List<io.banyan.v1.JobState> writeStates(Set<JobState> states) {
        return states.stream().sorted().map(Enums::write).toList();
    }

    public static Set<JobState> readStates(List<io.banyan.v1.JobState> states) throws WireException {
        Set<JobState> all = EnumSet.noneOf(JobState.class);
        for (io.banyan.v1.JobState state : states) {
            all.add(read(state));
        }
        return all;
    }

    public static io.banyan.v1.RescaleOutcome write(RescaleOutcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> io.banyan.v1.RescaleOutcome.RESCALE_OUTCOME_ACCEPTED;
            case OFFERED -> io.banyan.v1.RescaleOutcome.RESCALE_OUTCOME_OFFERED;
            case DECLINED -> io.banyan.v1.RescaleOutcome.RESCALE_OUTCOME_DECLINED;
            case UNANSWERED -> io.banyan.v1.RescaleOutcome.RESCALE_OUTCOME_UNANSWERED;
            case OVERTAKEN -> io.banyan.v1.RescaleOutcome.RESCALE_OUTCOME_OVERTAKEN;
        };
    }

    public static RescaleOutcome read(io.banyan.v1.RescaleOutcome outcome) throws WireException {
        return switch (outcome) {
            case RESCALE_OUTCOME_ACCEPTED -> RescaleOutcome.ACCEPTED;
            case RESCALE_OUTCOME_OFFERED -> RescaleOutcome.OFFERED;
            case RESCALE_OUTCOME_DECLINED -> RescaleOutcome.DECLINED;
            case RESCALE_OUTCOME_UNANSWERED -> RescaleOutcome.UNANSWERED;
            case RESCALE_OUTCOME_OVERTAKEN -> RescaleOutcome.OVERTAKEN;
            case RESCALE_OUTCOME_UNSPECIFIED, UNRECOGNIZED -> throw unknown("outcome of a proposal");
        };
    }

    public static io.banyan.v1.MatchOutcome write(MatchOutcome outcome) {
        return switch (outcome) {
            case ALLOCATED -> io.banyan.v1.MatchOutcome.MATCH_OUTCOME_ALLOCATED;
            case RESERVED -> io.banyan.v1.MatchOutcome.MATCH_OUTCOME_RESERVED;
            case MATCHED -> io.banyan.v1.MatchOutcome.MATCH_OUTCOME_MATCHED;
            case SATISFIABLE -> io.banyan.v1.MatchOutcome.MATCH_OUTCOME_SATISFIABLE;
        };
    }

    public static MatchOutcome read(io.banyan.v1.MatchOutcome outcome) throws WireException {
        return switch (outcome) {
            case MATCH_OUTCOME_ALLOCATED -> MatchOutcome.ALLOCATED;
            case MATCH_OUTCOME_RESERVED -> MatchOutcome.RESERVED;
            case MATCH_OUTCOME_MATCHED -> MatchOutcome.MATCHED;
            case MATCH_OUTCOME_SATISFIABLE -> MatchOutcome.SATISFIABLE;
            case MATCH_OUTCOME_UNSPECIFIED, UNRECOGNIZED -> throw unknown("outcome of a match");
        };
    }

    private static WireException unknown(String what) {
        return new WireException("A message names no " + what + " that this version knows.");
    }
}
