package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.WallClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Map;

/** A moment as people write it: how long ago, or from now, or a date. */
public final class Moment {
    private static final Map<Character, Duration> UNITS = Map.of(
            's', Duration.ofSeconds(1),
            'm', Duration.ofMinutes(1),
            'h', Duration.ofHours(1),
            'd', Duration.ofDays(1),
            'w', Duration.ofDays(7));
    private static final int MOST_DIGITS = 6;

    private Moment() {}

    /**
     * In seconds since the epoch.
     *
     * @param text {@code 90m}, {@code 2d}: so long ago; {@code 2026-11-21}, {@code 2026-11-21T18:30}: in the zone of
     *     this machine; or with a zone of its own
     * @throws IllegalArgumentException with one sentence, if it is none of these, or no clock ever shows that time
     */
    public static long parse(String text, Instant now, ZoneId zone) {
        return parse(text, now, zone, "how long ago (90m, 12h, 2d)");
    }

    private static long parse(String text, Instant now, ZoneId zone, String words) {
        Duration unit = text.isEmpty() ? null : UNITS.get(text.charAt(text.length() - 1));
        String digits = text.isEmpty() ? "" : text.substring(0, text.length() - 1);
        if (unit != null
                && !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return now.minus(unit.multipliedBy(Long.parseLong(digits))).getEpochSecond();
        }
        try {
            if (text.indexOf('T') < 0) {
                return LocalDate.parse(text).atStartOfDay(zone).toEpochSecond();
            }
            return hasZone(text)
                    ? OffsetDateTime.parse(text).toEpochSecond()
                    : WallClock.sec(LocalDateTime.parse(text), zone);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time: specify " + words + ", or a date (2026-11-21, 2026-11-21T18:30).",
                    e);
        }
    }

    /**
     * A moment to come, which an option says: {@code 30m} or {@code 2h} from now, or a date as above; in seconds since
     * the epoch.
     *
     * @throws CommandFailure where it is none
     */
    public static long later(String option, String text, Instant now) {
        if (text.matches("[0-9.]+[a-z]+")) {
            return now.plus(Durations.of(option, text)).getEpochSecond();
        }
        try {
            return parse(text, now, ZoneId.systemDefault(), "how long from now (30m, 2h, 1d)");
        } catch (IllegalArgumentException e) {
            if (!(e.getCause() instanceof DateTimeParseException)) {
                throw CommandFailure.wrongUse(option + ": " + e.getMessage());
            }
            throw CommandFailure.wrongUse(
                    option + ": '" + text
                            + "' is not a future time: specify how long from now (90m, 12h, 2d), or a date (2026-11-21, 2026-11-21T18:30)");
        }
    }

    private static boolean hasZone(String text) {
        String time = text.substring(text.indexOf('T'));
        return time.endsWith("Z") || time.indexOf('+') >= 0 || time.indexOf('-') >= 0;
    }

    /** Returns a time as {@link #parse} reads it, in the zone of this machine. */
    public static String written(long sec) {
        return WallClock.written(sec, ZoneId.systemDefault());
    }
}
