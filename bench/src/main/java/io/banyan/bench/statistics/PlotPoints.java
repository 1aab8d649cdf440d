package io.banyan.bench.statistics;

import java.util.Arrays;

/** Measured points in the plane, in the order in which they were added. Not thread-safe. */
public final class PlotPoints {
    private double[] xs = new double[64];
    private double[] ys = new double[64];
    private int size;

    /** Adds a point. Amortised O(1). */
    public PlotPoints add(double x, double y) {
        if (size == xs.length) {
            xs = Arrays.copyOf(xs, 2 * size);
            ys = Arrays.copyOf(ys, 2 * size);
        }
        xs[size] = x;
        ys[size] = y;
        size++;
        return this;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The x of a point. */
    public double x(int i) {
        return xs[i];
    }

    /** The y of a point. */
    public double y(int i) {
        return ys[i];
    }
}
