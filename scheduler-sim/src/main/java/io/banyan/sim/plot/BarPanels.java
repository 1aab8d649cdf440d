package io.banyan.sim.plot;

import io.banyan.sim.plot.Svg.Anchor;
import java.util.List;

/** Several numbers of a few things side by side: a panel for each number, a bar for each thing. */
public final class BarPanels {
    private static final int PANEL_WIDTH = 450;
    private static final int IN_A_ROW = 2;
    private static final int BAR = 22;
    private static final int PANEL_HEAD = 34;
    private static final int NAMES = 150;
    private static final int VALUES = 150;
    private static final int TITLE = 36;

    /**
     * One number.
     *
     * @param label with its unit
     * @param values of each thing
     * @param end the value at the end of the axis
     */
    public record Panel(String label, List<Value> values, double end) {
        /** Copies the list. */
        public Panel {
            values = List.copyOf(values);
        }

        /** A panel whose axis ends at its largest value. */
        public Panel(String label, List<Value> values) {
            this(label, values, largest(values));
        }
    }

    /** The largest value with its error bar. */
    public static double largest(List<Value> values) {
        return values.stream().mapToDouble(it -> it.value + it.halfWidth).max().orElse(0);
    }

    /**
     * The value of one bar.
     *
     * @param value not negative
     * @param halfWidth half the length of the error bar; 0 for none
     * @param shown as it is written
     */
    public record Value(double value, double halfWidth, String shown) {}

    private BarPanels() {}

    /** The picture with two panels in a row. O(panels x things). */
    public static String svg(String title, List<String> things, List<Panel> panels) {
        return svg(title, things, panels, IN_A_ROW);
    }

    /** The picture with so many panels in a row. O(panels x things). */
    public static String svg(String title, List<String> things, List<Panel> panels, int inARow) {
        int rows = (panels.size() + inARow - 1) / inARow;
        int high = PANEL_HEAD + BAR * things.size() + 14;
        var svg = new Svg(PANEL_WIDTH * inARow, TITLE + rows * high, title);
        svg.heading(14, 22, title);
        for (int i = 0; i < panels.size(); i++) {
            panel(svg, things, panels.get(i), (i % inARow) * PANEL_WIDTH, TITLE + (i / inARow) * high);
        }
        return svg.end();
    }

    private static void panel(Svg svg, List<String> things, Panel panel, double left, double top) {
        svg.text(left + 14, top + 20, panel.label, Anchor.START, "#111111");
        double zero = left + NAMES;
        double scale = (PANEL_WIDTH - NAMES - VALUES) / Math.max(panel.end, 1e-9);
        for (int i = 0; i < things.size(); i++) {
            Value value = panel.values.get(i);
            double y = top + PANEL_HEAD + i * BAR;
            double end = zero + scale * value.value;
            svg.text(zero - 8, y + 12, things.get(i), Anchor.END, Palette.INK);
            svg.box(zero, y, end - zero, BAR - 7, Palette.colour(i), "");
            double half = scale * value.halfWidth;
            if (half > 0) {
                svg.line(end - half, y + 7.5, end + half, y + 7.5, "#111111", 1.2);
                svg.line(end - half, y + 4, end - half, y + 11, "#111111", 1.2);
                svg.line(end + half, y + 4, end + half, y + 11, "#111111", 1.2);
            }
            svg.text(end + half + 6, y + 12, value.shown, Anchor.START, Palette.INK);
        }
        svg.line(zero, top + PANEL_HEAD - 3, zero, top + PANEL_HEAD + things.size() * BAR - 4, Palette.FRAME, 1);
    }
}
