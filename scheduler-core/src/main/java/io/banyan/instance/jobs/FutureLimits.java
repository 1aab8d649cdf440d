package io.banyan.instance.jobs;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Claim;
import io.banyan.queue.Claim.Share;
import io.banyan.queue.Limit;
import java.util.HashMap;
import java.util.Map;

/**
 * The use of each limit over time, if all jobs hold their booked or expected resources for the full windows. For one
 * query.
 */
final class FutureLimits {
    /** Where a job would be over a limit at any time. */
    static final long NEVER = Long.MAX_VALUE;

    /** The start of existing bookings, which count already. */
    private static final long BEFORE = -1;

    /** More than any limit, so that jobs over a limit are included too. */
    private static final long MOST = Long.MAX_VALUE / 4;

    /** The part of {@link #MOST} that is left at each time, by limit. */
    private final Map<Limit, Planner> left = new HashMap<>();

    /** Creates the limits with the present bookings. O(jobs that hold something x limits). */
    FutureLimits(InstanceState state) {
        for (JobRecord job : state.jobs().active()) {
            state.submitted().queue().charged(job.id()).ifPresent(claim -> add(claim, job.window(), BEFORE));
        }
    }

    /**
     * Adds a job that holds resources until the window's end. O(limits x log uses).
     *
     * @param fromSec the time from which it counts: a reservation counts before it begins
     */
    void add(Claim claim, TimeWindow window, long fromSec) {
        for (Share share : claim.shares()) {
            left.computeIfAbsent(share.limit(), it -> new Planner(MOST))
                    .add(new TimeWindow(fromSec, Math.max(fromSec + 1, window.endSec())), new long[] {share.amount()});
        }
    }

    /** The first time at which this is within all its limits. O(limits x log uses). */
    long firstSec(Claim claim, long nowSec) {
        long first = nowSec;
        for (Share share : claim.shares()) {
            first = Math.max(first, firstSec(share, first));
        }
        return first;
    }

    /** Later jobs do not delay earlier ones. */
    private long firstSec(Share share, long fromSec) {
        long allowed = share.limit().most() - share.amount();
        Planner planner = left.get(share.limit());
        if (planner == null) {
            return allowed >= 0 ? fromSec : NEVER;
        }
        return planner.earliest(fromSec, 1, NEVER, new long[] {MOST - allowed});
    }
}
