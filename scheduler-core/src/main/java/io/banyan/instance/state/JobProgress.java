package io.banyan.instance.state;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.PiecewiseLinear;
import io.banyan.elastic.Prospect;
import io.banyan.jobspec.Pace;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The progress of a job, computed from the speed in its jobspec and the times of its rescales. For a job that is not
 * malleable, its time limit counts.
 *
 * @param done the completed part of its work at that time, from 0 to 1; 0 if its jobspec states no speed
 * @param sinceMillis the time since which it works with its present amount; in the future while it continues from a
 *     checkpoint
 * @param askedMillis the time of its last proposal
 * @param measuredSec the duration of the last accepted rescale; empty before the first
 */
public record JobProgress(double done, long sinceMillis, long askedMillis, OptionalDouble measuredSec) {

    static JobProgress begun(long nowMillis) {
        return new JobProgress(0, nowMillis, nowMillis, OptionalDouble.empty());
    }

    JobProgress asked(long nowMillis) {
        return new JobProgress(done, sinceMillis, nowMillis, measuredSec);
    }

    /**
     * Returns the progress of a job that has taken a proposal, and has worked with its previous number of slots until
     * now.
     */
    JobProgress rescaled(OptionalDouble wholeSec, long nowMillis) {
        return new JobProgress(
                doneBy(wholeSec, nowMillis),
                nowMillis,
                askedMillis,
                OptionalDouble.of(Math.max(0, nowMillis - askedMillis) / 1000.0));
    }

    /** Returns the progress of a job that is requested to stop, and has worked until now. */
    JobProgress told(OptionalDouble wholeSec, long nowMillis) {
        return new JobProgress(doneBy(wholeSec, nowMillis), nowMillis, askedMillis, measuredSec);
    }

    /** Returns the progress of a job that begins again now, and gets further from {@code fromMillis} on. */
    JobProgress resumed(long fromMillis, long nowMillis) {
        return new JobProgress(done, fromMillis, nowMillis, measuredSec);
    }

    /** @param wholeSec the time for all of its work with its present amount */
    private double doneBy(OptionalDouble wholeSec, long nowMillis) {
        return wholeSec.isEmpty()
                ? done
                : Math.min(1, done + Math.max(0, nowMillis - sinceMillis) / 1000.0 / wholeSec.getAsDouble());
    }

    /** How long all of the work takes with so many slots. */
    static double wholeSec(Pace pace, long slots) {
        return new PiecewiseLinear(pace.seconds()).at(slots);
    }

    /** How it gets on from now on, as a policy sees it that counts so many in a slot. */
    public Prospect prospect(Pace pace, long slots, long perSlot, long nowMillis) {
        double rescaleSec = pace.rescaleSec().orElse(measuredSec.orElse(0));
        return expected(new PiecewiseLinear(pace.seconds()), wholeSec(pace, slots), rescaleSec, perSlot, nowMillis);
    }

    /** Returns the prospect of a job that takes this time whatever it gets. */
    public Prospect lasting(long sec, long nowMillis) {
        return expected(new PiecewiseLinear(Map.of(1L, (double) sec)), (double) sec, 0, 1, nowMillis);
    }

    private Prospect expected(
            PiecewiseLinear seconds, double wholeSec, double rescaleSec, long perSlot, long nowMillis) {
        double left = 1 - doneBy(OptionalDouble.of(wholeSec), nowMillis);
        double standsSec = Math.max(0, sinceMillis - nowMillis) / 1000.0;
        return new Expected(seconds, left, standsSec, rescaleSec, perSlot);
    }

    /** Returns the prospect of a job that can be stopped. */
    public static Prospect stoppable(Prospect prospect, Checkpoint checkpoint) {
        return new Stoppable(prospect, checkpoint);
    }

    /** The prospect of a job from the work that is left at its pace, after the rest of a restart. */
    private record Expected(PiecewiseLinear wholeSec, double left, double standsSec, double rescaleSec, long perSlot)
            implements Prospect {
        @Override
        public double remainingSec(long amount) {
            return standsSec + left * wholeSec.at(amount / perSlot);
        }

        @Override
        public double rescaleSec(long from, long to) {
            return from == to ? 0 : rescaleSec;
        }
    }

    private record Stoppable(Prospect prospect, Checkpoint how) implements Prospect {
        @Override
        public double remainingSec(long amount) {
            return prospect.remainingSec(amount);
        }

        @Override
        public double rescaleSec(long from, long to) {
            return prospect.rescaleSec(from, to);
        }

        @Override
        public Optional<Checkpoint> checkpoint() {
            return Optional.of(how);
        }
    }
}
