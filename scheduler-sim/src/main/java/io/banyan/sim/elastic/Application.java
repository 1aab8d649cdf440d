package io.banyan.sim.elastic;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.Malleable;
import io.banyan.elastic.PiecewiseLinear;
import java.util.Objects;
import java.util.Optional;

/**
 * A kind of malleable job: how long one takes, how long it stands still when it is rescaled, and whether it can be
 * stopped and go on later.
 *
 * @param bounds how much it runs with
 * @param runSec how long it takes from beginning to end with so much
 * @param rescaleSec how long it stands still when it comes to or goes from so much, whichever is more
 * @param checkpoint what it takes to stop one; empty where that cannot be done
 */
public record Application(
        String name,
        Malleable bounds,
        PiecewiseLinear runSec,
        PiecewiseLinear rescaleSec,
        Optional<Stopping> checkpoint) {
    /**
     * How long a checkpoint and a restart take.
     *
     * @param write with as much as it runs with
     * @param restart with as much as it goes on with
     */
    public record Stopping(PiecewiseLinear write, PiecewiseLinear restart) implements Checkpoint {
        /** Checks that nothing is missing. */
        public Stopping {
            Objects.requireNonNull(write, "write");
            Objects.requireNonNull(restart, "restart");
        }

        @Override
        public double writeSec(long amount) {
            return write.at(amount);
        }

        @Override
        public double restartSec(long amount) {
            return restart.at(amount);
        }
    }

    /** Checks that nothing is missing. */
    public Application {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(bounds, "bounds");
        Objects.requireNonNull(runSec, "runSec");
        Objects.requireNonNull(rescaleSec, "rescaleSec");
        Objects.requireNonNull(checkpoint, "checkpoint");
    }

    /** One that cannot be stopped. */
    public Application(String name, Malleable bounds, PiecewiseLinear runSec, PiecewiseLinear rescaleSec) {
        this(name, bounds, runSec, rescaleSec, Optional.empty());
    }

    /** How long it stands still from one amount to another. */
    public double rescaleSec(long from, long to) {
        return rescaleSec.at(Math.max(from, to));
    }
}
