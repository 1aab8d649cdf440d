package io.banyan.cli.slurm;

import io.banyan.cli.output.WallClock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and spans of time as Slurm's commands write and read them. */
final class SlurmTime {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long MICROS = 1_000_000;
    private static final long MILLI_MICROS = 1_000;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT);

    /** {@code now}, and with a span before or after it. */
    private static final Pattern NOW = Pattern.compile("now(?:([+-])(\\d{1,9})([a-z]*))?");

    private static final Pattern CLOCK = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2}))?([AP]M)?");

    private static final Map<String, LocalTime> NAMED = Map.of(
            "midnight",
            LocalTime.MIDNIGHT,
            "noon",
            LocalTime.NOON,
            "fika",
            LocalTime.of(15, 0),
            "teatime",
            LocalTime.of(16, 0));

    /** A date with or without a time of day, in the forms of Slurm's manual. */
    private static final List<DateTimeFormatter> DATES = List.of(
            date("yyyy-MM-dd['T'HH:mm[:ss]]"),
            date("MMddyy[-HH:mm[:ss]]"),
            date("MMdd[-HH:mm[:ss]]"),
            date("MM.dd.yy[-HH:mm[:ss]]"),
            date("MM.dd[-HH:mm[:ss]]"),
            date("MM/dd/yy[-HH:mm[:ss]]"),
            date("MM/dd[-HH:mm[:ss]]"));

    private SlurmTime() {}

    private static DateTimeFormatter date(String pattern) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0);
        if (!pattern.contains("yy")) {
            builder.parseDefaulting(
                    ChronoField.YEAR, LocalDate.now(ZoneId.systemDefault()).getYear());
        }
        return builder.toFormatter(Locale.ROOT);
    }

    /** A moment: {@code 2026-11-25T18:30:00}. */
    static String stamp(long sec, ZoneId zone) {
        return STAMP.format(Instant.ofEpochSecond(sec).atZone(zone));
    }

    /** A span with hours: {@code 00:10:00}, {@code 1-02:00:00}. */
    static String span(long sec) {
        long days = sec / DAY;
        String clock =
                String.format(Locale.ROOT, "%02d:%02d:%02d", sec % DAY / HOUR, sec % HOUR / MINUTE, sec % MINUTE);
        return days == 0 ? clock : days + "-" + clock;
    }

    /** A processor time: {@code 00:01.250}, {@code 01:00:00}, {@code 1-02:00:00}. */
    static String processorTime(long micros) {
        long sec = micros / MICROS;
        return sec >= HOUR
                ? span(sec)
                : String.format(
                        Locale.ROOT, "%02d:%02d.%03d", sec / MINUTE, sec % MINUTE, micros % MICROS / MILLI_MICROS);
    }

    /** A span with hours and days only as needed: {@code 0:05}, {@code 10:00}, {@code 1:00:00}, {@code 1-02:00:00}. */
    static String shortSpan(long sec) {
        if (sec >= DAY) {
            return span(sec);
        }
        return sec >= HOUR
                ? String.format(Locale.ROOT, "%d:%02d:%02d", sec / HOUR, sec % HOUR / MINUTE, sec % MINUTE)
                : String.format(Locale.ROOT, "%d:%02d", sec / MINUTE, sec % MINUTE);
    }

    /**
     * The moment of a text in one of the forms of sacct's manual, in seconds since the epoch.
     *
     * @throws IllegalArgumentException where it is none
     */
    static long parse(String text, Instant now, ZoneId zone) {
        String word = text.strip();
        ZonedDateTime here = now.atZone(zone);
        Matcher relative = NOW.matcher(word.toLowerCase(Locale.ROOT));
        if (relative.matches()) {
            return now.getEpochSecond() + offset(relative, text);
        }
        if (word.equalsIgnoreCase("today")) {
            return here.toLocalDate().atStartOfDay(zone).toEpochSecond();
        }
        Optional<LocalTime> clock = clock(word);
        if (clock.isPresent()) {
            return WallClock.sec(here.toLocalDate().atTime(clock.get()), zone);
        }
        return DATES.stream()
                .flatMap(form -> date(word, form).stream())
                .findFirst()
                .map(time -> WallClock.sec(time, zone))
                .orElseThrow(() -> new IllegalArgumentException("Invalid time specification: " + text));
    }

    private static Optional<LocalDateTime> date(String word, DateTimeFormatter form) {
        try {
            return Optional.of(LocalDateTime.parse(word, form));
        } catch (DateTimeParseException other) {
            return Optional.empty();
        }
    }

    private static Optional<LocalTime> clock(String word) {
        Optional<LocalTime> named = Optional.ofNullable(NAMED.get(word.toLowerCase(Locale.ROOT)));
        Matcher clock = CLOCK.matcher(word.toUpperCase(Locale.ROOT));
        if (named.isPresent() || !clock.matches()) {
            return named;
        }
        int hour = Integer.parseInt(clock.group(1));
        String half = clock.group(4);
        int half12 = half == null ? hour : hour % 12 + (half.equals("PM") ? 12 : 0);
        int second = clock.group(3) == null ? 0 : Integer.parseInt(clock.group(3));
        int minute = Integer.parseInt(clock.group(2));
        return half12 < 24 && minute < MINUTE && second < MINUTE
                ? Optional.of(LocalTime.of(half12, minute, second))
                : Optional.empty();
    }

    private static long offset(Matcher relative, String text) {
        if (relative.group(1) == null) {
            return 0;
        }
        String unit = relative.group(3);
        long sec;
        if (unit.isEmpty() || "seconds".startsWith(unit)) {
            sec = 1;
        } else if ("minutes".startsWith(unit)) {
            sec = MINUTE;
        } else if ("hours".startsWith(unit)) {
            sec = HOUR;
        } else if ("days".startsWith(unit)) {
            sec = DAY;
        } else if ("weeks".startsWith(unit)) {
            sec = 7 * DAY;
        } else {
            throw new IllegalArgumentException("Invalid time specification: " + text);
        }
        return (relative.group(1).equals("-") ? -1 : 1) * sec * Long.parseLong(relative.group(2));
    }

    /**
     * The seconds of a time limit: minutes, {@code M:S}, {@code H:M:S}, {@code D-H}, {@code D-H:M} or {@code D-H:M:S};
     * 0 for no limit.
     *
     * @throws IllegalArgumentException where it is none
     */
    static long limit(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (List.of("infinite", "unlimited", "-1").contains(word)) {
            return 0;
        }
        if (!word.matches("(\\d{1,9}-)?\\d{1,9}(:\\d{1,9}){0,2}")) {
            throw new IllegalArgumentException("Invalid time limit specification: " + text);
        }
        int dash = word.indexOf('-');
        String[] parts = word.substring(dash + 1).split(":", -1);
        long[] units = dash > 0
                ? new long[] {HOUR, MINUTE, 1}
                : (parts.length == 3 ? new long[] {HOUR, MINUTE, 1} : new long[] {MINUTE, 1});
        long sec = dash > 0 ? DAY * Long.parseLong(word.substring(0, dash)) : 0;
        for (int i = 0; i < parts.length; i++) {
            sec += units[i] * Long.parseLong(parts[i]);
        }
        return sec;
    }
}
