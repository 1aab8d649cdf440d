package io.banyan.sim.plot;

/** One line of a plot: a point for each index, in the order of x. */
public final class Series {
    private final String name;
    private final double[] x;
    private final double[] y;
    private final double[] halfWidths;
    private final boolean isSteps;

    private Series(String name, double[] x, double[] y, double[] halfWidths, boolean isSteps) {
        if (x.length != y.length || (halfWidths.length != 0 && halfWidths.length != x.length)) {
            throw new IllegalArgumentException("the line '" + name + "' has " + x.length + " times and " + y.length
                    + " values, and " + halfWidths.length + " bars");
        }
        this.name = name;
        this.x = x.clone();
        this.y = y.clone();
        this.halfWidths = halfWidths.clone();
        this.isSteps = isSteps;
    }

    /** A line from point to point. */
    public static Series line(String name, double[] x, double[] y) {
        return new Series(name, x, y, new double[0], false);
    }

    /** Creates a line with an error bar at each point. */
    public static Series line(String name, double[] x, double[] y, double[] halfWidths) {
        return new Series(name, x, y, halfWidths, false);
    }

    /** One whose values hold until the next x, so that the line goes there first and then up or down. */
    public static Series steps(String name, double[] x, double[] y) {
        return new Series(name, x, y, new double[0], true);
    }

    String name() {
        return name;
    }

    int size() {
        return x.length;
    }

    double x(int i) {
        return x[i];
    }

    double y(int i) {
        return y[i];
    }

    boolean isSteps() {
        return isSteps;
    }

    boolean hasBars() {
        return halfWidths.length > 0;
    }

    double halfWidth(int i) {
        return halfWidths[i];
    }

    /** The greatest value, with its bar; 0 where all are less. */
    public double most() {
        double most = 0;
        for (int i = 0; i < y.length; i++) {
            most = Math.max(most, y[i] + (hasBars() ? halfWidths[i] : 0));
        }
        return most;
    }

    /** The least value, with its bar; 0 where there is none. */
    public double least() {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < y.length; i++) {
            least = Math.min(least, y[i] - (hasBars() ? halfWidths[i] : 0));
        }
        return y.length == 0 ? 0 : least;
    }
}
