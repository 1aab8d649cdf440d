package io.banyan.cli.output;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;

/**
 * Times as clocks on a wall show them. Where clocks go back an hour comes twice, and a time in it is shown with its
 * offset from UTC, so that times do not seem to run backwards. Where they go forward an hour is skipped, and a time in
 * it is refused. Any thread.
 */
public final class WallClock {
    private static final String OFFSET = "xxx";

    private WallClock() {}

    /**
     * A time for people: {@code 2026-10-25 02:30:00}, with {@code +02:00} behind it where the clock shows that twice.
     */
    public static String shown(long sec, ZoneId zone) {
        return shown(Instant.ofEpochSecond(sec).atZone(zone), "yyyy-MM-dd HH:mm:ss");
    }

    /**
     * A time in a pattern of {@link DateTimeFormatter}, with its offset behind it where the clock shows that time
     * twice.
     */
    public static String shown(ZonedDateTime time, String pattern) {
        boolean isTwice = time.getZone()
                        .getRules()
                        .getValidOffsets(time.toLocalDateTime())
                        .size()
                > 1;
        return DateTimeFormatter.ofPattern(isTwice ? pattern + OFFSET : pattern, Locale.ROOT)
                .format(time);
    }

    /**
     * When the clock shows a time, in seconds since the epoch; the first time where it does so twice.
     *
     * @throws IllegalArgumentException with one sentence, if it never does
     */
    public static long sec(LocalDateTime time, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().getTransition(time);
        if (change != null && change.isGap()) {
            throw new IllegalArgumentException("'" + time + "' does not exist in the time zone " + zone
                    + ": clocks go forward then, from "
                    + change.getDateTimeBefore().toLocalTime() + " to "
                    + change.getDateTimeAfter().toLocalTime());
        }
        return time.atZone(zone).toEpochSecond();
    }

    /** A time as it can be read again: {@code 2026-10-25T02:30}, with its offset where the clock shows that twice. */
    public static String written(long sec, ZoneId zone) {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochSecond(sec), zone);
        ZoneOffset offset = zone.getRules().getOffset(Instant.ofEpochSecond(sec));
        return time + (zone.getRules().getValidOffsets(time).size() > 1 ? offset.getId() : "");
    }
}
