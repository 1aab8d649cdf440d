package io.banyan.bench.compare;

import java.util.List;

/**
 * A scenario to measure: a session over a graph, with commands that prepare and commands that count.
 *
 * @param name for the table
 * @param cluster the graph
 * @param policy the match policy
 * @param before commands that are not measured
 * @param measured commands that are
 * @param metric the measured quantity
 * @param recorded a recorded figure of Fluxion, if no peer is available; 0 for none
 */
record BenchScenario(
        String name,
        BenchCluster cluster,
        String policy,
        List<String> before,
        List<String> measured,
        Metric metric,
        double recorded) {

    /** The meaning and the unit of a figure. */
    enum Metric {
        /** Commands a second: the whole session less one that does not have the measured commands. */
        RATE("/s", true),
        /** The median of the session's own times of the last matches; parsing the jobspec included. */
        ELAPSED("ms", false),
        /** From the start of the process to its end. */
        SESSION("s", false),
        /** The most memory that the process had resident. */
        MEMORY("MiB", false);

        private final String unit;
        private final boolean moreIsBetter;

        Metric(String unit, boolean moreIsBetter) {
            this.unit = unit;
            this.moreIsBetter = moreIsBetter;
        }

        String unit() {
            return unit;
        }

        /** How many times ours is better; 0 where there is nothing to compare with. */
        double ratio(double ours, double theirs) {
            if (ours <= 0 || theirs <= 0) {
                return 0;
            }
            return moreIsBetter ? ours / theirs : theirs / ours;
        }
    }
}
