package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of a job, in the notations of Slurm ({@code 10} minutes, {@code 10:30} minutes and seconds,
 * {@code 1:00:00}, {@code 1-12} days and hours, {@code 1-12:30}) and with units ({@code 90s}, {@code 30m},
 * {@code 1h30m}, {@code 2d}).
 */
public final class TimeLimit {
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Set<String> ENDLESS = Set.of("unlimited", "infinite");
    private static final Pattern CLOCK =
            Pattern.compile("(?:(?<days>[0-9]{1,9})-)?(?<a>[0-9]{1,9})(?::(?<b>[0-9]{1,9}))?(?::(?<c>[0-9]{1,9}))?");
    private static final Pattern UNITS = Pattern.compile(
            "(?:(?<d>[0-9]{1,9})d)?(?:(?<h>[0-9]{1,9})h)?(?:(?<m>[0-9]{1,9})m)?(?:(?<s>[0-9]{1,9})s)?(?:(?<ms>[0-9]{1,9})ms)?");
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long MILLIS = 1_000;

    private TimeLimit() {}

    /**
     * The limit in seconds; 0 for a job without an end.
     *
     * @throws CommandFailure wrong use, if the word is no time
     */
    public static long seconds(String option, String word) {
        if (ENDLESS.contains(word.toLowerCase(Locale.ROOT))) {
            return 0;
        }
        Matcher clock = CLOCK.matcher(word);
        Matcher units = UNITS.matcher(word);
        long seconds;
        if (clock.matches()) {
            seconds = ofClock(clock);
        } else if (!word.isEmpty() && units.matches()) {
            seconds = ofUnits(option, word, units);
        } else {
            throw wrong(option, word);
        }
        if (seconds > LONGEST.toSeconds()) {
            throw wrong(option, word);
        }
        return seconds;
    }

    private static CommandFailure wrong(String option, String word) {
        return CommandFailure.wrongUse(option + ": expected a time up to " + LONGEST.toDays()
                + " days such as 10 (minutes), 1:30:00, 1-12 (days and hours), 90s or 1h30m, found '" + word + "'");
    }

    /** Without days, one number is minutes and two are minutes and seconds; behind days the first is hours. */
    private static long ofClock(Matcher clock) {
        long first = Long.parseLong(clock.group("a"));
        long second = number(clock.group("b"));
        long third = number(clock.group("c"));
        if (clock.group("days") != null) {
            return number(clock.group("days")) * DAY + first * HOUR + second * MINUTE + third;
        }
        return clock.group("c") == null ? first * MINUTE + second : first * HOUR + second * MINUTE + third;
    }

    private static long ofUnits(String option, String word, Matcher units) {
        long millis = number(units.group("ms"));
        if (millis % MILLIS != 0) {
            throw CommandFailure.wrongUse(option + ": expected a whole number of seconds, found '" + word + "'");
        }
        return number(units.group("d")) * DAY
                + number(units.group("h")) * HOUR
                + number(units.group("m")) * MINUTE
                + number(units.group("s"))
                + millis / MILLIS;
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
