package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Booking;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;

/** What would be if some bookings were not: they are taken off the schedule, a question is asked, and they are put back as they were. */
final class Plans {
    private final InstanceState state;

    /** A booking that was taken off. */
    private record Taken(Booking booking, Selection selection) {}

    Plans(InstanceState state) {
        this.state = state;
    }

    /** Whether what a job holds would be free for it in this window, if nothing were planned for these. O(what they all hold). */
    boolean wouldBeFree(JobId job, TimeWindow window, List<JobId> planned) {
        Schedule schedule = state.schedule();
        List<Taken> taken = new ArrayList<>();
        planned.forEach(id -> taken.add(take(schedule, id)));
        Taken own = take(schedule, job);
        boolean isFree =
                schedule.horizon().contains(window) && schedule.holdings().isFree(window, own.selection);
        put(schedule, own);
        taken.reversed().forEach(it -> put(schedule, it));
        return isFree;
    }

    private static Taken take(Schedule schedule, JobId id) {
        var taken = new Taken(
                schedule.holdings().booking(id).orElseThrow(),
                schedule.holdings().selection(id));
        schedule.cancel(id);
        return taken;
    }

    private static void put(Schedule schedule, Taken taken) {
        schedule.commit(taken.booking.job(), taken.booking.kind(), taken.booking.window(), taken.selection);
    }
}
