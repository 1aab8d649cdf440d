package io.banyan.bench.nested;

import io.banyan.bench.statistics.CrossValidation;
import io.banyan.bench.statistics.Line;
import io.banyan.bench.statistics.PlotPoints;
import io.banyan.bench.statistics.ValueSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's section 6: the time of a level as a linear function of the size of the subgraph, for communication, and
 * for adding and updating. Times are in seconds, sizes in vertices and edges.
 */
final class Models {
    /** Number of folds, as in the paper. */
    static final int FOLDS = 5;

    /** Table 4 of the paper: all pairs of levels on one machine. */
    static final Model PAPER_COMMUNICATION = new Model(
            "communication, paper, within a machine",
            new Line(9.0824e-6, 6.3196e-4),
            new CrossValidation(0.0027139, 0.99990),
            0);
    /** Table 4 of the paper: the pair of levels on two machines. */
    static final Model PAPER_COMMUNICATION_BETWEEN = new Model(
            "communication, paper, between machines",
            new Line(1.5829e-5, 2.0992e-3),
            new CrossValidation(0.0090208, 0.99774),
            0);
    /** Table 4 of the paper. */
    static final Model PAPER_ADD_UPDATE =
            new Model("add+update, paper", new Line(3.4583e-5, 0), new CrossValidation(0.0088698, 0.99991), 0);

    /** How the names of models of medians end. */
    static final String MEDIANS = ", medians";

    private static final double MILLIS = 1e3;

    private Models() {}

    /**
     * A fitted line.
     *
     * @param line fitted to all points
     * @param validation averages of the folds
     * @param points how many were fitted
     */
    record Model(String name, Line line, CrossValidation validation, int points) {}

    /** Models of all repetitions, and of the medians of each request at each level. */
    static List<Model> of(List<Samples> samples, long seed) {
        List<Model> models = new ArrayList<>();
        for (var part : List.of(Samples.Part.COMMUNICATION, Samples.Part.ADD_UPDATE)) {
            models.add(model(part.label() + ", every repetition", points(samples, part, false), seed));
            models.add(model(part.label() + MEDIANS, points(samples, part, true), seed));
        }
        return models;
    }

    private static Model model(String name, PlotPoints points, long seed) {
        return new Model(name, Line.fit(points), CrossValidation.of(points, FOLDS, seed), points.size());
    }

    /** Collects the points of all levels below the top. */
    private static PlotPoints points(List<Samples> samples, Samples.Part part, boolean medians) {
        var points = new PlotPoints();
        for (Samples of : samples) {
            for (int level = 1; level < of.levels().size(); level++) {
                double[] millis = of.of(part, level);
                double[] values =
                        medians ? new double[] {ValueSummary.of(millis).median()} : millis;
                for (double value : values) {
                    points.add(of.elements(), value / MILLIS);
                }
            }
        }
        return points;
    }
}
