package io.banyan.sim.elastic;

import io.banyan.sim.elastic.ElasticExperiment.Cell;
import io.banyan.sim.elastic.ElasticExperiment.Policy;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.plot.Axis;
import io.banyan.sim.plot.LinePlot;
import io.banyan.sim.plot.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The cells of an experiment as plots, one for each number that the paper plots. */
public final class ElasticPlots {
    private static final int WIDTH = 620;
    private static final int HEIGHT = 290;
    private static final List<ElasticMetric> PLOTTED =
            List.of(ElasticMetric.UTILISATION, ElasticMetric.TOTAL, ElasticMetric.RESPONSE, ElasticMetric.COMPLETION);

    private ElasticPlots() {}

    /** By the time between submissions: a name for each picture. */
    public static Map<String, String> bySubmissionGap(List<Cell> cells) {
        return pictures(cells, "time between submissions (s)", "submissions", Cell::submissionGapSec);
    }

    /** By the rescale gap. */
    public static Map<String, String> byRescaleGap(List<Cell> cells) {
        return pictures(cells, "rescale gap (s)", "rescaling", Cell::rescaleGapSec);
    }

    private static Map<String, String> pictures(
            List<Cell> cells, String label, String name, ToLongFunction<Cell> along) {
        Map<String, String> pictures = new LinkedHashMap<>();
        for (ElasticMetric metric : PLOTTED) {
            pictures.put(
                    "elastic-" + name + "-" + metric.label().replace(' ', '-') + ".svg",
                    picture(cells, label, metric, along));
        }
        return pictures;
    }

    private static String picture(List<Cell> cells, String label, ElasticMetric metric, ToLongFunction<Cell> along) {
        List<Series> lines = new ArrayList<>();
        for (Policy policy : Policy.values()) {
            List<Cell> of =
                    cells.stream().filter(cell -> cell.policy() == policy).toList();
            if (!of.isEmpty()) {
                List<MeanEstimate> estimates =
                        of.stream().map(cell -> cell.estimate(metric)).toList();
                lines.add(Series.line(
                        policy.toString(),
                        of.stream()
                                .mapToDouble(cell -> (double) along.applyAsLong(cell))
                                .toArray(),
                        estimates.stream().mapToDouble(MeanEstimate::mean).toArray(),
                        estimates.stream().mapToDouble(MeanEstimate::halfWidth).toArray()));
            }
        }
        double last = cells.stream().mapToLong(along).max().orElse(1);
        double most = lines.stream().mapToDouble(Series::most).max().orElse(1);
        String unit = metric.label() + " (" + metric.unit() + ")";
        double least = lines.stream().mapToDouble(Series::least).min().orElse(0);
        Axis y = Axis.around(unit, least, most);
        String title =
                Character.toUpperCase(metric.label().charAt(0)) + metric.label().substring(1);
        return LinePlot.svg(title, Axis.between(label, 0, last), y, lines, WIDTH, HEIGHT);
    }
}
