package io.banyan.sim.deadline;

import java.util.List;

/**
 * The accepted jobs of a mapping.
 *
 * @param submitted the number of submitted jobs
 * @param jobs those that are accepted
 * @param bookings of the accepted jobs; empty if jobs take their nodes while they run
 * @param refusedByShape the number of jobs for which enough nodes were free in time, but not in the shape
 * @param freeAtRefusal the mean of the most nodes that were free for such a job; 0 without any
 * @param largestAtRefusal the mean of the most of these nodes that were in the shape together: in the longest run of
 *     the curve, or in the largest region
 */
record AcceptedJobs(
        MappingRule rule,
        int submitted,
        List<DeadlineJob> jobs,
        List<NodeBooking> bookings,
        int refusedByShape,
        double freeAtRefusal,
        double largestAtRefusal) {
    AcceptedJobs {
        jobs = List.copyOf(jobs);
        bookings = List.copyOf(bookings);
    }

    /** Returns the answer with some of the accepted jobs only. */
    AcceptedJobs only(List<DeadlineJob> some) {
        return new AcceptedJobs(rule, submitted, some, bookings, refusedByShape, freeAtRefusal, largestAtRefusal);
    }

    /** The nodes of the accepted jobs times their run times. */
    double nodeSec() {
        return jobs.stream()
                .mapToDouble(job -> job.nodes() * (double) job.runSec())
                .sum();
    }
}
