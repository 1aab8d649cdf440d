package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.Optional;

/** Changes the windows of running jobs. Each O(their holds). */
public final class Retiming {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final Submitted submitted;
    private final Reservations reservations;

    Retiming(JoinedResources joined, Jobs jobs, Submitted submitted, Reservations reservations) {
        this.joined = joined;
        this.jobs = jobs;
        this.submitted = submitted;
        this.reservations = reservations;
    }

    void stop(JobDecision.JobStopping stopping, long nowMillis) {
        JobId id = stopping.job();
        jobs.stop(stopping, nowMillis);
        if (stopping.untilSec().isPresent()) {
            TimeWindow planned = jobs.active(id).orElseThrow().window();
            rebook(id, new TimeWindow(planned.startSec(), stopping.untilSec().getAsLong()));
        }
    }

    void limit(JobDecision.JobLimited limited) {
        JobId id = limited.job();
        Optional<JobRecord> running = jobs.active(id);
        if (running.isPresent()) {
            rebook(id, window(joined.schedule(), running.get(), limited.durationSec()));
        }
        submitted.limit(limited);
    }

    /** The instance has more time: jobs that were to run until its end do so now. O(active jobs + their holds). */
    void prolong(long endSec) {
        long before = joined.schedule().horizon().endSec();
        joined.schedule().prolong(endSec);
        for (JobRecord job : jobs.active()) {
            boolean isUnlimited = submitted
                    .jobspecOf(job.id())
                    .filter(jobspec -> jobspec.attributes().durationSec() == 0)
                    .isPresent();
            if (isUnlimited && job.state() == JobState.RUNNING && job.window().endSec() == before) {
                rebook(job.id(), new TimeWindow(job.window().startSec(), endSec));
            }
        }
    }

    /**
     * Books the holds of a job for another window; its resources of a reservation stay booked until the end of the
     * reservation.
     */
    private void rebook(JobId id, TimeWindow window) {
        if (reservations.timeOf(id).isEmpty()) {
            Schedule schedule = joined.schedule();
            Selection held = schedule.holdings().selection(id);
            schedule.cancel(id);
            schedule.commit(id, BookingKind.ALLOCATION, window, held);
        }
        jobs.change(id, job -> job.planned(job.state(), Optional.of(window)));
    }

    /** Returns the window of a running job with another duration; 0 to the end of the planned time. */
    public static TimeWindow window(Schedule schedule, JobRecord running, long durationSec) {
        return TimeWindow.startingAt(
                running.window().startSec(),
                durationSec == 0 ? Long.MAX_VALUE : durationSec,
                schedule.horizon().endSec());
    }
}
