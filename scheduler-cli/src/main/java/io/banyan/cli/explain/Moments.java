package io.banyan.cli.explain;

import io.banyan.cli.output.WallClock;
import io.banyan.planner.TimeWindow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/** Moments and spans of time in words, as short as possible. */
final class Moments {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** The present, in seconds; a time too far after it is as good as never. */
    private final long nowSec;

    private final Optional<ZoneId> zone;

    /**
     * Seen from a present.
     *
     * @param zone where the reader's clock is; empty where time is counted from the start of a session
     */
    Moments(long nowSec, Optional<ZoneId> zone) {
        this.nowSec = nowSec;
        this.zone = zone;
    }

    boolean isPast(long sec) {
        return sec <= nowSec;
    }

    boolean isEndless(long sec) {
        return TimeWindow.isEndless(nowSec, sec);
    }

    /** {@code 12:30}, {@code 12:30:05}, on another day {@code 2026-03-01 12:30}; without a clock {@code t=3600}. */
    String at(long sec) {
        if (zone.isEmpty()) {
            return "t=" + sec;
        }
        ZonedDateTime moment = Instant.ofEpochSecond(sec).atZone(zone.get());
        LocalDate today = Instant.ofEpochSecond(nowSec).atZone(zone.get()).toLocalDate();
        String day = moment.toLocalDate().equals(today) ? "" : "yyyy-MM-dd ";
        String clock = moment.getSecond() == 0 ? "HH:mm" : "HH:mm:ss";
        return WallClock.shown(moment, day + clock);
    }

    /** {@code in 25 min (12:30)}. */
    String from(long sec) {
        return "in " + lasting(sec - nowSec) + " (" + at(sec) + ")";
    }

    /** {@code 45 s}, {@code 25 min}, {@code 1 h 30 min}: the two greatest units that are not zero. */
    static String lasting(long sec) {
        if (sec >= DAY) {
            return two(sec / DAY, "d", sec % DAY / HOUR, "h");
        }
        if (sec >= HOUR) {
            return two(sec / HOUR, "h", sec % HOUR / MINUTE, "min");
        }
        return sec >= MINUTE ? two(sec / MINUTE, "min", sec % MINUTE, "s") : sec + " s";
    }

    private static String two(long greater, String unit, long lesser, String lesserUnit) {
        return greater + " " + unit + (lesser == 0 ? "" : " " + lesser + " " + lesserUnit);
    }
}
