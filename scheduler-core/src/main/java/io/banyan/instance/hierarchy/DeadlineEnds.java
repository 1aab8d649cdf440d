package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Booking;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The ends of jobs with deadlines. Some may go on after their booked time, until their deadline, while no other job has
 * booked their resources: those that request it, and those that take their nodes while they run. Their time is extended
 * step by step, so that other jobs can book the resources behind each step. Source: Linnert, De Rose, Heiss, section 4.
 */
final class DeadlineEnds {
    /** The shortest step, unless the deadline or another job comes before. */
    private static final long STEP_SEC = 60;
    /** A step is at least this part of the time that the job has run, so that long jobs have few steps. */
    private static final long PART = 20;

    private final InstanceState state;

    DeadlineEnds(InstanceState state) {
        this.state = state;
    }

    /** Returns why a job that has reached its end is stopped. */
    String reason(JobRecord job) {
        OptionalLong deadlineSec = conditions(job).map(Conditions::deadlineSec).orElse(OptionalLong.empty());
        return deadlineSec.isPresent()
                        && deadlineSec.getAsLong() <= job.window().endSec()
                ? "it reached its deadline"
                : "it reached its time limit";
    }

    private Optional<Conditions> conditions(JobRecord job) {
        return state.submitted().jobspecOf(job.id()).map(Conditions::of);
    }

    /**
     * Returns the longer duration of a job that has reached its end and may go on; empty if it may not. O(bookings)
     * where others have booked its resources, and O(its resources) else.
     */
    OptionalLong longerSec(JobRecord job) {
        Optional<Jobspec> jobspec = state.submitted().jobspecOf(job.id()).filter(this::mayGoOn);
        if (jobspec.isEmpty() || job.isInstance() || hasForeign(job)) {
            return OptionalLong.empty();
        }
        TimeWindow window = job.window();
        long step = Math.max(STEP_SEC, window.durationSec() / PART);
        long deadlineSec = Conditions.of(jobspec.get()).deadlineSec().orElse(window.endSec());
        long endSec = Math.min(
                Math.min(deadlineSec, window.endSec() + step),
                state.schedule().horizon().endSec());
        long freeUntilSec = freeUntil(job, endSec);
        return freeUntilSec > window.endSec()
                ? OptionalLong.of(freeUntilSec - window.startSec())
                : OptionalLong.empty();
    }

    /** Whether a job has resources from elsewhere, which are granted for its first time. */
    private boolean hasForeign(JobRecord job) {
        return state.origins().grownFor(job.id()).stream().anyMatch(origin -> origin.arrival() != GrowRoute.LOCAL);
    }

    private boolean mayGoOn(Jobspec jobspec) {
        return BookedJobs.isBookedAtSubmission(state, jobspec)
                && Conditions.of(jobspec).untilDeadline().orElseGet(() -> BookedJobs.isLeak(state, jobspec));
    }

    /** Until when the resources of a job are not booked for others, at most until another time. */
    private long freeUntil(JobRecord job, long endSec) {
        long startSec = job.window().endSec();
        if (endSec <= startSec || isFreeUntil(job, endSec)) {
            return endSec;
        }
        long bookedSec = state.schedule().holdings().bookings().stream()
                .filter(other -> !other.job().equals(job.id()))
                .filter(other ->
                        other.window().endSec() > startSec && other.window().startSec() < endSec)
                .filter(other -> state.schedule().holdings().exclude(other.job(), job.id()))
                .map(Booking::window)
                .mapToLong(TimeWindow::startSec)
                .min()
                .orElse(startSec);
        // Nodes that are booked by their number are in no selection.
        return bookedSec > startSec && isFreeUntil(job, bookedSec) ? bookedSec : startSec;
    }

    private boolean isFreeUntil(JobRecord job, long endSec) {
        return new Plans(state)
                .wouldBeFree(job.id(), new TimeWindow(job.window().startSec(), endSec), List.of());
    }
}
