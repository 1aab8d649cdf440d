package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.Set;
import java.util.TreeSet;

/**
 * The results of earlier searches that found nothing, kept from pass to pass to save matches.
 *
 * @param inVain the requests that cannot be met now
 * @param nowhere the requests that cannot be met at any time that is planned
 * @param tooLate the jobs for which there is room only when it is of no use to them
 */
record KnownFailures(MatchFailures inVain, MatchFailures nowhere, Set<JobId> tooLate) {
    KnownFailures() {
        this(new MatchFailures(), new MatchFailures(), new TreeSet<>());
    }

    void clear() {
        inVain.clear();
        nowhere.clear();
        tooLate.clear();
    }

    /** Notes the outcome for a job that may have had a reservation. */
    void note(WaitingJob job, Seats.NoTime outcome) {
        inVain.add(job);
        switch (outcome) {
            case NOWHERE -> nowhere.add(job);
            case TOO_LATE -> tooLate.add(job.id());
        }
    }
}
