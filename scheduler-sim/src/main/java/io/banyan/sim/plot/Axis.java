package io.banyan.sim.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * One direction of a plot.
 *
 * @param label the quantity, with its unit
 * @param from the value at its beginning
 * @param to the value at its end, more than that
 * @param isLog whether each step is a factor; then the beginning is more than 0
 */
public record Axis(String label, double from, double to, boolean isLog) {
    private static final int ABOUT_TICKS = 8;

    /** Checks the values. */
    public Axis {
        if (!(from < to) || (isLog && from <= 0)) {
            throw new IllegalArgumentException("the axis '" + label + "' goes from " + from + " to " + to);
        }
    }

    /** One of equal steps, from 0, that a little more than the greatest value fits on. */
    public static Axis upTo(String label, double greatest) {
        double step = step(Math.max(greatest, 1e-9));
        return new Axis(label, 0, step * Math.max(1, Math.ceil(greatest / step - 1e-9)), false);
    }

    /**
     * One of equal steps around these values: from 0, or from a little below the least of them where they are all far
     * from it.
     */
    public static Axis around(String label, double least, double greatest) {
        if (least <= greatest / 2) {
            return upTo(label, greatest);
        }
        double room = Math.max((greatest - least) * 0.1, greatest * 0.01);
        double step = step(greatest - least + 2 * room);
        return new Axis(
                label,
                Math.max(0, Math.floor((least - room) / step) * step),
                Math.ceil((greatest + room) / step) * step,
                false);
    }

    /** One of equal steps between these. */
    public static Axis between(String label, double from, double to) {
        return new Axis(label, from, to > from ? to : from + 1, false);
    }

    /** One on which each step is a factor of ten. */
    public static Axis log(String label, double from, double greatest) {
        return new Axis(
                label, from, Math.pow(10, Math.max(Math.ceil(Math.log10(greatest)), Math.log10(from) + 1)), true);
    }

    private static double step(double span) {
        double raw = span / ABOUT_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        for (double factor : new double[] {1, 2, 2.5, 5}) {
            if (factor * power >= raw * 0.999) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Where a value is: 0 at the beginning, 1 at the end. Values beyond are at the edge. */
    double part(double value) {
        double part =
                isLog ? Math.log(Math.max(value, from) / from) / Math.log(to / from) : (value - from) / (to - from);
        return Math.clamp(part, 0, 1);
    }

    /** The values that are written beside it. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (isLog) {
            for (double at = from; at <= to * 1.0001; at *= 10) {
                ticks.add(at);
            }
            return ticks;
        }
        double step = step(to - from);
        for (double at = Math.ceil(from / step - 1e-9) * step; at <= to + step * 1e-6; at += step) {
            // Not -0.
            ticks.add(Math.abs(at) < step * 1e-6 ? 0 : at);
        }
        return ticks;
    }

    /** A tick as it is written: without more digits than it takes. */
    static String shown(double value) {
        if (Math.abs(value) >= 1e6) {
            return Svg.number(value / 1e6) + "M";
        }
        return Math.abs(value) >= 1e4 ? Svg.number(value / 1e3) + "k" : Svg.number(value);
    }
}
