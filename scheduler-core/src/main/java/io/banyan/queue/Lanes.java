package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs, with and without a reservation, by queue, and the usage of their limits. All calls O(log jobs)
 * unless they say otherwise.
 */
final class Lanes {
    private final Function<String, QueuePolicy> policies;
    private final TreeMap<String, Lane> byName = new TreeMap<>();
    private final Map<JobId, WaitingJob> waiting = new HashMap<>();
    private final Map<JobId, WaitingJob> reserved = new HashMap<>();
    private final Quotas quotas = new Quotas();

    /** Queues of these policies, by name. */
    Lanes(Function<String, QueuePolicy> policies) {
        this.policies = policies;
    }

    Lane lane(String name) {
        Lane lane = byName.get(name);
        return lane != null ? lane : byName.computeIfAbsent(name, it -> new Lane(it, policies.apply(it)));
    }

    Lane laneOf(WaitingJob job) {
        return lane(job.claim().queue());
    }

    Quotas quotas() {
        return quotas;
    }

    /** One more waits without a reservation. */
    void add(WaitingJob job) {
        if (waiting.putIfAbsent(job.id(), job) != null) {
            throw new IllegalStateException("job " + job.id() + " waits already");
        }
        laneOf(job).add(job);
    }

    /** One does not wait without a reservation any more. */
    @Nullable WaitingJob take(JobId id) {
        WaitingJob job = waiting.remove(id);
        if (job != null) {
            @Nullable Cohort gone = laneOf(job).remove(job);
            if (gone != null) {
                gone.over().ifPresent(excess -> quotas.forget(gone, excess));
            }
        }
        return job;
    }

    /** One has a reservation. */
    void reserve(WaitingJob job) {
        reserved.put(job.id(), job);
        laneOf(job).reserve(job);
    }

    /** One has no reservation any more. */
    @Nullable WaitingJob takeReserved(JobId id) {
        WaitingJob job = reserved.remove(id);
        if (job != null) {
            laneOf(job).takeReserved(id);
        }
        return job;
    }

    /** Removes a job from the limits. Returns whether a job that was over a limit may start now. */
    boolean release(JobId job) {
        List<Cohort> woken = quotas.release(job);
        woken.forEach(cohort -> cohort.lane().reopen(cohort));
        return !woken.isEmpty();
    }

    /**
     * Whether the jobs of this cohort may start as far as limits go; else it is among those that may not, until
     * something is released. O(its limits).
     */
    boolean isWithin(Cohort cohort) {
        if (cohort.over().isPresent()) {
            return false;
        }
        Optional<Excess> excess = quotas.excess(cohort.claim());
        if (excess.isPresent()) {
            cohort.lane().close(cohort, excess.get());
            quotas.await(cohort, excess.get());
        }
        return excess.isEmpty();
    }

    /** Whether this one waits without a reservation. O(1). */
    boolean isWaiting(JobId id) {
        return waiting.containsKey(id);
    }

    /** O(1). */
    boolean isReserved(JobId id) {
        return reserved.containsKey(id);
    }

    Optional<WaitingJob> find(JobId id) {
        return Optional.ofNullable(waiting.get(id)).or(() -> Optional.ofNullable(reserved.get(id)));
    }

    int reservations() {
        return reserved.size();
    }

    boolean isEmpty() {
        return waiting.isEmpty() && reserved.isEmpty();
    }

    Collection<Lane> all() {
        return byName.values();
    }

    /** Returns the cohorts whose jobs may start, as far as is known, of all queues that are not stopped. O(cohorts). */
    Collection<Cohort> open() {
        if (byName.size() == 1 && !byName.firstEntry().getValue().isStopped()) {
            return byName.firstEntry().getValue().open();
        }
        List<Cohort> open = new ArrayList<>();
        byName.values().stream().filter(lane -> !lane.isStopped()).forEach(lane -> open.addAll(lane.open()));
        return open;
    }

    /** The first that is not over a limit, or null. */
    @Nullable WaitingJob first(Lane lane) {
        while (!lane.open().isEmpty()) {
            Cohort cohort = lane.open().first();
            if (isWithin(cohort)) {
                return cohort.head();
            }
        }
        return null;
    }

    /**
     * Returns the jobs without a reservation, in their order. O(jobs log jobs), and O(jobs) where there is one queue
     * without limits.
     */
    List<WaitingJob> waiting() {
        return merged(byName.values().stream().map(Lane::waiting).toList());
    }

    /**
     * Shows the jobs that wait, with a reservation or without, in their order, until the visitor has seen enough. None
     * comes or goes meanwhile. O(cohorts + jobs seen x log cohorts).
     *
     * @param visitor whether it wants to see another one
     */
    void visit(Predicate<WaitingJob> visitor) {
        var parts = new PriorityQueue<Part>();
        for (Lane lane : byName.values()) {
            lane.cohorts().forEach(cohort -> Part.of(cohort.jobs()).ifPresent(parts::add));
            Part.of(lane.reserved()).ifPresent(parts::add);
        }
        for (@Nullable Part part = parts.poll(); part != null && visitor.test(part.next); part = parts.poll()) {
            part.rest().ifPresent(parts::add);
        }
    }

    /** The rest of some jobs in their order. */
    private record Part(WaitingJob next, Iterator<WaitingJob> after) implements Comparable<Part> {
        static Optional<Part> of(WaitingJobs jobs) {
            return of(jobs.iterator());
        }

        private static Optional<Part> of(Iterator<WaitingJob> jobs) {
            return jobs.hasNext() ? Optional.of(new Part(jobs.next(), jobs)) : Optional.empty();
        }

        Optional<Part> rest() {
            return of(after);
        }

        @Override
        public int compareTo(Part other) {
            return next.compareTo(other.next);
        }
    }

    /** Returns the jobs with a reservation, in their order. O(jobs log queues). */
    List<WaitingJob> reserved() {
        if (byName.size() == 1) {
            return byName.firstEntry().getValue().reserved().all();
        }
        return merged(
                byName.values().stream().map(lane -> lane.reserved().all()).toList());
    }

    private static List<WaitingJob> merged(List<List<WaitingJob>> parts) {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        List<WaitingJob> all = new ArrayList<>();
        parts.forEach(all::addAll);
        all.sort(null);
        return all;
    }

    /** All have other ranks. O(jobs log jobs). */
    void rank(ToDoubleFunction<WaitingJob> ranks) {
        List<WaitingJob> jobs = List.copyOf(waiting.values());
        jobs.forEach(job -> take(job.id()));
        jobs.forEach(job -> add(job.ranked(ranks.applyAsDouble(job))));
        reserved.replaceAll((id, job) -> job.ranked(ranks.applyAsDouble(job)));
        reserved.values().forEach(job -> laneOf(job).rerank(job));
    }

    /** Throws where its parts contradict each other. O(jobs). */
    void checkInvariants() {
        byName.values().forEach(Lane::checkInvariants);
        quotas.checkInvariants();
        for (JobId id : reserved.keySet()) {
            if (waiting.containsKey(id)) {
                throw new IllegalStateException("job " + id + " is among the jobs with and without a reservation");
            }
        }
        if (waiting().size() != waiting.size() || reserved().size() != reserved.size()) {
            throw new IllegalStateException("the lanes contain " + waiting() + " and " + reserved()
                    + ", but the indexes contain " + waiting.keySet() + " and " + reserved.keySet());
        }
    }

    @Override
    public String toString() {
        return byName.size() == 1 ? byName.firstEntry().getValue().toString() : byName.toString();
    }
}
