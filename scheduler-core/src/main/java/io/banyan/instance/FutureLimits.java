package io.banyan.instance;

import io.banyan.planner.TimeWindow;
import io.banyan.queue.Claim;
import io.banyan.queue.Claim.Share;
import io.banyan.queue.Limit;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How much of each limit is used when, if everybody has what is booked, or is expected to be, for so long. For one question. */
final class FutureLimits {
    /** Where a job would be over a limit at any time. */
    static final long NEVER = Long.MAX_VALUE;

    /** How much is used until when. */
    private final Map<Limit, TreeMap<Long, Long>> uses = new HashMap<>();

    /** With what is booked now. O(jobs that hold something x limits). */
    FutureLimits(InstanceState state) {
        for (JobRecord job : state.jobs().active()) {
            state.submitted().queue().charged(job.id()).ifPresent(claim -> add(claim, job.window()));
        }
    }

    /** One more has something, from now on until then: what is reserved counts before it begins. */
    void add(Claim claim, TimeWindow window) {
        for (Share share : claim.shares()) {
            uses.computeIfAbsent(share.limit(), it -> new TreeMap<>())
                    .merge(window.endSec(), share.amount(), Long::sum);
        }
    }

    /** The first time at which this is within all its limits. O(limits x uses). */
    long firstSec(Claim claim, long nowSec) {
        long first = nowSec;
        for (Share share : claim.shares()) {
            first = Math.max(first, firstSec(share, first));
        }
        return first;
    }

    /** What is used can only become less, as all of it counts from now on. */
    private long firstSec(Share share, long fromSec) {
        SortedMap<Long, Long> later =
                uses.getOrDefault(share.limit(), new TreeMap<>()).tailMap(fromSec, false);
        long left = share.limit().most() - share.amount();
        long used = later.values().stream().mapToLong(it -> it).sum();
        if (used <= left) {
            return fromSec;
        }
        for (Map.Entry<Long, Long> end : later.entrySet()) {
            used -= end.getValue();
            if (used <= left) {
                return end.getKey();
            }
        }
        return NEVER;
    }
}
