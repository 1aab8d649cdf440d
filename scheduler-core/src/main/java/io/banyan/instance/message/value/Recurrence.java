package io.banyan.instance.message.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The recurrence of a reservation.
 *
 * @param every the kind of interval: a calendar day or week, or a number of seconds
 * @param everySec the interval in seconds, for that kind; else 0
 * @param zone of the calendar, such as {@code Europe/Berlin}; empty if none is needed
 * @param untilSec the time from which it no longer begins; 0 for no such end
 * @param count the maximum number of times; 0 for any number
 */
public record Recurrence(Every every, long everySec, String zone, long untilSec, long count) {
    /** The kinds of intervals. */
    public enum Every {
        /** Never. */
        ONCE,
        /** After some seconds. */
        SECONDS,
        /** At the same time of the next day. */
        DAY,
        /** At the same time of the same day of the next week. */
        WEEK
    }

    /** Comes once. */
    public static final Recurrence ONCE = new Recurrence(Every.ONCE, 0, "", 0, 0);

    private static final long DAY_SEC = 86_400;
    private static final long DAYS_A_WEEK = 7;

    /** Checks that the values are consistent. */
    public Recurrence {
        Objects.requireNonNull(every, "every");
        ValueChecks.notNegative(untilSec, "a time");
        ValueChecks.notNegative(count, "a number of times");
        if ((every == Every.SECONDS) != (everySec > 0)) {
            throw new IllegalArgumentException(
                    "an interval of at least 1 second is required for a repetition in seconds, and not allowed for any other; found "
                            + everySec);
        }
        if (every == Every.ONCE && (untilSec > 0 || count > 1)) {
            throw new IllegalArgumentException("an end of the repetition requires a repetition");
        }
        if (every == Every.DAY || every == Every.WEEK) {
            zone(zone);
        } else if (!zone.isEmpty()) {
            throw new IllegalArgumentException("a time zone requires a daily or weekly repetition, found " + zone);
        }
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("there is no time zone '" + ValueChecks.shown(name) + "'", e);
        }
    }

    /** When it begins for the nth time, counted from 0; empty where it does not any more. O(1). */
    public OptionalLong start(long firstSec, long n) {
        if ((every == Every.ONCE && n > 0) || (count > 0 && n >= count)) {
            return OptionalLong.empty();
        }
        long sec = switch (every) {
            case ONCE -> firstSec;
            case SECONDS -> firstSec + n * everySec;
            case DAY -> later(firstSec, n);
            case WEEK -> later(firstSec, n * DAYS_A_WEEK);
        };
        return untilSec > 0 && sec >= untilSec ? OptionalLong.empty() : OptionalLong.of(sec);
    }

    private long later(long firstSec, long days) {
        ZonedDateTime first = Instant.ofEpochSecond(firstSec).atZone(zone(zone));
        return first.plusDays(days).toEpochSecond();
    }

    /** Returns the number of occurrences that are known, without looking, to have begun before a time. O(1). */
    public long atLeastBefore(long firstSec, long sec) {
        return every == Every.ONCE || sec <= firstSec ? 0 : Math.max(0, (sec - firstSec) / periodSec() - 1);
    }

    /** Whether clocks that are set matter. */
    public boolean isByCalendar() {
        return every == Every.DAY || every == Every.WEEK;
    }

    /** At least how much later the next one begins, but for the day on which clocks are set. */
    long periodSec() {
        return switch (every) {
            case ONCE -> Long.MAX_VALUE;
            case SECONDS -> everySec;
            case DAY -> DAY_SEC;
            case WEEK -> DAYS_A_WEEK * DAY_SEC;
        };
    }
}
