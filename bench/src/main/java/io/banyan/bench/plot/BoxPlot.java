package io.banyan.bench.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Box plots side by side. */
public final class BoxPlot {
    private static final double WIDTH = 40;
    /** So much room is left above the highest whisker; outliers beyond it are counted only. */
    private static final double ROOM = 1.3;

    private BoxPlot() {}

    /**
     * The picture as SVG.
     *
     * @param values by the label of their box, each with at least one value, in the order of the boxes
     */
    public static String svg(String title, String xLabel, String yLabel, Map<String, double[]> values) {
        List<Box> boxes = new ArrayList<>();
        values.values().forEach(each -> boxes.add(Box.of(each)));
        double most = boxes.stream()
                .map(Box::upperWhisker)
                .max(Comparator.naturalOrder())
                .orElse(0.0);
        var frame = new PlotFrame(title, xLabel, yLabel, ROOM * most);
        int i = 0;
        for (String label : values.keySet()) {
            frame.box(boxes.get(i), frame.column(i, boxes.size(), label), WIDTH);
            i++;
        }
        return frame.toString();
    }
}
