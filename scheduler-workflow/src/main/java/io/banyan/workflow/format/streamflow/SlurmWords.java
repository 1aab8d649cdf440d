package io.banyan.workflow.format.streamflow;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times, sizes and counts as the options of {@code sbatch} write them. */
final class SlurmWords {
    private static final Pattern TIME = Pattern.compile(
            "(?:(?<days>\\d{1,5})-(?<dayHours>\\d{1,2})(?::(?<dayMinutes>\\d{1,2})(?::(?<daySeconds>\\d{1,2}))?)?)"
                    + "|(?:(?<hours>\\d{1,5}):(?<hourMinutes>\\d{1,2}):(?<hourSeconds>\\d{1,2}))"
                    + "|(?:(?<minutes>\\d{1,8})(?::(?<seconds>\\d{1,2}))?)");
    private static final Pattern SIZE = Pattern.compile("(?<number>\\d{1,12})(?<unit>[KMGT]?)B?");
    private static final Pattern COUNT = Pattern.compile("(?:[\\w.-]+:)?(?<number>\\d{1,6})");
    private static final String UNITS = "KMGT";
    private static final int BITS = 10;

    private SlurmWords() {}

    /** Returns the milliseconds of a time such as {@code 90}, {@code 1:30:00} or {@code 2-12}. */
    static OptionalLong millis(String word) {
        Matcher time = TIME.matcher(word);
        if (!time.matches()) {
            return OptionalLong.empty();
        }
        long seconds = part(time, "days") * 86_400
                + (part(time, "dayHours") + part(time, "hours")) * 3_600
                + (part(time, "dayMinutes") + part(time, "hourMinutes") + part(time, "minutes")) * 60
                + part(time, "daySeconds")
                + part(time, "hourSeconds")
                + part(time, "seconds");
        return seconds == 0 ? OptionalLong.empty() : OptionalLong.of(seconds * 1_000);
    }

    private static long part(Matcher time, String name) {
        return Optional.ofNullable(time.group(name)).map(Long::parseLong).orElse(0L);
    }

    /** Returns the MiB of a size such as {@code 4000} or {@code 16G}, rounded up. */
    static OptionalLong mebibytes(String word) {
        Matcher size = SIZE.matcher(word);
        if (!size.matches()) {
            return OptionalLong.empty();
        }
        String unit = size.group("unit").isEmpty() ? "M" : size.group("unit");
        long kibibytes = Long.parseLong(size.group("number")) << (BITS * UNITS.indexOf(unit));
        return OptionalLong.of((kibibytes + (1 << BITS) - 1) >> BITS);
    }

    /** Returns the count of a word such as {@code 2} or {@code a100:2}. */
    static OptionalInt count(String word) {
        Matcher count = COUNT.matcher(word);
        return count.matches() ? OptionalInt.of(Integer.parseInt(count.group("number"))) : OptionalInt.empty();
    }
}
