package io.banyan.cli.simulate;

import io.banyan.sim.metric.MeanEstimate;
import java.util.Locale;

/** The text of numbers and of means with their 95 % confidence intervals. */
final class MeanText {
    private MeanText() {}

    /** A mean such as {@code 1.5 ± 0.2}; without an interval if the sample is of one. */
    static String of(String format, MeanEstimate of) {
        String mean = number(format, of.mean());
        return of.count() < 2 ? mean : mean + " ± " + number(format, of.halfWidth());
    }

    /** Formats a number; a negative number that rounds to 0 has no sign. */
    static String number(String format, double value) {
        String text = String.format(Locale.ROOT, format, value);
        boolean isZero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
        return isZero ? String.format(Locale.ROOT, format, 0.0) : text;
    }
}
