package io.banyan.bench.nested;

import io.banyan.bench.statistics.Line;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.sim.plot.BoxPlot;
import io.banyan.sim.plot.BoxPlot.Box;
import io.banyan.sim.plot.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of the paper: box plots of each level (its figure 1), and the models with their data (figures 3 and 4).
 */
final class NestedPlots {
    private static final String MILLIS = "milliseconds";
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Path directory;
    private final List<Path> written = new ArrayList<>();

    private NestedPlots(Path directory) {
        this.directory = directory;
    }

    /** Writes all figures into a directory, which is made; returns their files. */
    static List<Path> write(Path directory, List<Samples> samples, List<Models.Model> models) throws IOException {
        Files.createDirectories(directory);
        var plots = new NestedPlots(directory);
        for (Samples of : samples) {
            for (Samples.Part part : Samples.Part.values()) {
                plots.boxes(of, part);
            }
        }
        plots.totals(samples);
        plots.model(samples, Samples.Part.COMMUNICATION, models, Models.PAPER_COMMUNICATION);
        plots.model(samples, Samples.Part.ADD_UPDATE, models, Models.PAPER_ADD_UPDATE);
        return plots.written;
    }

    private void boxes(Samples samples, Samples.Part part) throws IOException {
        Map<String, Box> boxes = new LinkedHashMap<>();
        int from = part == Samples.Part.MATCH ? 0 : 1;
        for (int level = from; level < samples.levels().size(); level++) {
            boxes.put(samples.levels().get(level), box(samples.of(part, level)));
        }
        String title = String.format(
                Locale.ROOT,
                "%s of %s (%,d vertices and edges), %d repetitions",
                part.label(),
                samples.request(),
                samples.elements(),
                samples.count());
        write(
                file(part) + "-" + samples.request().toLowerCase(Locale.ROOT),
                BoxPlot.columns(title, "level", MILLIS, boxes));
    }

    private void totals(List<Samples> samples) throws IOException {
        Map<String, Box> boxes = new LinkedHashMap<>();
        samples.forEach(of -> boxes.put(of.request(), box(of.totals())));
        write("total", BoxPlot.columns("time that the caller waited", "request", MILLIS, boxes));
    }

    private void model(List<Samples> samples, Samples.Part part, List<Models.Model> models, Models.Model paper)
            throws IOException {
        var boxes = new TreeMap<Integer, Box>();
        for (Samples of : samples) {
            boxes.put(of.elements(), box(of.ofLower(part)));
        }
        List<Series> lines = new ArrayList<>();
        models.stream()
                .filter(model ->
                        model.name().startsWith(part.label()) && model.name().endsWith(Models.MEDIANS))
                .forEach(model -> lines.add(series(model, boxes)));
        lines.add(series(paper, boxes));
        String title = part.label() + " of a level, all levels below the top";
        write("model-" + file(part), BoxPlot.numbers(title, "vertices + edges", MILLIS, boxes, lines));
    }

    /** The box of at least one value. O(n log n). */
    static Box box(double[] values) {
        ValueSummary summary = ValueSummary.of(values);
        double[] within = Arrays.stream(values)
                .filter(value -> value >= summary.lowerFence() && value <= summary.upperFence())
                .sorted()
                .toArray();
        List<Double> outliers = Arrays.stream(values)
                .filter(value -> value < summary.lowerFence() || value > summary.upperFence())
                .sorted()
                .boxed()
                .toList();
        return new Box(
                within[0], summary.lower(), summary.median(), summary.upper(), within[within.length - 1], outliers);
    }

    /** The line of a model, from where it is not negative to the highest whisker or the last number. */
    static Series series(Models.Model model, SortedMap<Integer, Box> boxes) {
        Line line = millis(model.line());
        double most =
                boxes.values().stream().mapToDouble(Box::upperWhisker).max().orElse(0);
        double from = line.slope() > 0 ? Math.max(0, -line.intercept() / line.slope()) : 0;
        double to = line.slope() > 0
                ? Math.min(boxes.lastKey(), (most - line.intercept()) / line.slope())
                : boxes.lastKey();
        double[] ends = from < to ? new double[] {from, to} : new double[0];
        return Series.line(model.name(), ends, Arrays.stream(ends).map(line::at).toArray());
    }

    private static Line millis(Line seconds) {
        return new Line(seconds.slope() * MILLIS_PER_SECOND, seconds.intercept() * MILLIS_PER_SECOND);
    }

    private static String file(Samples.Part part) {
        return part.label().replace('+', '-');
    }

    private void write(String name, String svg) throws IOException {
        Path file = directory.resolve(name + ".svg");
        Files.writeString(file, svg);
        written.add(file);
    }
}
