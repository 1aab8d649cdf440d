package io.banyan.queue;

import io.banyan.queue.Claim.Share;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The usage of each limit, and the cohorts that wait for it to decrease. Each cohort that is over a limit waits for one
 * such limit, so that a decrease wakes only those cohorts that this limit then permits. All calls O(limits of the job x
 * log) unless they say otherwise.
 */
final class Quotas {
    private final Map<Limit, Quota> byLimit = new HashMap<>();
    private final Map<JobId, Claim> charged = new HashMap<>();

    private static final class Quota {
        private long used;
        /** The cohorts that wait, by how much each of their jobs wants. */
        private final TreeMap<Long, Set<Cohort>> waiting = new TreeMap<>();
    }

    /** A job has something, now or later. */
    void charge(JobId job, Claim claim) {
        if (!claim.shares().isEmpty() && charged.putIfAbsent(job, claim) == null) {
            claim.shares().forEach(share -> quota(share.limit()).used += share.amount());
        }
    }

    /** A job has nothing any more, or had nothing. Returns those that wait for nothing here any more. */
    List<Cohort> release(JobId job) {
        Claim claim = charged.isEmpty() ? null : charged.remove(job);
        if (claim == null) {
            return List.of();
        }
        List<Cohort> woken = new ArrayList<>();
        for (Share share : claim.shares()) {
            Quota quota = quota(share.limit());
            quota.used -= share.amount();
            long left = share.limit().most() - quota.used;
            while (!quota.waiting.isEmpty() && quota.waiting.firstKey() <= left) {
                woken.addAll(quota.waiting.pollFirstEntry().getValue());
            }
            if (quota.used == 0 && quota.waiting.isEmpty()) {
                byLimit.remove(share.limit());
            }
        }
        return woken;
    }

    /** The first limit that keeps such jobs from starting. O(limits of the job). */
    Optional<Excess> excess(Claim claim) {
        if (claim.shares().isEmpty()) {
            return Optional.empty();
        }
        for (Share share : claim.shares()) {
            Quota quota = byLimit.get(share.limit());
            long used = quota == null ? 0 : quota.used;
            if (used + share.amount() > share.limit().most()) {
                return Optional.of(new Excess(share.limit(), used, share.amount()));
            }
        }
        return Optional.empty();
    }

    /** This one is over a limit; it is returned by {@link #release} when that may be over. */
    void await(Cohort cohort, Excess excess) {
        quota(excess.limit())
                .waiting
                .computeIfAbsent(excess.wanted(), it -> new LinkedHashSet<>())
                .add(cohort);
    }

    /** This one waits no more. */
    void forget(Cohort cohort, Excess excess) {
        Quota quota = quota(excess.limit());
        quota.waiting.computeIfPresent(excess.wanted(), (amount, cohorts) -> {
            cohorts.remove(cohort);
            return cohorts.isEmpty() ? null : cohorts;
        });
        if (quota.used == 0 && quota.waiting.isEmpty()) {
            byLimit.remove(excess.limit());
        }
    }

    /** How much of a limit is used. O(1). */
    long used(Limit limit) {
        Quota quota = byLimit.get(limit);
        return quota == null ? 0 : quota.used;
    }

    /** Returns the jobs that hold resources, with the counted amounts. */
    Map<JobId, Claim> charged() {
        return charged;
    }

    private Quota quota(Limit limit) {
        return byLimit.computeIfAbsent(limit, it -> new Quota());
    }

    /** Throws if the recorded usage is not the sum over the jobs that hold resources. O(jobs). */
    void checkInvariants() {
        var again = new Quotas();
        charged.forEach(again::charge);
        byLimit.forEach((limit, quota) -> {
            if (again.used(limit) != quota.used) {
                throw new IllegalStateException("the recorded use of limit " + limit + " is " + quota.used
                        + ", but should be " + again.used(limit));
            }
            long left = limit.most() - quota.used;
            if (!quota.waiting.isEmpty() && quota.waiting.firstKey() <= left) {
                throw new IllegalStateException("a job waits for limit " + limit + ", which is not exhausted");
            }
        });
    }

    @Override
    public String toString() {
        return new TreeMap<>(charged).toString();
    }
}
