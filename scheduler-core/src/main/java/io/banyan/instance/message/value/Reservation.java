package io.banyan.instance.message.value;

import io.banyan.jobspec.Attributes;
import io.banyan.planner.TimeWindow;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Resources that are kept for some users, or for nobody, for a time that may recur: an advance reservation, or without
 * users, a maintenance window.
 *
 * @param name its unique name
 * @param owner the name of the principal that owns it
 * @param startSec the time of its first beginning; in a request 0 for at once
 * @param durationSec its duration
 * @param users the names of the users whose jobs may run in it
 * @param accounts the accounts whose jobs may run in it; without users and accounts it is for maintenance
 */
public record Reservation(
        String name,
        String owner,
        ReservationTarget target,
        long startSec,
        long durationSec,
        Recurrence recurrence,
        SortedSet<String> users,
        SortedSet<String> accounts) {
    /** Creates a reservation for users alone. */
    public Reservation(
            String name,
            String owner,
            ReservationTarget target,
            long startSec,
            long durationSec,
            Recurrence recurrence,
            SortedSet<String> users) {
        this(name, owner, target, startSec, durationSec, recurrence, users, Collections.emptySortedSet());
    }

    /** The most users and accounts of one. */
    public static final int MOST_USERS = 10_000;

    private static final int LONGEST_NAME = 100;
    /** By no more do clocks go forward at once. */
    private static final long LONGEST_STEP_SEC = 3 * 3600;

    private static final long TIMES_A_YEAR = 370;

    /** Checks the names and the times. */
    public Reservation {
        requireName(name);
        Principal.requireName(owner);
        Objects.requireNonNull(target, "target");
        ValueChecks.notNegative(startSec, "a time");
        Objects.requireNonNull(recurrence, "recurrence");
        if (durationSec < 1 || durationSec > Attributes.MAX_DURATION_SEC) {
            throw new IllegalArgumentException(
                    "a reservation must last 1 to " + Attributes.MAX_DURATION_SEC + " seconds, found " + durationSec);
        }
        if (durationSec > recurrence.periodSec()) {
            throw new IllegalArgumentException("a reservation of " + durationSec
                    + " s would not have ended when its next period begins, after " + recurrence.periodSec() + " s");
        }
        if (recurrence.start(startSec, 0).isEmpty()) {
            throw new IllegalArgumentException("a reservation must begin before the end of its repetition");
        }
        users = Collections.unmodifiableSortedSet(new TreeSet<>(users));
        accounts = Collections.unmodifiableSortedSet(new TreeSet<>(accounts));
        users.forEach(Principal::requireName);
        accounts.forEach(account -> ValueChecks.name(account, "an account"));
        if (users.size() + accounts.size() > MOST_USERS) {
            throw new IllegalArgumentException("a reservation can name at most " + MOST_USERS
                    + " users and accounts, found " + (users.size() + accounts.size()));
        }
    }

    /** Checks a name, which is also a word of a command line. */
    public static String requireName(String name) {
        ValueChecks.name(name, "a reservation's name");
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("a reservation's name must be 1 to " + LONGEST_NAME
                    + " characters without blanks, found '" + ValueChecks.shown(name) + "'");
        }
        return name;
    }

    /** Returns this reservation with the given start, where it states none. */
    public Reservation orElseAt(long sec) {
        return startSec > 0
                ? this
                : new Reservation(name, owner, target, sec, durationSec, recurrence, users, accounts);
    }

    /** Whether no user may use it. */
    public boolean isMaintenance() {
        return users.isEmpty() && accounts.isEmpty();
    }

    /** Whether a job of this user may run in it for which this account pays. */
    public boolean admits(String user, String account) {
        return users.contains(user) || accounts.contains(account);
    }

    /**
     * When it is for the nth time, counted from 0; empty where it is not any more. It is over when the next time
     * begins, which comes sooner where clocks go forward in between. O(1).
     */
    public Optional<TimeWindow> window(long n) {
        OptionalLong start = recurrence.start(startSec, n);
        OptionalLong next = recurrence.isByCalendar() ? recurrence.start(startSec, n + 1) : OptionalLong.empty();
        if (start.isEmpty()) {
            return Optional.empty();
        }
        long sec = start.getAsLong();
        long lastsSec = next.isPresent() ? Math.clamp(next.getAsLong() - sec, 1, durationSec) : durationSec;
        return Optional.of(new TimeWindow(sec, sec + lastsSec));
    }

    /**
     * The first of its times that is over sooner than the others, since clocks go forward; empty where there is none
     * within a year or so. O(a year's times, where it lasts so long that there can be one; else O(1)).
     */
    public Optional<TimeWindow> shortened() {
        boolean isLong = durationSec > recurrence.periodSec() - LONGEST_STEP_SEC;
        return recurrence.isByCalendar() && isLong
                ? LongStream.range(0, TIMES_A_YEAR)
                        .mapToObj(this::window)
                        .flatMap(Optional::stream)
                        .filter(window -> window.durationSec() < durationSec)
                        .findFirst()
                : Optional.empty();
    }

    /**
     * Returns the first gap between two of its times that otherwise follow each other, because clocks are set back;
     * empty if there is none within about a year. O(a year's times).
     */
    public Optional<TimeWindow> gap() {
        return recurrence.isByCalendar() && durationSec == recurrence.periodSec()
                ? LongStream.range(0, TIMES_A_YEAR)
                        .mapToObj(this::gapAfter)
                        .flatMap(Optional::stream)
                        .findFirst()
                : Optional.empty();
    }

    private Optional<TimeWindow> gapAfter(long n) {
        return window(n)
                .flatMap(before -> window(n + 1)
                        .filter(next -> before.endSec() < next.startSec())
                        .map(next -> new TimeWindow(/* startSec= */ before.endSec(), /* endSec= */ next.startSec())));
    }
}
