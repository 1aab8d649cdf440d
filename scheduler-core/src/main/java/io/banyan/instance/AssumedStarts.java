package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * For the time of a question, reservations at other times than they are booked for: each has what it has, where that is free then, and nothing where it is not.
 */
final class AssumedStarts {
    private final Schedule schedule;
    private final List<Taken> taken = new ArrayList<>();
    private final List<JobId> assumed = new ArrayList<>();

    /**
     * One that was taken off.
     *
     * @param then when it is to have it
     */
    private record Taken(Booking booking, Selection selection, TimeWindow then) {}

    /** Books them so. O(what they hold). */
    AssumedStarts(Schedule schedule, Map<JobId, TimeWindow> windows) {
        this.schedule = schedule;
        windows.forEach(this::take);
        taken.sort(Comparator.comparingLong(it -> it.then.startSec()));
        taken.forEach(this::assume);
    }

    private void take(JobId job, TimeWindow then) {
        Booking booking = schedule.holdings().booking(job).orElseThrow();
        taken.add(new Taken(booking, schedule.holdings().selection(job), then));
        schedule.cancel(job);
    }

    private void assume(Taken one) {
        if (schedule.horizon().contains(one.then) && schedule.holdings().isFree(one.then, one.selection)) {
            schedule.assume(one.booking.job(), BookingKind.RESERVATION, one.then, one.selection);
            assumed.add(one.booking.job());
        }
    }

    /** All is as it was. */
    void undo() {
        assumed.forEach(schedule::cancel);
        taken.forEach(it -> schedule.assume(it.booking.job(), it.booking.kind(), it.booking.window(), it.selection));
    }
}
