package io.banyan.sim.elastic;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.Malleable;
import io.banyan.elastic.PiecewiseLinear;
import java.util.Objects;
import java.util.Optional;

/**
 * A kind of malleable job: its run time, its standstill at a rescale, and whether it can be stopped and continue later.
 *
 * @param bounds the amounts with which it runs
 * @param runSec its run time by amount
 * @param rescaleSec its standstill at a rescale by the greater of the two amounts
 * @param checkpoint the times of a stop; empty if it cannot be stopped
 */
public record Application(
        String name,
        Malleable bounds,
        PiecewiseLinear runSec,
        PiecewiseLinear rescaleSec,
        Optional<Stopping> checkpoint) {
    /**
     * The times of a checkpoint and a restart.
     *
     * @param write by the amount before the stop
     * @param restart by the amount after the restart
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
