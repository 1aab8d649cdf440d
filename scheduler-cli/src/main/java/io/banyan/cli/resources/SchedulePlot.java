package io.banyan.cli.resources;

import io.banyan.cli.call.JobView;
import io.banyan.instance.message.client.Span;
import io.banyan.sim.plot.Axis;
import io.banyan.sim.plot.GanttPlot;
import io.banyan.sim.plot.GanttPlot.Stay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The picture of the jobs on each node over time: a row for each node, and more rows if several jobs have parts of the
 * node at the same time.
 */
final class SchedulePlot {
    private static final int HELD = 0;
    private static final int RESERVED = 5;
    private static final int EXPECTED = 4;
    private static final int KEPT = 6;
    private static final long MINUTES_UP_TO_SEC = 3 * 3_600;
    private static final long HOURS_UP_TO_SEC = 4 * 86_400;

    private final long fromSec;
    private final long toSec;
    private final Map<String, List<Span>> byNode = new TreeMap<>(Comparator.comparing(SchedulePlot::digitless)
            .thenComparingInt(String::length)
            .thenComparing(name -> name));
    private final List<String> rows = new ArrayList<>();
    private final List<Stay> stays = new ArrayList<>();

    private final int spans;
    private int withoutNodes;

    private SchedulePlot(List<Span> spans, long fromSec, long toSec) {
        this.fromSec = fromSec;
        this.toSec = toSec;
        for (Span span : spans) {
            withoutNodes += span.nodes().isEmpty() ? 1 : 0;
            span.nodes()
                    .forEach(node -> byNode.computeIfAbsent(node, it -> new ArrayList<>())
                            .add(span));
        }
        this.spans = spans.size() - withoutNodes;
        byNode.forEach(this::addRows);
    }

    /** Returns the plot of these spans, for nodes that a job uses. O(spans x nodes). */
    static SchedulePlot of(List<Span> spans, long fromSec, long toSec) {
        return new SchedulePlot(spans, fromSec, toSec);
    }

    /** node9 comes before node10. */
    private static String digitless(String name) {
        return name.replaceAll("[0-9]+$", "");
    }

    /** In words, that so many are not drawn. */
    static String left(int withoutNodes) {
        return withoutNodes + " more without known nodes " + (withoutNodes == 1 ? "is" : "are") + " not drawn";
    }

    /** How many are drawn. */
    int spans() {
        return spans;
    }

    /** Returns the number of omitted jobs, whose nodes are not known. */
    int withoutNodes() {
        return withoutNodes;
    }

    int nodes() {
        return byNode.size();
    }

    /** The first row that is free takes the next, in the order of their starts. */
    private void addRows(String node, List<Span> spans) {
        int first = rows.size();
        List<Long> freeFrom = new ArrayList<>();
        for (Span span : spans) {
            int row = 0;
            while (row < freeFrom.size() && freeFrom.get(row) > span.window().startSec()) {
                row++;
            }
            if (row == freeFrom.size()) {
                freeFrom.add(0L);
                rows.add(row == 0 ? node : "");
            }
            freeFrom.set(row, span.window().endSec());
            stays.add(stay(first + row, span));
        }
    }

    private Stay stay(int row, Span span) {
        double begin = Math.max(0, span.window().startSec() - fromSec);
        double end = Math.min(toSec, span.window().endSec()) - fromSec;
        return new Stay(row, row, begin / unitSec(), end / unitSec(), colour(span), hint(span));
    }

    private static int colour(Span span) {
        if (span.reservation().isPresent()) {
            return KEPT;
        }
        return switch (span.kind()) {
            case HELD -> HELD;
            case RESERVED -> RESERVED;
            case EXPECTED -> EXPECTED;
        };
    }

    private static String hint(Span span) {
        String what = span.reservation()
                .map(name -> "reservation " + name)
                .orElse("job " + span.job() + " of " + span.owner() + ", " + JobView.lower(span.kind()));
        return what + ", " + JobView.start(span.window()) + " to " + JobView.end(span.window());
    }

    private long unitSec() {
        if (toSec - fromSec <= MINUTES_UP_TO_SEC) {
            return 60;
        }
        return toSec - fromSec <= HOURS_UP_TO_SEC ? 3_600 : 86_400;
    }

    private String unit() {
        return unitSec() == 60 ? "minutes" : unitSec() == 3_600 ? "hours" : "days";
    }

    String svg() {
        Axis time = Axis.between(unit() + " after " + JobView.time(fromSec), 0, (toSec - fromSec) / (double) unitSec());
        return GanttPlot.svg(
                "Blue: held. Yellow: reserved. Light blue: expected. Brown: kept for a reservation."
                        + (withoutNodes == 0 ? "" : " " + left(withoutNodes) + "."),
                time,
                rows.isEmpty() ? List.of("") : rows,
                stays);
    }
}
