package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The effect on plans when a job cannot start when it was to, since those before it were not gone yet, or the daemon
 * was not there: it has all its time from when it starts, so that those behind it in the queue may start later as well.
 */
public final class DelayedStarts {
    /** The number of first reservations for which conflicts with others are computed. */
    private static final int MOST = 500;

    private final InstanceState state;

    /** One that has a reservation, and how many have one before it in the queue. */
    private record Ranked(JobRecord job, int rank) {
        long startSec() {
            return job.window().startSec();
        }
    }

    /** One that starts later than it was to, and when it would be over. */
    private record Moved(Ranked who, long endSec) {}

    public DelayedStarts(InstanceState state) {
        this.state = state;
    }

    /**
     * Returns the job and those later jobs of the queue that lose their reservations if it starts then. All of them
     * must wait again. Jobs before it keep their reservations. O(reservations^2), plus the holds of reservations whose
     * times overlap.
     */
    List<JobId> delayed(JobRecord late, long startSec) {
        Predicate<JobRecord> isIt = job -> job.id().equals(late.id());
        return List.copyOf(moved(isIt, startSec, Integer.MAX_VALUE).keySet());
    }

    /**
     * Returns the windows of queued jobs with a reservation if the delayed ones started at this time: of each job whose
     * window would differ from the booked one. Far behind in the queue, only delayed jobs are included.
     * O(reservations), and where some are late O(those that move x the first {@link #MOST}).
     */
    public Map<JobId, TimeWindow> expected(long nowSec) {
        return moved(job -> job.window().startSec() < nowSec, nowSec, MOST);
    }

    /** Returns a job as clients see it: with its {@linkplain #expected expected} window. */
    public static JobRecord seen(JobRecord job, Map<JobId, TimeWindow> expected) {
        @Nullable TimeWindow window = expected.get(job.id());
        return window == null ? job : job.planned(job.state(), Optional.of(window));
    }

    /**
     * Returns the windows of the jobs that cannot have their reserved windows, in the order of their planned starts.
     *
     * @param isLate those that start at this time, and not when they were to
     * @param most so many of the first in the queue are in the way of those behind them
     */
    private Map<JobId, TimeWindow> moved(Predicate<JobRecord> isLate, long startSec, int most) {
        List<Ranked> order = order();
        Map<JobId, TimeWindow> windows = new LinkedHashMap<>();
        if (order.stream().noneMatch(it -> isLate.test(it.job))) {
            return windows;
        }
        // Delayed jobs start at the same time, so that their order is that of the queue.
        order.sort(Comparator.comparingLong(it -> Math.max(it.startSec(), startSec)));
        List<Moved> before = new ArrayList<>();
        for (Ranked next : order) {
            long planned = isLate.test(next.job) ? startSec : next.startSec();
            long free = next.rank < most ? freeSec(before, next, planned) : planned;
            if (free > next.startSec()) {
                var window = new TimeWindow(free, free + next.job.window().durationSec());
                windows.put(next.job.id(), window);
                if (next.rank < most) {
                    before.add(new Moved(next, window.endSec()));
                }
            }
        }
        return windows;
    }

    /** From when on those that come before one in the queue, and start later than they were to, are not in its way. */
    private long freeSec(List<Moved> before, Ranked next, long planned) {
        return before.stream()
                .filter(it -> it.who.rank < next.rank && it.endSec > planned)
                .filter(it -> state.schedule().holdings().exclude(it.who.job.id(), next.job.id()))
                .mapToLong(Moved::endSec)
                .max()
                .orElse(planned);
    }

    /** Returns the jobs that have a reservation that may move, in the order of the queue. */
    private List<Ranked> order() {
        List<Ranked> order = new ArrayList<>();
        for (JobId job : state.submitted().queue().movable()) {
            order.add(new Ranked(state.jobs().find(job).orElseThrow(), order.size()));
        }
        return order;
    }
}
