package io.banyan.cli.simulate;

import io.banyan.sim.deadline.BookingRun;
import io.banyan.sim.deadline.ExecutionOutcome;
import io.banyan.sim.deadline.GroupedOutcome;
import io.banyan.sim.deadline.JobGroup;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The numbers of a run with deadlines.
 *
 * @param values those that the run has; a run by counts has no programs, and a run without messages between
 *     nodes has no distances
 * @param sizes the jobs by size; empty without programs
 * @param types the jobs by type of their programs; empty without programs
 */
record DeadlineFigures(Map<Figure, Double> values, List<JobGroup> sizes, List<JobGroup> types) {
    private static final double DAY_SEC = 86_400;
    private static final double HOUR_SEC = 3_600;
    private static final double PERCENT = 100;

    DeadlineFigures {
        values = Collections.unmodifiableMap(new EnumMap<>(values));
        sizes = List.copyOf(sizes);
        types = List.copyOf(types);
    }

    /** A number of a run. */
    enum Figure {
        ACCEPTED("accepted", "jobs", "%.0f", true),
        CANCELLED("cancelled", "%", "%.1f", true),
        COMPLETED("completed", "jobs", "%.0f", true),
        WORK("work", "node h", "%.0f", true),
        REFUSED_BY_SHAPE("refused_by_shape", "jobs", "%.0f", false),
        LARGEST("largest_at_refusal", "%", "%.1f", false),
        TIME("time", "d", "%.1f", false),
        USED("used", "%", "%.1f", false),
        SHARING("sharing", "x", "%.2f", false),
        MESSAGES("messages", "x", "%.2f", false),
        DISTANCE("distance", "links", "%.2f", true),
        LEAST_DISTANCE("least_distance", "links", "%.2f", false);

        private final String label;
        private final String unit;
        private final String format;
        private final boolean isShort;

        Figure(String label, String unit, String format, boolean isShort) {
            this.label = label;
            this.unit = unit;
            this.format = format;
            this.isShort = isShort;
        }

        String label() {
            return label;
        }

        String unit() {
            return unit;
        }

        /** Whether the table for people has it. */
        boolean isShort() {
            return isShort;
        }

        String plain(double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    /** A number that all runs of programs have. */
    double value(Figure figure) {
        return Objects.requireNonNull(values.get(figure), figure::label);
    }

    /** The numbers of acceptance by counts. */
    static DeadlineFigures of(BookingRun.Outcome outcome) {
        return new DeadlineFigures(
                Map.of(Figure.ACCEPTED, (double) outcome.accepted(), Figure.TIME, outcome.lastEndSec() / DAY_SEC),
                List.of(),
                List.of());
    }

    /** The numbers of a run of programs. */
    static DeadlineFigures of(GroupedOutcome grouped) {
        ExecutionOutcome outcome = grouped.total();
        Map<Figure, Double> values = new EnumMap<>(Figure.class);
        values.put(Figure.ACCEPTED, (double) outcome.accepted());
        values.put(Figure.CANCELLED, PERCENT * outcome.cancelledShare());
        values.put(Figure.COMPLETED, (double) outcome.completed());
        values.put(Figure.WORK, outcome.completedNodeSec() / HOUR_SEC);
        values.put(Figure.REFUSED_BY_SHAPE, (double) outcome.refusedByShape());
        if (outcome.freeAtRefusal() > 0) {
            values.put(Figure.LARGEST, PERCENT * outcome.largestAtRefusal() / outcome.freeAtRefusal());
        }
        values.put(Figure.TIME, outcome.lastEndSec() / DAY_SEC);
        values.put(Figure.USED, PERCENT * outcome.usedShare());
        values.put(Figure.SHARING, outcome.sharingSlowdown());
        values.put(Figure.MESSAGES, outcome.messageSlowdown());
        if (outcome.leastDistance() > 0) {
            values.put(Figure.DISTANCE, outcome.distance());
            values.put(Figure.LEAST_DISTANCE, outcome.leastDistance());
        }
        return new DeadlineFigures(values, grouped.sizes(), grouped.types());
    }
}
