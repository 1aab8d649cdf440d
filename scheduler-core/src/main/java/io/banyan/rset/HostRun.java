package io.banyan.rset;

import java.util.Comparator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Host names that differ in the number at their end, which goes up by one from each to the next; or one name without
 * such a number.
 *
 * <p>{@link #of} takes all digits at the end of a name for its number, as far as they fit, so that a name belongs to
 * one prefix and width only.
 *
 * @param prefix the part before the number
 * @param width how many digits each number has, with leading zeros; 0 for one name without
 * @param first the first number; 0 where there is none
 * @param last the last number, of as many digits; 0 where there is none
 */
record HostRun(String prefix, int width, long first, long last) {
    /** A longer run of digits is treated as part of the name: it would not fit a {@code long}. */
    static final int MAX_DIGITS = 18;

    static final Comparator<HostRun> ORDER = Comparator.comparing(HostRun::prefix)
            .thenComparingInt(HostRun::width)
            .thenComparingLong(HostRun::first);

    /** One name. */
    static HostRun of(String name) {
        return of(name, 0, 0, 0);
    }

    /** Names of a prefix that may end with digits, which then belong to the number. */
    static HostRun of(String prefix, int width, long first, long last) {
        int start = prefix.length();
        while (start > 0 && prefix.length() - start < MAX_DIGITS - width && isDigit(prefix.charAt(start - 1))) {
            start--;
        }
        if (start == prefix.length()) {
            return new HostRun(prefix, width, first, last);
        }
        long front = Long.parseLong(prefix, start, prefix.length(), 10) * powerOfTen(width);
        return new HostRun(prefix.substring(0, start), width + prefix.length() - start, front + first, front + last);
    }

    static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    /** 10 to the power of this; at most {@link #MAX_DIGITS}. */
    static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    static String padded(long number, int width) {
        String digits = Long.toString(number);
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }

    /** How many names these are. */
    int size() {
        return Math.toIntExact(last - first + 1);
    }

    boolean hasNumber() {
        return width > 0;
    }

    /** The first number as it stands in the name; empty where there is none. */
    String firstDigits() {
        return hasNumber() ? padded(first, width) : "";
    }

    /** The last number as it stands in the name; empty where there is none. */
    String lastDigits() {
        return hasNumber() ? padded(last, width) : "";
    }

    /** Whether the numbers of a run with as many digits stand behind the same prefix. */
    boolean isLike(HostRun other) {
        return width == other.width && prefix.equals(other.prefix);
    }

    /** All names, in order. */
    Stream<String> names() {
        return hasNumber()
                ? LongStream.rangeClosed(first, last).mapToObj(number -> prefix + padded(number, width))
                : Stream.of(prefix);
    }
}
