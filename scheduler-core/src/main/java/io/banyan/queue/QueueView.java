package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The waiting jobs of all queues, for reading. The queues change only by decisions. */
public interface QueueView {
    /** Whether no job starts from a queue. O(1). */
    boolean isStopped(String queue);

    /** Whether no job waits. O(1). */
    boolean isEmpty();

    /** Whether a job waits, with a reservation or without. O(1). */
    boolean contains(JobId id);

    /** Whether a job waits without a reservation. O(1). */
    boolean waits(JobId id);

    /** Whether a job waits with a reservation. O(1). */
    boolean isReserved(JobId id);

    /** A waiting job, with a reservation or without. O(1). */
    Optional<WaitingJob> find(JobId id);

    /** The ids of the jobs with a reservation, in their order. O(jobs). */
    List<JobId> reserved();

    /**
     * The ids of the jobs whose reservation may move or be withdrawn for another job, in their order: not those of a
     * queue that books at submission. O(jobs).
     */
    List<JobId> movable();

    /** Whether a job waits with a reservation that never moves, since its queue books at submission. O(1). */
    boolean isBooked(JobId id);

    /** The policy of a queue. O(1). */
    QueuePolicy policy(String queue);

    /**
     * Whether resources that become free are kept for a waiting job: it has a reservation, it can have one as soon as
     * there are resources for it (also the reservation of a later job), or its queue lets no job overtake. O(1).
     */
    boolean keepsRoomFor(WaitingJob job);

    /**
     * Whether a job for which no resources are kept may have a reservation beyond those of its queue's policy, because
     * other jobs are stopped for it. O(1).
     */
    boolean mayReserveBesides(WaitingJob job);

    /** The number of jobs with a reservation. O(1). */
    int reservations();

    /** The jobs without a reservation, in their order. O(jobs log jobs); O(jobs) with one queue and no limits. */
    List<WaitingJob> waiting();

    /**
     * Shows the waiting jobs, with a reservation or without, in their order. No job may come or go during the visit.
     * O(cohorts + jobs seen x log cohorts).
     *
     * @param visitor returns whether it wants to see another job
     */
    void visit(Predicate<WaitingJob> visitor);

    /** The number of jobs that wait in a queue, with a reservation or without. O(1). */
    long size(String queue);

    /** The number of jobs that wait in all queues together. O(queues). */
    long size();

    /**
     * The first jobs that no limit keeps from starting, with a reservation or without, in their order. O(cohorts +
     * most x log cohorts + reservations).
     */
    List<WaitingJob> first(int most);

    /** The jobs with a reservation, in their order. O(jobs). */
    List<WaitingJob> withReservation();

    /** The first limit that keeps a job from starting. O(its limits). */
    Optional<Excess> excess(WaitingJob job);

    /** The use of a limit, by user or account, of the jobs that run or have a reservation. O(1). */
    long used(Limit limit);

    /** Returns the amounts of a running or reserved job against limits. O(1). */
    Optional<Claim> charged(JobId id);

    /** Whether a pass could change anything. O(1). */
    boolean hasNews();

    /** Whether a waiting job has no reservation because it would start too late. O(1). */
    boolean isTooLate(JobId id);

    /**
     * Checks that the parts agree. O(jobs).
     *
     * @throws IllegalStateException if they do not
     */
    void checkInvariants();

    /** The use of limits and the stopped queues, which the jobs do not show. */
    String memory();
}
