package io.banyan.queue;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of several cohorts in one order, the most urgent first; jobs may come and go meanwhile. To begin takes
 * O(cohorts), each step O(log cohorts).
 */
final class Frontier {
    private final PriorityQueue<Cursor> cursors;
    private @Nullable Cursor current;

    /** How far one cohort has been seen. */
    private static final class Cursor {
        private final Cohort cohort;
        private Iterator<WaitingJob> rest;
        private long seenChanges;
        private WaitingJob at;
        /** Whether all of the cohort's jobs are known to find nothing, and since which failure. */
        private boolean isInVain;

        private long seenFailures = -1;

        Cursor(Cohort cohort) {
            this.cohort = cohort;
            this.rest = cohort.jobs().iterator();
            this.seenChanges = cohort.jobs().changes();
            this.at = rest.next();
        }

        /** Moves to the next job that is not known to fail; returns whether there is one. */
        boolean passOver(MatchFailures inVain) {
            @Nullable WaitingJob found =
                    cohort.jobs().firstAfter(at, (shape, amount, length) -> !inVain.covers(shape, amount, length));
            if (found == null) {
                return false;
            }
            rest = cohort.jobs().from(found);
            seenChanges = cohort.jobs().changes();
            return true;
        }

        /** Whether there is another. */
        boolean advance() {
            if (cohort.jobs().changes() != seenChanges) {
                rest = cohort.jobs().after(at);
                seenChanges = cohort.jobs().changes();
            }
            if (rest.hasNext()) {
                at = rest.next();
                return true;
            }
            return false;
        }
    }

    Frontier(Collection<Cohort> cohorts) {
        cursors = new PriorityQueue<>(Math.max(1, cohorts.size()), Comparator.comparing((Cursor cursor) -> cursor.at));
        cohorts.forEach(cohort -> cursors.add(new Cursor(cohort)));
    }

    /** The next job, or null. */
    @Nullable WaitingJob next() {
        if (current != null && current.advance()) {
            @Nullable Cursor other = cursors.peek();
            if (other == null || current.at.compareTo(other.at) <= 0) {
                return current.at;
            }
            cursors.add(current);
        }
        current = cursors.poll();
        return current == null ? null : current.at;
    }

    /**
     * Skips those jobs, in the cohort of the job that was last returned, that are known to find nothing.
     */
    void passOver(MatchFailures inVain) {
        if (!current().passOver(inVain)) {
            drop();
        }
    }

    /** That of the job that was last returned. */
    Cohort cohort() {
        return current().cohort;
    }

    /** No others of this cohort are to come. */
    void drop() {
        current = null;
    }

    /** Whether all jobs of the cohort are known to fail. O(1) where nothing failed since this was last asked of it. */
    boolean isInVain(MatchFailures inVain) {
        Cursor cursor = current();
        if (cursor.seenFailures != inVain.version()) {
            cursor.seenFailures = inVain.version();
            cursor.isInVain = inVain.coverAll(cursor.cohort.jobs());
        }
        return cursor.isInVain;
    }

    private Cursor current() {
        if (current == null) {
            throw new IllegalStateException("no job was returned, or its cohort was dropped");
        }
        return current;
    }
}
