package io.banyan.sim.elastic;

import io.banyan.elastic.Malleable;
import java.util.Objects;

/**
 * A kind of malleable job: how long one takes, and how long it stands still when it is rescaled.
 *
 * @param bounds how much it runs with
 * @param runSec how long it takes from beginning to end with so much
 * @param rescaleSec how long it stands still when it comes to or goes from so much, whichever is more
 */
public record Application(String name, Malleable bounds, PiecewiseLinear runSec, PiecewiseLinear rescaleSec) {
    /** Checks that nothing is missing. */
    public Application {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(bounds, "bounds");
        Objects.requireNonNull(runSec, "runSec");
        Objects.requireNonNull(rescaleSec, "rescaleSec");
    }

    /** How long it stands still from one amount to another. */
    public double rescaleSec(long from, long to) {
        return rescaleSec.at(Math.max(from, to));
    }
}
