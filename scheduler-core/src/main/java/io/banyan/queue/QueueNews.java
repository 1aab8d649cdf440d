package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.LinkedHashSet;
import java.util.Set;

/** The changes since the last pass: the jobs that came, and the greatest change to the resources or the order. */
final class QueueNews {
    /** The jobs that came, or lost their reservations, since the last pass. */
    private final Set<JobId> fresh = new LinkedHashSet<>();

    private Change most = Change.NONE;

    /** The changes to the resources since the last pass. */
    enum Change {
        NONE,
        /**
         * Another job may have a reservation, is among the first jobs that are examined, or is no longer over a limit.
         */
        SEAT,
        /** A job has released resources that were booked for it. */
        FREED,
        /** There is more, now or later, than was planned with. */
        MORE
    }

    void came(JobId job) {
        fresh.add(job);
    }

    void hear(Change one) {
        most = one.compareTo(most) > 0 ? one : most;
    }

    boolean isAny() {
        return !fresh.isEmpty() || most != Change.NONE;
    }

    /** Returns the first stage of a pass after these changes, and forgets the failures that may not stand any more. */
    PassStage.Kind firstStage(KnownFailures known) {
        return switch (most) {
            case MORE -> {
                known.inVain().clear();
                known.nowhere().clear();
                yield PassStage.Kind.ADVANCE;
            }
            case FREED -> {
                known.inVain().clear();
                yield PassStage.Kind.DUE;
            }
            case SEAT -> PassStage.Kind.VISIT;
            case NONE -> fresh.isEmpty() ? PassStage.Kind.END : PassStage.Kind.NEW;
        };
    }

    /** Returns the jobs that came, in the order in which they came. */
    Iterable<JobId> fresh() {
        return fresh;
    }

    void clear() {
        fresh.clear();
        most = Change.NONE;
    }
}
