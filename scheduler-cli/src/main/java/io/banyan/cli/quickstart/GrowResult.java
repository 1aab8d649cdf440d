package io.banyan.cli.quickstart;

import java.util.Comparator;
import java.util.List;

/**
 * One request, measured several times.
 *
 * @param request its name
 * @param elements vertices and edges that it brought to each level below the top
 * @param levels times of the levels in the median warm run, the leaf first
 * @param coldMillis the first wait of the caller, in new daemons
 * @param totalMillis the wait of the caller in the median warm run
 * @param modelMillis the paper's model of communication, adding and updating
 * @param ratio the model's time in multiples of the total
 */
record GrowResult(
        String request,
        int elements,
        List<LevelMillis> levels,
        double coldMillis,
        double totalMillis,
        double modelMillis,
        double ratio) {
    /** Copies the list. */
    GrowResult {
        levels = List.copyOf(levels);
    }

    /**
     * The result of one cold and some warm runs of the same request; of an even number of warm ones the faster of the
     * two in the middle.
     *
     * @throws IllegalArgumentException where there is no warm run
     */
    static GrowResult of(GrowMeasurement cold, List<GrowMeasurement> warm) {
        if (warm.isEmpty()) {
            throw new IllegalArgumentException(cold.request() + " has only a cold measurement");
        }
        List<GrowMeasurement> byTotal = warm.stream()
                .sorted(Comparator.comparingDouble(GrowMeasurement::totalMillis))
                .toList();
        GrowMeasurement median = byTotal.get((byTotal.size() - 1) / 2);
        double model = PaperModel.millis(median.elements());
        return new GrowResult(
                median.request(),
                median.elements(),
                median.levels(),
                cold.totalMillis(),
                median.totalMillis(),
                model,
                model / median.totalMillis());
    }
}
