package io.banyan.instance;

import io.banyan.planner.TimeWindow;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What becomes of plans when a job cannot start when it was to, since those before it were not gone yet, or the daemon was not there: it has all its time from when it
 * starts, so that those behind it in the queue may start later as well.
 */
final class LateStart {
    /** For so many of the first ones it is looked at who is in whose way. */
    private static final int MOST = 500;

    private final InstanceState state;

    /** One that has a reservation, and how many have one before it in the queue. */
    private record Ranked(JobRecord job, int rank) {
        long startSec() {
            return job.window().startSec();
        }

        long endSec(Map<JobId, TimeWindow> windows) {
            return windows.getOrDefault(job.id(), job.window()).endSec();
        }
    }

    LateStart(InstanceState state) {
        this.state = state;
    }

    /**
     * The job, and of those that come after it in the queue those that cannot have what is reserved for them when it is, if it starts then: all of them are to wait again. Who
     * comes before it keeps what is reserved. O(reservations^2), and for those whose times overlap what they hold.
     */
    List<JobId> delayed(JobRecord late, long startSec) {
        return List.copyOf(windows(late, startSec).keySet());
    }

    /**
     * What those in the queue that have a reservation would have, if those that are late started at this time: of each that would have it at another time than is booked. Of those far
     * behind only who is late itself. O(reservations), and where some are late O(those that move x the first {@link #MOST}).
     */
    Map<JobId, TimeWindow> expected(long nowSec) {
        List<Ranked> order = new ArrayList<>();
        for (WaitingJob job : state.submitted().queue().withReservation()) {
            order.add(new Ranked(state.jobs().find(job.id()).orElseThrow(), order.size()));
        }
        if (order.stream().noneMatch(it -> it.startSec() < nowSec)) {
            return Map.of();
        }
        // Those that are late start together, so that who comes first in the queue does here.
        order.sort(Comparator.comparingLong(it -> Math.max(it.startSec(), nowSec)));
        List<Ranked> moved = new ArrayList<>();
        Map<JobId, TimeWindow> windows = new LinkedHashMap<>();
        for (Ranked next : order) {
            long planned = Math.max(next.startSec(), nowSec);
            long startSec = next.rank >= MOST
                    ? planned
                    : moved.stream()
                            .filter(it -> it.rank < next.rank && it.endSec(windows) > planned && excludes(it, next))
                            .mapToLong(it -> it.endSec(windows))
                            .max()
                            .orElse(planned);
            if (startSec > next.startSec()) {
                windows.put(next.job.id(), from(startSec, next.job));
                if (next.rank < MOST) {
                    moved.add(next);
                }
            }
        }
        return windows;
    }

    private boolean excludes(Ranked one, Ranked other) {
        return state.schedule().holdings().exclude(one.job.id(), other.job.id());
    }

    /** Jobs as they are seen at a time: with what is {@linkplain #expected expected} of them. */
    UnaryOperator<JobRecord> seen(long nowSec) {
        Map<JobId, TimeWindow> windows = expected(nowSec);
        return job ->
                windows.containsKey(job.id()) ? job.planned(job.state(), Optional.of(windows.get(job.id()))) : job;
    }

    private Map<JobId, TimeWindow> windows(JobRecord late, long startSec) {
        Map<JobId, TimeWindow> windows = new LinkedHashMap<>();
        windows.put(late.id(), from(startSec, late));
        for (JobRecord next : behind(late)) {
            long planned = next.window().startSec();
            long start = windows.entrySet().stream()
                    .filter(it -> it.getValue().endSec() > planned)
                    .filter(it -> state.schedule().holdings().exclude(it.getKey(), next.id()))
                    .mapToLong(it -> it.getValue().endSec())
                    .max()
                    .orElse(planned);
            if (start > planned) {
                windows.put(next.id(), from(start, next));
            }
        }
        return windows;
    }

    private static TimeWindow from(long startSec, JobRecord job) {
        return new TimeWindow(startSec, startSec + job.window().durationSec());
    }

    /** Those after it in the queue that have a reservation, in the order of their starts. */
    private List<JobRecord> behind(JobRecord late) {
        List<JobRecord> behind = new ArrayList<>();
        boolean isAfter = false;
        for (WaitingJob job : state.submitted().queue().withReservation()) {
            if (isAfter) {
                behind.add(state.jobs().find(job.id()).orElseThrow());
            }
            isAfter |= job.id().equals(late.id());
        }
        behind.sort(Comparator.comparingLong(job -> job.window().startSec()));
        return behind;
    }
}
