package io.banyan.sim.plot;

import io.banyan.sim.plot.Svg.Anchor;
import java.util.List;

/** Several numbers of a few things side by side: a panel for each number, a bar for each thing. */
public final class BarPanels {
    private static final int WIDTH = 900;
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
     */
    public record Panel(String label, List<Value> values) {
        /** Copies the list. */
        public Panel {
            values = List.copyOf(values);
        }
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

    /** The picture. O(panels x things). */
    public static String svg(String title, List<String> things, List<Panel> panels) {
        int rows = (panels.size() + IN_A_ROW - 1) / IN_A_ROW;
        int high = PANEL_HEAD + BAR * things.size() + 14;
        var svg = new Svg(WIDTH, TITLE + rows * high, title);
        svg.heading(14, 22, title);
        int wide = WIDTH / IN_A_ROW;
        for (int i = 0; i < panels.size(); i++) {
            panel(svg, things, panels.get(i), (i % IN_A_ROW) * wide, TITLE + (i / IN_A_ROW) * high);
        }
        return svg.end();
    }

    private static void panel(Svg svg, List<String> things, Panel panel, double left, double top) {
        svg.text(left + 14, top + 20, panel.label, Anchor.START, "#111111");
        double most = 1e-9;
        for (Value value : panel.values) {
            most = Math.max(most, value.value + value.halfWidth);
        }
        double zero = left + NAMES;
        double scale = (WIDTH / (double) IN_A_ROW - NAMES - VALUES) / most;
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
