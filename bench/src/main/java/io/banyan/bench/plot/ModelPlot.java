package io.banyan.bench.plot;

import io.banyan.bench.statistics.Line;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Measured values over a number, as a box at each number, and the lines that model them. */
public final class ModelPlot {
    private static final double WIDTH = 8;
    private static final double ROOM = 1.2;

    private ModelPlot() {}

    /**
     * A line with what it is.
     *
     * @param name for the legend
     * @param line the model
     * @param colour as SVG names it
     */
    public record Model(String name, Line line, String colour) {}

    /**
     * The picture as SVG.
     *
     * @param values by their number, each with at least one value
     * @param models drawn over the whole width, where they are within the frame
     */
    public static String svg(
            String title, String xLabel, String yLabel, SortedMap<Integer, double[]> values, List<Model> models) {
        SortedMap<Integer, Box> boxes = new TreeMap<>();
        values.forEach((x, each) -> boxes.put(x, Box.of(each)));
        double most = boxes.values().stream()
                .map(Box::upperWhisker)
                .max(Comparator.naturalOrder())
                .orElse(0.0);
        var frame = new PlotFrame(title, xLabel, yLabel, ROOM * most);
        Scale x = frame.numbers(values.lastKey());
        for (int i = 0; i < models.size(); i++) {
            Model model = models.get(i);
            draw(frame, x, model, ROOM * most);
            frame.legend(i, model.colour(), model.name());
        }
        for (Map.Entry<Integer, Box> box : boxes.entrySet()) {
            frame.box(box.getValue(), x.place(box.getKey()), WIDTH);
        }
        return frame.toString();
    }

    /** From where the line is not below 0 to where it leaves the frame. */
    private static void draw(PlotFrame frame, Scale x, Model model, double most) {
        Line line = model.line();
        double from = line.slope() > 0 ? Math.max(x.low(), -line.intercept() / line.slope()) : x.low();
        double to = line.slope() > 0 ? Math.min(x.high(), (most - line.intercept()) / line.slope()) : x.high();
        if (from < to) {
            frame.line(x.place(from), line.at(from), x.place(to), line.at(to), model.colour());
        }
    }
}
