package io.banyan.resource;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Times and sizes as words with a unit: {@code 90s}, {@code 10m}, {@code 4GiB}. */
public final class Measures {
    /** The units of times, as an error message lists them. */
    public static final String TIME_UNITS = "ms, s, m, h or d";

    /** The units of sizes, as an error message lists them. */
    public static final String SIZE_UNITS = "B, KiB, MiB, GiB or TiB";

    private static final List<TimeUnit> TIMES = List.of(
            new TimeUnit("d", 86_400_000),
            new TimeUnit("h", 3_600_000),
            new TimeUnit("m", 60_000),
            new TimeUnit("s", 1_000),
            new TimeUnit("ms", 1));
    private static final List<String> SIZES = List.of("TiB", "GiB", "MiB", "KiB", "B");
    private static final int BITS_PER_SIZE = 10;
    private static final int MOST_DIGITS = 15;

    private record TimeUnit(String name, long millis) {}

    private Measures() {}

    /** Returns the time that a word states; empty if it is not a whole number with a unit, or is too long to count. */
    public static Optional<Duration> duration(String word) {
        for (TimeUnit unit : TIMES.reversed()) {
            OptionalLong count = amount(word, unit.name());
            if (count.isPresent() && count.getAsLong() <= Long.MAX_VALUE / unit.millis()) {
                return Optional.of(Duration.ofMillis(count.getAsLong() * unit.millis()));
            }
        }
        return Optional.empty();
    }

    /** Returns a time in the largest unit that states it as a whole number. */
    public static String word(Duration value) {
        long millis = value.toMillis();
        TimeUnit largest = TIMES.stream()
                .filter(unit -> millis % unit.millis() == 0 && millis > 0)
                .findFirst()
                .orElse(TIMES.getLast());
        return millis / largest.millis() + largest.name();
    }

    /** Returns a time for people, in at most two units and rounded to a second from a minute on: {@code 1h30m}. */
    public static String brief(Duration value) {
        long millis = value.toMillis();
        if (millis < TIMES.get(2).millis()) {
            return millis % TIMES.get(3).millis() == 0
                    ? word(value)
                    : millis < TIMES.get(3).millis()
                            ? millis + "ms"
                            : String.format(
                                    Locale.ROOT,
                                    "%.1fs",
                                    millis / (double) TIMES.get(3).millis());
        }
        long left = Math.ceilDiv(millis, TIMES.get(3).millis()) * TIMES.get(3).millis();
        StringBuilder text = new StringBuilder();
        int units = 0;
        for (TimeUnit unit : TIMES) {
            if (left >= unit.millis() && units < 2) {
                text.append(left / unit.millis()).append(unit.name());
                left %= unit.millis();
                units++;
            } else if (units == 1) {
                units = 2;
            }
        }
        return text.toString();
    }

    /** Returns the bytes that a word states; empty if it is no whole number with a unit, or is too large to count. */
    public static OptionalLong bytes(String word) {
        for (int i = 0; i < SIZES.size(); i++) {
            int bits = BITS_PER_SIZE * (SIZES.size() - 1 - i);
            OptionalLong count = amount(word, SIZES.get(i));
            if (count.isPresent() && count.getAsLong() <= Long.MAX_VALUE >> bits) {
                return OptionalLong.of(count.getAsLong() << bits);
            }
        }
        return OptionalLong.empty();
    }

    /** Returns a size in the largest unit that states it as a whole number. */
    public static String word(long bytes) {
        int unit = SIZES.size() - 1;
        long left = bytes;
        while (unit > 0 && left > 0 && left % (1 << BITS_PER_SIZE) == 0) {
            left >>= BITS_PER_SIZE;
            unit--;
        }
        return left + SIZES.get(unit);
    }

    private static OptionalLong amount(String word, String unit) {
        String digits = word.endsWith(unit) ? word.substring(0, word.length() - unit.length()) : "";
        return digits.isEmpty()
                        || digits.length() > MOST_DIGITS
                        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(digits));
    }
}
