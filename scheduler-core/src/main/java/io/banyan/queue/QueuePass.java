package io.banyan.queue;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One look at a queue: starts who can start, and reserves for who may wait for something certain. A job that waits in vain since the last time that something was freed
 * is not tried again, nor is one that asks for the same ({@link Failures}); what is reserved is moved only when there is more than was planned with.
 *
 * <p>O((jobs looked at) x log(jobs) + matches). With n jobs of s shapes that wait and nothing free, a pass ends after s matches.
 */
final class QueuePass {
    private final QueuePolicy policy;
    private final WaitingJobs waiting;
    private final WaitingJobs reserved;
    private final Failures inVain;
    private final Failures nowhere;
    private final Seats seats;
    private boolean hasWithdrawn;
    private boolean isAllInVain;

    QueuePass(
            QueuePolicy policy,
            WaitingJobs waiting,
            WaitingJobs reserved,
            Failures inVain,
            Failures nowhere,
            Seats seats) {
        this.policy = policy;
        this.waiting = waiting;
        this.reserved = reserved;
        this.inVain = inVain;
        this.nowhere = nowhere;
        this.seats = seats;
    }

    /** Of those that came since the last pass, these come before somebody who has a reservation, who must not be moved forward before they were tried. */
    void tryFirst(List<WaitingJob> jobs) {
        for (WaitingJob job : jobs.stream().sorted().toList()) {
            @Nullable WaitingJob last = reserved.last();
            if (last != null && job.compareTo(last) < 0 && waiting.contains(job.id())) {
                tryOne(job);
            }
        }
    }

    /** Whoever has a reservation may have an earlier one. */
    void advance() {
        reserved.all().forEach(seats::advance);
    }

    /** Everybody who waits may have a new answer. */
    void run() {
        do {
            hasWithdrawn = false;
            runOnce();
        } while (hasWithdrawn);
    }

    private void runOnce() {
        int looked = 0;
        isAllInVain = inVain.coverAll(waiting);
        WaitingJobs.Walk walk = waiting.walk();
        for (@Nullable WaitingJob job = walk.next(); job != null; job = walk.next()) {
            if (looked >= policy.depth() || isInVain(job)) {
                return;
            }
            if (mayReserve(job) || !inVain.covers(job)) {
                tryOne(job);
            }
            if (waiting.contains(job.id())) {
                looked++;
                if (!policy.overtakes()) {
                    return;
                }
            }
        }
    }

    /** Whether nobody from this one on could start or have a reservation. */
    private boolean isInVain(WaitingJob next) {
        return isAllInVain && !isReservationFor(next);
    }

    /** Whether one from this one on may have a reservation. */
    private boolean isReservationFor(WaitingJob next) {
        @Nullable WaitingJob last = reserved.last();
        if (reserved.size() < policy.reservations()) {
            return !nowhere.coverAll(waiting);
        }
        return last != null && next.compareTo(last) < 0;
    }

    /** These came since the last pass; nothing was freed since. */
    void tryNew(Iterable<WaitingJob> jobs) {
        boolean hasRoom = false;
        for (WaitingJob job : jobs) {
            boolean isSeen =
                    policy.depth() == QueuePolicy.ALL || waiting.countBefore(job, policy.depth()) < policy.depth();
            boolean isNext = policy.overtakes() || job.equals(waiting.first());
            if (waiting.contains(job.id()) && isSeen && isNext) {
                tryOne(job);
                // Another one is among the first now.
                hasRoom |= policy.depth() != QueuePolicy.ALL && !waiting.contains(job.id());
            }
        }
        if (hasWithdrawn || hasRoom) {
            run();
        }
    }

    private void tryOne(WaitingJob job) {
        if (!mayReserve(job)) {
            start(job);
        } else if (reserved.size() < policy.reservations()) {
            place(job);
        } else if (!start(job)) {
            takePlace(job);
        }
    }

    /** One that comes before one that has a reservation gets its place. */
    private void takePlace(WaitingJob job) {
        seats.withdraw(Objects.requireNonNull(reserved.last(), "the last of those that have reservations"));
        inVain.clear();
        hasWithdrawn = true;
        place(job);
    }

    /** Returns whether it has started. */
    private boolean start(WaitingJob job) {
        if (inVain.covers(job)) {
            return false;
        }
        long most = seats.start(job);
        boolean started = most >= job.amount();
        if (!started) {
            failed(job, most);
        }
        return started;
    }

    private void place(WaitingJob job) {
        switch (seats.place(job)) {
            case STARTED -> {
                // Nothing is in vain.
            }
            case RESERVED -> failed(job, job.amount() - 1);
            case NOWHERE -> {
                failed(job, job.amount() - 1);
                nowhere.add(job);
            }
        }
    }

    private void failed(WaitingJob job, long most) {
        inVain.add(job, most);
        isAllInVain = inVain.coverAll(waiting);
    }

    private boolean mayReserve(WaitingJob job) {
        if (nowhere.covers(job)) {
            return false;
        }
        @Nullable WaitingJob last = reserved.last();
        return reserved.size() < policy.reservations() || (last != null && job.compareTo(last) < 0);
    }
}
