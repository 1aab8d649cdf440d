package io.banyan.bench.replanning;

/**
 * The figures of one run.
 *
 * @param makespanSec the time from the planned start of the first block to the end of the run
 * @param promisedSec the length of the first plan
 * @param queued the number of jobs that ran in the queue
 * @param revisions the revisions
 * @param released the number of reservations that were released early
 * @param takenAtOnce the number of those after which a waiting job got an earlier start in the same second
 */
record RunFigures(
        long makespanSec, long promisedSec, long queued, RevisionCounts revisions, int released, int takenAtOnce) {}
