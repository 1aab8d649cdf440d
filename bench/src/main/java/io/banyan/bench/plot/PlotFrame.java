package io.banyan.bench.plot;

import io.banyan.bench.plot.SvgPicture.Anchor;

/**
 * The axes of a plot with their labels, and the boxes of measured values that both kinds of plots draw. Not
 * thread-safe.
 */
final class PlotFrame {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;
    private static final double LEFT = 70;
    private static final double RIGHT = WIDTH - 20;
    private static final double TOP = 40;
    private static final double BOTTOM = HEIGHT - 50;
    private static final int TICKS = 8;
    private static final double TICK_LENGTH = 5;
    private static final double TITLE_Y = 22;
    private static final double LABEL_DISTANCE = 18;
    private static final double OUTLIER_RADIUS = 2;
    private static final String INK = "#333333";
    private static final String GRID = "#e5e5e5";
    private static final String BOX = "#9ecae1";

    private final SvgPicture svg = new SvgPicture(WIDTH, HEIGHT);
    private final Scale y;

    /**
     * A frame with its vertical axis.
     *
     * @param most the largest value that must have a place
     */
    PlotFrame(String title, String xLabel, String yLabel, double most) {
        y = Scale.upTo(most, TICKS, BOTTOM, TOP);
        for (double tick : y.ticks()) {
            double at = y.place(tick);
            svg.line(LEFT, at, RIGHT, at, GRID, 1).line(LEFT - TICK_LENGTH, at, LEFT, at, INK, 1);
            svg.words(LEFT - 2 * TICK_LENGTH, at + 4, Anchor.END, y.label(tick));
        }
        svg.line(LEFT, TOP, LEFT, BOTTOM, INK, 1).line(LEFT, BOTTOM, RIGHT, BOTTOM, INK, 1);
        svg.words((LEFT + RIGHT) / 2, TITLE_Y, Anchor.MIDDLE, title);
        svg.words((LEFT + RIGHT) / 2, HEIGHT - 10.0, Anchor.MIDDLE, xLabel);
        svg.upward(LABEL_DISTANCE, (TOP + BOTTOM) / 2, yLabel);
    }

    /** A horizontal axis of numbers, with ticks. */
    Scale numbers(double most) {
        Scale x = Scale.upTo(most, TICKS, LEFT, RIGHT);
        x.ticks().forEach(tick -> mark(x.place(tick), x.label(tick)));
        return x;
    }

    /** The middle of a column, of so many that share the width; it is marked with its label. */
    double column(int i, int columns, String label) {
        double at = LEFT + (i + 0.5) * (RIGHT - LEFT) / columns;
        mark(at, label);
        return at;
    }

    private void mark(double at, String label) {
        svg.line(at, BOTTOM, at, BOTTOM + TICK_LENGTH, INK, 1).words(at, BOTTOM + LABEL_DISTANCE, Anchor.MIDDLE, label);
    }

    /**
     * A box from quartile to quartile with its median, its whiskers and what lies beyond them; how many values are
     * above the frame is said in words.
     */
    void box(Box box, double at, double width) {
        var summary = box.summary();
        double half = width / 2;
        svg.line(at, y.place(box.lowerWhisker()), at, y.place(box.upperWhisker()), INK, 1);
        svg.rectangle(
                at - half,
                y.place(summary.upper()),
                width,
                Math.max(1, y.place(summary.lower()) - y.place(summary.upper())),
                BOX,
                INK);
        for (double whisker : new double[] {box.lowerWhisker(), box.upperWhisker()}) {
            svg.line(at - half / 2, y.place(whisker), at + half / 2, y.place(whisker), INK, 1);
        }
        svg.line(at - half, y.place(summary.median()), at + half, y.place(summary.median()), INK, 2);
        int above = 0;
        for (double outlier : box.outliers()) {
            if (outlier > y.high()) {
                above++;
            } else {
                svg.circle(at, y.place(outlier), OUTLIER_RADIUS, "none", INK);
            }
        }
        if (above > 0) {
            svg.words(at, TOP - 4, Anchor.MIDDLE, "+" + above);
        }
    }

    /** A line between two points, by their places along the horizontal axis and their values. */
    void line(double x1, double value1, double x2, double value2, String colour) {
        svg.line(x1, y.place(value1), x2, y.place(value2), colour, 1.5);
    }

    /** A line of the legend, in the upper left corner. */
    void legend(int i, String colour, String words) {
        double at = TOP + 12 + LABEL_DISTANCE * i;
        svg.line(LEFT + 12, at - 4, LEFT + 36, at - 4, colour, 2).words(LEFT + 42, at, Anchor.START, words);
    }

    /** The document. */
    @Override
    public String toString() {
        return svg.toString();
    }
}
