package io.banyan.cli.query;

import io.banyan.schedule.JobId;

/**
 * One line of the session's job table.
 *
 * @param state what became of it
 * @param atSec when it starts
 * @param jobspec the file that asked for it
 * @param elapsedSec how long the match took
 */
record QueryJob(JobId id, State state, long atSec, String jobspec, double elapsedSec) {
    enum State {
        ALLOCATED,
        RESERVED,
        CANCELED
    }

    QueryJob in(State other) {
        return new QueryJob(id, other, atSec, jobspec, elapsedSec);
    }

    @Override
    public String toString() {
        return "%s, %s, %d, %s, %f".formatted(id, state, atSec, jobspec, elapsedSec);
    }
}
