package io.banyan.sim.plot;

import io.banyan.sim.plot.Svg.Anchor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Box plots of measured values (Tukey, <i>Exploratory Data Analysis</i>, 1977): side by side, or over a number. */
public final class BoxPlot {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 340;
    private static final double OF_A_COLUMN = 40;
    private static final double OF_A_NUMBER = 8;
    /** The room above the highest whisker. Outliers beyond it are counted only. */
    private static final double ROOM = 1.3;

    private static final double OUTLIER_RADIUS = 2;

    /**
     * A box.
     *
     * @param lower the first quartile
     * @param upper the third quartile
     * @param lowerWhisker the smallest value that is no outlier
     * @param upperWhisker the largest value that is no outlier
     * @param outliers the values beyond the whiskers
     */
    public record Box(
            double lowerWhisker,
            double lower,
            double median,
            double upper,
            double upperWhisker,
            List<Double> outliers) {
        /** Copies the list. */
        public Box {
            outliers = List.copyOf(outliers);
        }
    }

    private BoxPlot() {}

    /** Returns the picture of boxes side by side, by their labels, in the order of the map. O(outliers). */
    public static String columns(String title, String xLabel, String yLabel, Map<String, Box> boxes) {
        Axis x = Axis.between(xLabel, 0, boxes.size());
        var frame = new Frame(title, x, values(yLabel, boxes.values()), WIDTH, HEIGHT, List.of())
                .columns(List.copyOf(boxes.keySet()));
        double at = 0.5;
        for (Box box : boxes.values()) {
            draw(frame, box, frame.x(at), OF_A_COLUMN);
            at++;
        }
        return frame.svg.end();
    }

    /** Returns the picture of a box at each number, and of lines such as models of them. O(outliers + points). */
    public static String numbers(
            String title, String xLabel, String yLabel, SortedMap<Integer, Box> boxes, List<Series> lines) {
        Axis x = Axis.upTo(xLabel, boxes.lastKey());
        List<String> names = lines.stream().map(Series::name).toList();
        var frame = new Frame(title, x, values(yLabel, boxes.values()), WIDTH, HEIGHT, names).axes();
        for (int i = 0; i < lines.size(); i++) {
            frame.svg.path(LinePlot.points(frame, lines.get(i)), Palette.colour(i), 2, Palette.dashes(i));
        }
        boxes.forEach((number, box) -> draw(frame, box, frame.x(number), OF_A_NUMBER));
        return frame.svg.end();
    }

    private static Axis values(String label, Collection<Box> boxes) {
        return Axis.upTo(
                label,
                ROOM * boxes.stream().mapToDouble(Box::upperWhisker).max().orElse(0));
    }

    private static void draw(Frame frame, Box box, double at, double width) {
        double half = width / 2;
        Svg svg = frame.svg;
        svg.line(at, frame.y(box.lowerWhisker), at, frame.y(box.upperWhisker), Palette.INK, 1);
        double top = frame.y(box.upper);
        svg.box(at - half, top, width, Math.max(1, frame.y(box.lower) - top), Palette.fill(0), "");
        for (double whisker : new double[] {box.lowerWhisker, box.upperWhisker}) {
            svg.line(at - half / 2, frame.y(whisker), at + half / 2, frame.y(whisker), Palette.INK, 1);
        }
        svg.line(at - half, frame.y(box.median), at + half, frame.y(box.median), Palette.INK, 2);
        long above = box.outliers.stream().filter(frame::isAbove).count();
        box.outliers.stream()
                .filter(outlier -> !frame.isAbove(outlier))
                .forEach(outlier -> svg.circle(at, frame.y(outlier), OUTLIER_RADIUS, "none", Palette.INK));
        if (above > 0) {
            svg.text(at, frame.top() - 4, "+" + above, Anchor.MIDDLE, Palette.INK);
        }
    }
}
