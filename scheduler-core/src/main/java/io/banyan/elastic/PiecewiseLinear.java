package io.banyan.elastic;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A function that goes straight from each of its points to the next, and stays as it is before the first and behind the
 * last. Immutable.
 */
public final class PiecewiseLinear {
    private final NavigableMap<Long, Double> points;

    /** One through these points. */
    public PiecewiseLinear(Map<Long, Double> points) {
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a function without points");
        }
        this.points = new TreeMap<>(points);
    }

    /** The value there. O(log points). */
    public double at(long x) {
        Map.@Nullable Entry<Long, Double> before = points.floorEntry(x);
        Map.@Nullable Entry<Long, Double> behind = points.ceilingEntry(x);
        if (before == null || behind == null) {
            return Objects.requireNonNull(before == null ? behind : before, "a point on one side")
                    .getValue();
        }
        if (before.getKey().equals(behind.getKey())) {
            return before.getValue();
        }
        double part = (double) (x - before.getKey()) / (behind.getKey() - before.getKey());
        return before.getValue() + part * (behind.getValue() - before.getValue());
    }

    @Override
    public String toString() {
        return points.toString();
    }
}
