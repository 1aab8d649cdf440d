package io.banyan.instance.jobs;

import io.banyan.instance.state.InstanceState;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The times in which resources are booked, or expected to be used by waiting jobs. Nothing changes. */
final class BusyTimes {
    private final InstanceState state;
    private final long nowSec;
    private final Map<JobId, TimeWindow> late;

    /**
     * The time of one booking.
     *
     * @param job the job, or a number of no job if the resources leave the instance at that time
     * @param window from when to when the resources are not free for others
     * @param isMoved whether the schedule knows another window
     */
    record Busy(JobId job, TimeWindow window, boolean isMoved) {}

    /**
     * The times as they are now.
     *
     * @param late the windows of planned jobs that start later than they were to
     */
    BusyTimes(InstanceState state, long nowSec, Map<JobId, TimeWindow> late) {
        this.state = state;
        this.nowSec = nowSec;
        this.late = late;
    }

    /** Returns the times of all bookings, in the order of the jobs. O(bookings). */
    List<Busy> booked() {
        List<Busy> busy = new ArrayList<>();
        for (Booking booking : state.schedule().holdings().bookings()) {
            TimeWindow window = window(booking);
            busy.add(new Busy(booking.job(), window, !window.equals(booking.window())));
        }
        return busy;
    }

    /**
     * A job that has not ended at the end of its time still holds its resources. A planned job that is late has its old
     * window in the schedule, and would have another one.
     */
    private TimeWindow window(Booking booking) {
        TimeWindow window = booking.window();
        if (booking.kind() == BookingKind.ALLOCATION && window.endSec() <= nowSec) {
            return new TimeWindow(window.startSec(), nowSec + 1);
        }
        return Optional.ofNullable(late.get(booking.job()))
                .map(moved -> new TimeWindow(
                        Math.min(window.startSec(), moved.startSec()), Math.max(window.endSec(), moved.endSec())))
                .orElse(window);
    }
}
