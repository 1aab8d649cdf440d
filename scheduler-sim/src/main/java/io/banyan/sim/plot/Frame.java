package io.banyan.sim.plot;

import io.banyan.sim.plot.Svg.Anchor;
import java.util.List;

/** The field that a plot is drawn in, with its axes: from values to places on the picture. */
final class Frame {
    private static final int LEFT = 74;
    private static final int RIGHT = 18;
    private static final int BELOW = 48;
    private static final int TITLE = 34;
    private static final int LEGEND_LINE = 18;
    private static final int SAMPLE = 26;
    /** About how wide a character is. */
    private static final double CHARACTER = 6.6;

    final Svg svg;
    private final Axis x;
    private final Axis y;
    private final int width;
    private final int height;
    private final int top;

    Frame(String title, Axis x, Axis y, int width, int height, List<String> legend) {
        this.x = x;
        this.y = y;
        this.width = width;
        this.top = TITLE + legendLines(legend, width) * LEGEND_LINE;
        this.height = height + top;
        this.svg = new Svg(width, this.height, title);
        svg.heading(LEFT, 22, title);
        legend(legend);
    }

    private static int legendLines(List<String> legend, int width) {
        int lines = legend.isEmpty() ? 0 : 1;
        double at = LEFT;
        for (String name : legend) {
            double entry = SAMPLE + 14 + CHARACTER * name.length();
            if (at + entry > width - RIGHT && at > LEFT) {
                lines++;
                at = LEFT;
            }
            at += entry;
        }
        return lines;
    }

    private void legend(List<String> legend) {
        double at = LEFT;
        double line = TITLE + 8;
        for (int i = 0; i < legend.size(); i++) {
            double entry = SAMPLE + 14 + CHARACTER * legend.get(i).length();
            if (at + entry > width - RIGHT && at > LEFT) {
                line += LEGEND_LINE;
                at = LEFT;
            }
            String sample = "M" + Svg.point(at, line) + "L" + Svg.point(at + SAMPLE - 4, line);
            svg.path(sample, Palette.colour(i), 2.5, Palette.dashes(i));
            svg.text(at + SAMPLE, line + 4, legend.get(i), Anchor.START, Palette.INK);
            at += entry;
        }
    }

    double x(double value) {
        return LEFT + x.part(value) * (width - LEFT - RIGHT);
    }

    double y(double value) {
        return bottom() - y.part(value) * (bottom() - top);
    }

    double top() {
        return top;
    }

    double bottom() {
        return height - BELOW;
    }

    /** Whether a value is above the upper edge. */
    boolean isAbove(double value) {
        return value > y.to();
    }

    /** Draws both axes with their grid; before the data, so that those are on top. */
    Frame axes() {
        left();
        return below();
    }

    /** Draws both axes, with a label in the middle of each column of width 1 instead of numbers. */
    Frame columns(List<String> labels) {
        left();
        for (int i = 0; i < labels.size(); i++) {
            svg.text(x(i + 0.5), bottom() + 16, labels.get(i), Anchor.MIDDLE, Palette.INK);
        }
        return edges();
    }

    private void left() {
        for (double tick : y.ticks()) {
            svg.line(LEFT, y(tick), width - RIGHT, y(tick), Palette.GRID, 1);
            svg.text(LEFT - 6, y(tick) + 4, Axis.shown(tick), Anchor.END, Palette.INK);
        }
        svg.upward(16, (top + bottom()) / 2, y.label());
    }

    /** Draws the lower axis alone. */
    Frame below() {
        for (double tick : x.ticks()) {
            svg.line(x(tick), top, x(tick), bottom(), Palette.GRID, 1);
            svg.text(x(tick), bottom() + 16, Axis.shown(tick), Anchor.MIDDLE, Palette.INK);
        }
        return edges();
    }

    private Frame edges() {
        svg.text((LEFT + width - RIGHT) / 2.0, height - 10, x.label(), Anchor.MIDDLE, Palette.INK);
        svg.line(LEFT, bottom(), width - RIGHT, bottom(), Palette.FRAME, 1);
        svg.line(LEFT, top, LEFT, bottom(), Palette.FRAME, 1);
        return this;
    }
}
