package io.banyan.bench.replanning;

import io.banyan.workflow.run.RunEvent;
import java.util.ArrayList;
import java.util.List;

/** The revisions of one run. */
final class RevisionCounts {
    private static final double PERCENT = 100;

    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> processorSeconds = new ArrayList<>();
    private int better;
    private int forced;
    private int refused;
    private double sharesPercent;
    private double mostMovedPercent;

    /** Counts a revision that was booked. */
    void booked(RunEvent.Revised revised, int mostPercent) {
        double share = PERCENT * revised.moved().size() / Math.max(1, revised.blocks());
        if (revised.cause().isForced()) {
            forced++;
        } else {
            better++;
            sharesPercent += share;
            mostMovedPercent = Math.max(mostMovedPercent, share);
            if (share > mostPercent) {
                throw new IllegalStateException("it does not hold that at most " + mostPercent
                        + " % of the blocks move, found " + share + " %: " + revised.moved());
            }
        }
    }

    void refused() {
        refused++;
    }

    /** Notes the time of an answer of the planner, and its processor time. */
    void took(double one, double processor) {
        seconds.add(one);
        processorSeconds.add(processor);
    }

    List<Double> processorSeconds() {
        return processorSeconds;
    }

    List<Double> seconds() {
        return seconds;
    }

    int better() {
        return better;
    }

    int forced() {
        return forced;
    }

    int refusals() {
        return refused;
    }

    /** Returns the mean share of moved blocks of revisions for an earlier end, in percent. */
    double meanMovedPercent() {
        return sharesPercent / Math.max(1, better);
    }

    double mostMovedPercent() {
        return mostMovedPercent;
    }
}
