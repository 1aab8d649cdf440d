package io.banyan.elastic;

import java.util.Optional;

/**
 * The knowledge of how a job progresses: from models, or measured by the application itself. Its methods are pure;
 * times are in seconds, not negative.
 */
public interface Prospect {
    /**
     * How long the rest of it takes with this amount from now on; where it goes on from a checkpoint, the restart
     * included.
     */
    double remainingSec(long amount);

    /** How long it stands still when it goes from one amount to another. */
    double rescaleSec(long from, long to);

    /** Returns the cost of a checkpoint; empty where the job cannot be stopped. */
    default Optional<Checkpoint> checkpoint() {
        return Optional.empty();
    }
}
