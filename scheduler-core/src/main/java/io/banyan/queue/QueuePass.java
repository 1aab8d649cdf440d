package io.banyan.queue;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One look at the queues: starts the jobs that can start, and reserves for those that may wait for something certain.
 * All queues are looked at in one order, and plan in one schedule, each by its own policy. A job without a match is not
 * tried again before resources are freed, nor is one with the same request ({@link MatchFailures}). A job over a limit
 * is not examined before the limit may permit it ({@link Quotas}). Reservations move only when more resources exist
 * than were planned with, or when a job leaves its reservation.
 *
 * <p>A pass changes only the record of failed searches. It returns one {@link Placement} at a time; the caller makes
 * it, which changes schedule and queue, and asks again. So each choice is made with all earlier ones booked. A change
 * of the queue while a method of the pass runs is refused ({@link JobQueue}).
 *
 * <p>O(cohorts + (jobs looked at) x (shapes x amounts + log(jobs)) + matches). With n jobs of s shapes that wait and
 * nothing free, a pass ends after s matches; if all jobs are examined and some may overtake, jobs that are known to
 * fail are skipped at once.
 */
public final class QueuePass {
    private final JobQueue queue;
    private final Lanes lanes;
    private final KnownFailures known;
    private final Seats seats;
    private final PlacementSearch search;
    /** The jobs that came since the last pass, until all jobs were looked at. */
    private List<WaitingJob> came;

    /** The stage after the jobs whose booked start has come. */
    private final PassStage.Kind first;

    private PassStage.Kind kind;
    private @Nullable PassStage stage;
    private long looked;
    private @Nullable Placement last;
    /** The grants of the queue when the last placement was returned. */
    private long grants;

    QueuePass(
            JobQueue queue,
            Lanes lanes,
            KnownFailures known,
            Seats seats,
            PassStage.Kind first,
            List<WaitingJob> came) {
        this.queue = queue;
        this.lanes = lanes;
        this.known = known;
        this.seats = seats;
        this.search = new PlacementSearch(lanes, known, seats);
        this.came = came;
        this.first = first;
        this.kind = first == PassStage.Kind.END ? first : PassStage.Kind.PROMISED;
    }

    /**
     * Returns the next placement, which the caller makes before it asks again; empty where the pass is over. The queue
     * contains the reservations, and whether the job of the last placement still waits.
     *
     * @throws IllegalStateException where the last placement was not made
     */
    public Optional<Placement> next() {
        if (kind == PassStage.Kind.END) {
            return Optional.empty();
        }
        if (last != null && queue.grants() == grants) {
            throw new IllegalStateException("the placement of job " + last.job().id() + " was not made");
        }
        @Nullable Placement found;
        queue.enterPass();
        try {
            found = search();
        } finally {
            queue.leavePass();
        }
        if (kind == PassStage.Kind.END) {
            queue.endPass(looked);
        }
        last = found;
        grants = queue.grants();
        return Optional.ofNullable(found);
    }

    private @Nullable Placement search() {
        while (kind != PassStage.Kind.END) {
            PassStage current = stage == null ? begin() : stage;
            stage = current;
            @Nullable Placement found = current.next();
            if (found != null) {
                return found;
            }
            looked += current instanceof VisitStage visit ? visit.looked() : 0;
            kind = after(current);
            stage = null;
        }
        return null;
    }

    /** The stage that follows. Early starts are last, after all other jobs. */
    private static PassStage.Kind after(PassStage stage) {
        PassStage.Kind then = stage.then();
        return then == PassStage.Kind.END && !(stage instanceof PromiseStage) ? PassStage.Kind.EARLY : then;
    }

    private PassStage begin() {
        if (kind == PassStage.Kind.PROMISED) {
            return new PromiseStage(seats, false, first);
        }
        List<WaitingJob> tried = came;
        if (kind != PassStage.Kind.ADVANCE) {
            came = List.of();
        }
        return switch (kind) {
            case PROMISED, EARLY -> new PromiseStage(seats, true, PassStage.Kind.END);
            case DUE -> new DueStage(lanes, search, seats);
            case ADVANCE -> new AdvanceStage(lanes, search, tried);
            case VISIT -> new VisitStage(lanes, known, search);
            case NEW -> new NewStage(lanes, search, tried);
            case END -> throw new IllegalStateException("the pass is over");
        };
    }
}
