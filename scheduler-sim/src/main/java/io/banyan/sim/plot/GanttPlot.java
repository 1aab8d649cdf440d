package io.banyan.sim.plot;

import java.util.List;

/** A plot of stays over time: a row for each place, a box for each stay. */
public final class GanttPlot {
    private static final int WIDTH = 900;
    private static final int LEAST_HEIGHT = 160;
    private static final int MOST_HEIGHT = 640;
    private static final int OF_EACH = 14;
    private static final int AROUND = 48;
    private static final int LABELS = 24;

    /** One stay in neighbouring rows, the last included; colours are numbered. */
    public record Stay(int firstRow, int lastRow, double from, double to, int colour, String hint) {}

    /** A time that a dashed line through all rows shows. */
    public record Mark(double at, String hint) {}

    /** The number of the colour of stays in the background. */
    public static final int GREY = -1;

    private GanttPlot() {}

    /** The picture. O(stays). */
    public static String svg(String title, Axis x, List<String> rows, List<Stay> stays) {
        return svg(title, x, rows, stays, List.of());
    }

    /** The picture, with lines at some times. O(stays + marks). */
    public static String svg(String title, Axis x, List<String> rows, List<Stay> stays, List<Mark> marks) {
        int height = Math.clamp((long) rows.size() * OF_EACH, LEAST_HEIGHT, MOST_HEIGHT) + AROUND;
        var frame = new Frame(title, x, new Axis("nodes", 0, rows.size(), false), WIDTH, height, List.of()).below();
        double row = (frame.bottom() - frame.top()) / rows.size();
        int every = Math.max(1, (int) Math.ceil(rows.size() / (double) LABELS));
        for (int i = 0; i < rows.size(); i += every) {
            double at = frame.top() + (i + 0.5) * row + 4;
            frame.svg.text(68, at, rows.get(i), Svg.Anchor.END, Palette.INK);
        }
        double gap = row > 4 ? 1 : 0;
        for (Stay stay : stays) {
            double from = frame.x(stay.from);
            double top = frame.top() + stay.firstRow * row;
            double width = Math.max(0.6, frame.x(stay.to) - from - (row > 4 ? 0.5 : 0));
            double high = (stay.lastRow - stay.firstRow + 1) * row - gap;
            frame.svg.box(from, top, width, high, colour(stay), stay.hint);
        }
        for (Mark mark : marks) {
            String line = "M" + Svg.number(frame.x(mark.at)) + " " + Svg.number(frame.top()) + "V"
                    + Svg.number(frame.bottom());
            frame.svg.path(line, Palette.INK, 1.5, Palette.dashes(1));
            frame.svg.text(frame.x(mark.at) - 4, frame.top() + 10, mark.hint, Svg.Anchor.END, Palette.INK);
        }
        return frame.svg.end();
    }

    private static String colour(Stay stay) {
        return stay.colour == GREY ? Palette.BACKGROUND : Palette.fill(stay.colour);
    }
}
