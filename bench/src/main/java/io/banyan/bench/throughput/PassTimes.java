package io.banyan.bench.throughput;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The durations of the daemon's passes over its queue, from its own histogram.
 *
 * @param upTo the number of passes up to each duration in seconds
 */
record PassTimes(NavigableMap<Double, Double> upTo) {
    static final PassTimes NONE = new PassTimes(new TreeMap<>());

    double count() {
        return upTo.isEmpty() ? 0 : upTo.lastEntry().getValue();
    }

    /** The passes since an earlier look. */
    PassTimes since(PassTimes earlier) {
        return combined(earlier, -1);
    }

    PassTimes and(PassTimes others) {
        return combined(others, 1);
    }

    private PassTimes combined(PassTimes others, int sign) {
        NavigableMap<Double, Double> all = new TreeMap<>(upTo);
        others.upTo.forEach((bound, count) -> all.merge(bound, sign * count, Double::sum));
        return new PassTimes(all);
    }

    /**
     * The milliseconds within which so many percent were over: between the bounds of the histogram as if all there were
     * evenly spread. NaN where there were none.
     */
    double millis(double percent) {
        double rank = count() * percent / 100;
        double below = 0;
        double bound = 0;
        for (Map.Entry<Double, Double> bucket : upTo.entrySet()) {
            double until = bucket.getValue();
            if (until >= rank && until > below) {
                double part = (rank - below) / (until - below);
                return 1e3 * (Double.isInfinite(bucket.getKey()) ? bound : bound + part * (bucket.getKey() - bound));
            }
            below = until;
            bound = bucket.getKey();
        }
        return Double.NaN;
    }
}
