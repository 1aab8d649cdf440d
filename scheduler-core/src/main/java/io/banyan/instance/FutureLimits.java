package io.banyan.instance;

import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Claim;
import io.banyan.queue.Claim.Share;
import io.banyan.queue.Limit;
import java.util.HashMap;
import java.util.Map;

/** How much of each limit is used when, if everybody has what is booked, or is expected to be, for so long. For one question. */
final class FutureLimits {
    /** Where a job would be over a limit at any time. */
    static final long NEVER = Long.MAX_VALUE;

    /** More than any limit; so that who is over one is told as well. */
    private static final long MOST = Long.MAX_VALUE / 4;

    /** What is left of {@link #MOST} when. */
    private final Map<Limit, Planner> left = new HashMap<>();

    /** With what is booked now. O(jobs that hold something x limits). */
    FutureLimits(InstanceState state) {
        for (JobRecord job : state.jobs().active()) {
            state.submitted().queue().charged(job.id()).ifPresent(claim -> add(claim, job.window()));
        }
    }

    /** One more has something, from now on until then: what is reserved counts before it begins. O(limits x log uses). */
    void add(Claim claim, TimeWindow window) {
        for (Share share : claim.shares()) {
            left.computeIfAbsent(share.limit(), it -> new Planner(MOST))
                    .add(new TimeWindow(-1, window.endSec()), new long[] {share.amount()});
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

    /** What is used can only become less, as all of it counts from now on. */
    private long firstSec(Share share, long fromSec) {
        long allowed = share.limit().most() - share.amount();
        Planner planner = left.get(share.limit());
        if (planner == null) {
            return allowed >= 0 ? fromSec : NEVER;
        }
        return planner.earliest(fromSec, 1, NEVER, new long[] {MOST - allowed});
    }
}
