package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;

/**
 * Prevents resources that were grown for a job from being promised to others for a time after the job's end, when they
 * will have been returned. For that time they are booked to a departure, a job id that no job ever has. A job whose
 * window ends with the schedule needs none.
 */
public final class Departures {
    private static final long FIRST = 1L << 62;

    private final Schedule schedule;

    Departures(Schedule schedule) {
        this.schedule = schedule;
    }

    static boolean isDeparture(JobId job) {
        return job.value() >= FIRST;
    }

    /** Books the selection from the end of the job on, so that no other job gets it. */
    void keepFromOthers(JobId job, Selection selection) {
        long from = schedule.holdings().booking(job).orElseThrow().window().endSec();
        long until = schedule.horizon().endSec();
        JobId departure = new JobId(FIRST + job.value());
        if (from >= until) {
            return;
        }
        if (schedule.holdings().booking(departure).isPresent()) {
            schedule.extend(departure, selection);
        } else {
            schedule.commit(departure, BookingKind.RESERVATION, new TimeWindow(from, until), selection);
        }
    }

    /** The vertex leaves, with all below it, or stays for good: no departure is booked there any more. */
    void takeDown(int v) {
        for (JobId job : schedule.holdings().jobsWithin(v)) {
            if (isDeparture(job) && !schedule.release(job, new int[] {v})) {
                schedule.cancel(job);
            }
        }
    }
}
