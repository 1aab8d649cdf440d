package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A range of seeds, as it is written: {@code 1-1000}, or one alone. */
record Seeds(long first, long last) {
    /** How many workloads are compared in one run. */
    private static final int MOST_AT_ONCE = 1000;

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18})(?:-(\\d{1,18}))?");

    /** Reads one. */
    static final class Reader implements ITypeConverter<Seeds> {
        @Override
        public Seeds convert(String text) {
            Matcher matcher = WRITTEN.matcher(text);
            if (matcher.matches()) {
                long first = Long.parseLong(matcher.group(1));
                long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
                if (first <= last) {
                    return new Seeds(first, last);
                }
            }
            throw new TypeConversionException("seeds must be a number or a range such as 1-1000, found '" + text + "'");
        }
    }

    /** How many. */
    long count() {
        return last - first + 1;
    }

    /** Says that it is wrong use where there are more than are compared in one run. */
    void requireFew() {
        if (count() > MOST_AT_ONCE) {
            throw CommandFailure.wrongUse(
                    "at most " + MOST_AT_ONCE + " seeds can be compared at once, found " + count() + ".");
        }
    }
}
