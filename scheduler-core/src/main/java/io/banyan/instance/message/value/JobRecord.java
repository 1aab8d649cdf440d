package io.banyan.instance.message.value;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One line of the jobs table.
 *
 * @param name its owner's name of it; may be empty
 * @param owner the name of the principal that owns the job
 * @param plan when it holds its resources, in seconds, as it was planned; empty for one that waits without a plan, or
 *     ended that way
 * @param endedSec when it ended; empty while it has not
 * @param queue the queue that its jobspec named
 * @param child the instance that runs in it, where it was spawned
 * @param detail why it ended; empty while it has not
 * @param ifLost its treatment when it loses resources
 * @param lost the paths of its lost resources
 * @param submission its submission, if it came through the queue; then it runs tasks
 * @param account the resources that it had and used; only in answers that request accounts, as from the history
 * @param usage the usage of its processes, after their end; empty if it was not measured
 */
public record JobRecord(
        JobId id,
        String name,
        String owner,
        JobState state,
        Optional<TimeWindow> plan,
        OptionalLong endedSec,
        Optional<String> queue,
        Optional<ChildRecord> child,
        String detail,
        IfLost ifLost,
        List<String> lost,
        Optional<Submission> submission,
        Optional<JobAccount> account,
        Optional<JobUsage> usage) {
    /** Without its resources and usage. */
    public JobRecord(
            JobId id,
            String name,
            String owner,
            JobState state,
            Optional<TimeWindow> plan,
            OptionalLong endedSec,
            Optional<String> queue,
            Optional<ChildRecord> child,
            String detail,
            IfLost ifLost,
            List<String> lost,
            Optional<Submission> submission) {
        this(
                id,
                name,
                owner,
                state,
                plan,
                endedSec,
                queue,
                child,
                detail,
                ifLost,
                lost,
                submission,
                Optional.empty(),
                Optional.empty());
    }

    /** Checks that nothing is missing. */
    public JobRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(endedSec, "endedSec");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(child, "child");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(ifLost, "ifLost");
        lost = List.copyOf(lost);
        Objects.requireNonNull(submission, "submission");
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(usage, "usage");
    }

    /**
     * When it holds its resources.
     *
     * @throws IllegalStateException where it has no plan
     */
    public TimeWindow window() {
        if (plan.isEmpty()) {
            throw new IllegalStateException("job " + id + " has no plan: it is " + state);
        }
        return plan.get();
    }

    /** Whether an instance runs in it, or did. */
    public boolean isInstance() {
        return child.isPresent();
    }

    /**
     * The status with which the command ended that it was spawned for; empty where there was none, or it was cut off.
     * O(length of the detail).
     */
    public OptionalInt exitStatus() {
        return CommandEnd.in(detail);
    }

    /** Returns this record in another state, with the usage of the job's processes where that is known now. */
    public JobRecord in(JobState newState, String why, Optional<JobUsage> newUsage) {
        return new JobRecord(
                id,
                name,
                owner,
                newState,
                plan,
                endedSec,
                queue,
                child,
                why,
                ifLost,
                lost,
                submission,
                account,
                newUsage.or(() -> usage));
    }

    public JobRecord ended(JobState newState, String why, long atSec, Optional<JobUsage> newUsage) {
        Optional<ChildRecord> gone = child.map(it -> it.in(ChildState.GONE, why));
        return new JobRecord(
                id,
                name,
                owner,
                newState,
                plan,
                OptionalLong.of(atSec),
                queue,
                gone,
                why,
                new IfLost.Keep(),
                lost,
                submission,
                account,
                newUsage.or(() -> usage));
    }

    public JobRecord with(ChildRecord newChild) {
        return new JobRecord(
                id,
                name,
                owner,
                state,
                plan,
                endedSec,
                queue,
                Optional.of(newChild),
                detail,
                ifLost,
                lost,
                submission,
                account,
                usage);
    }

    public JobRecord without(List<String> paths) {
        List<String> all =
                Stream.concat(lost.stream(), paths.stream()).distinct().toList();
        return new JobRecord(
                id, name, owner, state, plan, endedSec, queue, child, detail, ifLost, all, submission, account, usage);
    }

    /** Returns this record with this plan. */
    public JobRecord planned(JobState newState, Optional<TimeWindow> newPlan) {
        return new JobRecord(
                id,
                name,
                owner,
                newState,
                newPlan,
                endedSec,
                queue,
                child,
                detail,
                ifLost,
                lost,
                submission,
                account,
                usage);
    }

    /** Returns the record of the job that waits again, as if it had never run. */
    public JobRecord again() {
        return new JobRecord(
                id,
                name,
                owner,
                JobState.PENDING,
                Optional.empty(),
                endedSec,
                queue,
                Optional.empty(),
                "",
                ifLost,
                List.of(),
                submission);
    }

    public JobRecord urged(int urgency) {
        return new JobRecord(
                id,
                name,
                owner,
                state,
                plan,
                endedSec,
                queue,
                child,
                detail,
                ifLost,
                lost,
                submission.map(it -> it.with(urgency)));
    }

    /** Returns this record with the job's resources and usage. */
    public JobRecord accounted(Optional<JobAccount> newAccount) {
        return new JobRecord(
                id,
                name,
                owner,
                state,
                plan,
                endedSec,
                queue,
                child,
                detail,
                ifLost,
                lost,
                submission,
                newAccount,
                usage);
    }

    /** Whether it came through the queue and an instance runs in it, with which its tasks work. */
    public boolean isQueuedInstance() {
        return isInstance() && submission.isPresent();
    }

    /** Whether something runs in it, so that its end is to be waited for. */
    public boolean hasProcesses() {
        return isInstance() || (submission.isPresent() && (state == JobState.RUNNING || state == JobState.STOPPING));
    }
}
