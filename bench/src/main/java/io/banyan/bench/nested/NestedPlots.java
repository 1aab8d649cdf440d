package io.banyan.bench.nested;

import io.banyan.bench.plot.BoxPlot;
import io.banyan.bench.plot.ModelPlot;
import io.banyan.bench.statistics.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of the paper: box plots of each level (its figure 1), and the models with what they were fitted to
 * (figures 3 and 4).
 */
final class NestedPlots {
    private static final String MILLIS = "milliseconds";
    private static final String OURS = "#08519c";
    private static final String PAPER = "#d94801";
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
        Map<String, double[]> values = new LinkedHashMap<>();
        int from = part == Samples.Part.MATCH ? 0 : 1;
        for (int level = from; level < samples.levels().size(); level++) {
            values.put(samples.levels().get(level), samples.of(part, level));
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
                BoxPlot.svg(title, "level", MILLIS, values));
    }

    private void totals(List<Samples> samples) throws IOException {
        Map<String, double[]> values = new LinkedHashMap<>();
        samples.forEach(of -> values.put(of.request(), of.totals()));
        write("total", BoxPlot.svg("what the caller waited", "request", MILLIS, values));
    }

    private void model(List<Samples> samples, Samples.Part part, List<Models.Model> models, Models.Model paper)
            throws IOException {
        var values = new TreeMap<Integer, double[]>();
        for (Samples of : samples) {
            values.put(of.elements(), of.ofLower(part));
        }
        List<ModelPlot.Model> lines = new ArrayList<>();
        models.stream()
                .filter(model ->
                        model.name().startsWith(part.label()) && model.name().endsWith(Models.MEDIANS))
                .forEach(model -> lines.add(new ModelPlot.Model(model.name(), millis(model.line()), OURS)));
        lines.add(new ModelPlot.Model(paper.name(), millis(paper.line()), PAPER));
        String title = part.label() + " of a level, all levels below the top";
        write("model-" + file(part), ModelPlot.svg(title, "vertices + edges", MILLIS, values, lines));
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
