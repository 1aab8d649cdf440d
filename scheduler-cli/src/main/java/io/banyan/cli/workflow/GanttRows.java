package io.banyan.cli.workflow;

import io.banyan.sim.plot.Axis;
import io.banyan.sim.plot.GanttPlot;
import io.banyan.sim.plot.GanttPlot.Mark;
import io.banyan.sim.plot.GanttPlot.Stay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rows of a picture over time. A place has more than one row if several of its boxes overlap. */
final class GanttRows {
    private static final double HOUR_SEC = 3_600;
    private static final double MINUTE_SEC = 60;
    private static final int MINUTES_UP_TO_SEC = 3 * 3_600;

    private final List<String> rows = new ArrayList<>();
    private final List<Stay> stays = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final long lastSec;

    /** A box: its time in seconds since the start of the picture, its colour, and its description. */
    record Box(long fromSec, long toSec, int colour, String hint) {}

    /** Rows of a picture that ends after {@code lastSec} seconds. */
    GanttRows(long lastSec) {
        this.lastSec = lastSec;
    }

    private boolean isMinutes() {
        return lastSec <= MINUTES_UP_TO_SEC;
    }

    /** Returns the word for the unit of time. */
    String unit() {
        return isMinutes() ? "minutes" : "hours";
    }

    /** Returns a time in seconds in the unit of the picture. */
    double inUnits(long sec) {
        return sec / (isMinutes() ? MINUTE_SEC : HOUR_SEC);
    }

    /** Adds the rows of a place; a box comes into the first row that is free. O(boxes x rows). */
    void add(String place, List<Box> boxes) {
        int first = rows.size();
        rows.add(place);
        List<Long> freeFrom = new ArrayList<>(List.of(0L));
        for (Box box :
                boxes.stream().sorted(Comparator.comparingLong(Box::fromSec)).toList()) {
            int row = 0;
            while (row < freeFrom.size() && freeFrom.get(row) > box.fromSec()) {
                row++;
            }
            if (row == freeFrom.size()) {
                freeFrom.add(0L);
                rows.add("");
            }
            freeFrom.set(row, box.toSec());
            stays.add(new Stay(
                    first + row, first + row, inUnits(box.fromSec()), inUnits(box.toSec()), box.colour(), box.hint()));
        }
    }

    /** Adds a line at a time. */
    void mark(long sec, String hint) {
        marks.add(new Mark(inUnits(sec), hint));
    }

    /** Returns the picture. */
    String svg(String title) {
        return GanttPlot.svg(title, Axis.upTo(unit(), inUnits(lastSec)), rows, stays, marks);
    }
}
