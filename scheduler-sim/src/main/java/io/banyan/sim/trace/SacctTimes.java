package io.banyan.sim.trace;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as Slurm writes them. A date has no zone and is taken for one in UTC, so that a change to summer time is a gap
 * of an hour.
 */
final class SacctTimes {
    private static final Pattern SECONDS = Pattern.compile("\\d{1,15}");
    private static final Pattern LENGTH =
            Pattern.compile("(?:(\\d{1,6})-)?(?:(\\d{1,3}):)?(\\d{1,9}):(\\d{2})(?:\\.\\d+)?");

    private SacctTimes() {}

    /** A point of time in seconds since 1970; empty for {@code Unknown}, {@code None} and whatever else is no time. */
    static OptionalLong at(String word) {
        if (SECONDS.matcher(word).matches()) {
            return OptionalLong.of(Long.parseLong(word));
        }
        try {
            return OptionalLong.of(LocalDateTime.parse(word).toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * A length of time in seconds, {@code [days-][hours:]minutes:seconds} or a number of seconds; empty where it is
     * none.
     */
    static OptionalLong length(String word) {
        return length(word, 1);
    }

    /**
     * A length of time in seconds; a number alone is a multiple of the given unit. Empty if the word is no length of
     * time.
     */
    static OptionalLong length(String word, long unitSec) {
        if (SECONDS.matcher(word).matches()) {
            return OptionalLong.of(Long.parseLong(word) * unitSec);
        }
        Matcher matcher = LENGTH.matcher(word);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(((number(matcher.group(1)) * 24 + number(matcher.group(2))) * 60
                                + number(matcher.group(3)))
                        * 60
                + number(matcher.group(4)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
