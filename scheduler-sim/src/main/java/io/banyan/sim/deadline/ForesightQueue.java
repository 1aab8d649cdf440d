package io.banyan.sim.deadline;

import io.banyan.mapping.ForesightJob;
import io.banyan.mapping.ForesightPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A queue by a {@link ForesightPlan}, which a daemon uses as well: each job is booked with its profile when it is
 * submitted, or refused. For one run; not thread-safe.
 */
final class ForesightQueue implements StartQueue {
    private static final long MILLIS = 1000;

    private final ProfileSource profiles;
    private final ForesightPlan plan;
    /** By number of an accepted job, until its end. */
    private final Map<Long, RunningProgram> accepted = new HashMap<>();
    /** Whether a waiting job can perhaps start early since the last search for one. */
    private boolean isChanged;

    /** A queue for a machine with so many slots. */
    ForesightQueue(ProfileSource profiles, int slots) {
        this.profiles = profiles;
        this.plan = new ForesightPlan(slots);
    }

    /** Books the job. O(steps x log bookings) for each change of the free slots at which the profile does not fit. */
    @Override
    public Answer submit(RunningProgram run, long nowMillis) {
        run.profile = Optional.of(profiles.profile(run));
        DeadlineJob declared = run.job;
        var job = new ForesightJob(
                declared.number(), declared.submitSec(), declared.runSec(), declared.deadlineSec(), run.profile());
        OptionalLong start = plan.book(job, nowMillis / MILLIS);
        if (start.isEmpty()) {
            return new Answer.Refused();
        }
        accepted.put(job.number(), run);
        isChanged = true;
        return new Answer.Accepted(Math.min(job.readySec(), start.getAsLong()) * MILLIS, start.getAsLong() * MILLIS);
    }

    @Override
    public void wake() {
        isChanged = true;
    }

    /** The job that is due, or else the first one that can start early. O(considered jobs x steps x log bookings). */
    @Override
    public Optional<RunningProgram> next(long nowMillis, ProcessSlots used) {
        if (plan.isEmpty() || used.freeSlots() == 0) {
            return Optional.empty();
        }
        long nowSec = nowMillis / MILLIS;
        OptionalLong due = plan.due(nowSec, number -> false);
        if (due.isPresent()) {
            return run(due);
        }
        Optional<RunningProgram> early =
                isChanged ? run(plan.early(nowSec, used.freeSlots(), number -> false)) : Optional.empty();
        isChanged = early.isPresent();
        return early;
    }

    private Optional<RunningProgram> run(OptionalLong number) {
        return number.isPresent() ? Optional.ofNullable(accepted.get(number.getAsLong())) : Optional.empty();
    }

    @Override
    public void started(RunningProgram run, long nowMillis) {
        plan.started(run.job.number(), nowMillis / MILLIS);
    }

    @Override
    public void ended(RunningProgram run) {
        plan.ended(run.job.number());
        accepted.remove(run.job.number());
        profiles.ended(run);
        isChanged = true;
    }

    /** Checks the plan, and that the waiting jobs are those that have not started. O(jobs x log jobs). */
    @Override
    public void checkInvariants() {
        plan.checkInvariants(
                accepted.values().stream().filter(run -> !run.isStarted()).count());
    }
}
