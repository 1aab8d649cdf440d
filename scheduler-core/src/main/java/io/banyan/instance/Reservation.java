package io.banyan.instance;

import io.banyan.jobspec.Attributes;
import io.banyan.planner.TimeWindow;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Resources that are kept for some users, or for nobody, for a time that may come again: an advance reservation, or where nobody may use it, a maintenance window.
 *
 * @param name by which users name it; there is no other of that name
 * @param owner the name of the principal whose it is
 * @param startSec when it begins for the first time
 * @param durationSec how long it lasts
 * @param users the names of those whose jobs may run in it; none for maintenance
 */
public record Reservation(
        String name,
        String owner,
        ReservationTarget target,
        long startSec,
        long durationSec,
        Recurrence recurrence,
        SortedSet<String> users) {
    /** The most users of one. */
    public static final int MOST_USERS = 10_000;

    private static final int LONGEST_NAME = 100;

    /** Checks the names and the times. */
    public Reservation {
        requireName(name);
        Principal.requireName(owner);
        Objects.requireNonNull(target, "target");
        Checks.notNegative(startSec, "a time");
        Objects.requireNonNull(recurrence, "recurrence");
        if (durationSec < 1 || durationSec > Attributes.MAX_DURATION_SEC) {
            throw new IllegalArgumentException(
                    "a reservation lasts 1 to " + Attributes.MAX_DURATION_SEC + " seconds, found " + durationSec);
        }
        if (durationSec > recurrence.periodSec()) {
            throw new IllegalArgumentException("a reservation of " + durationSec
                    + " s would not be over when it begins again, after " + recurrence.periodSec() + " s");
        }
        if (recurrence.start(startSec, 0).isEmpty()) {
            throw new IllegalArgumentException("a reservation begins before the time until which it comes again");
        }
        users = Collections.unmodifiableSortedSet(new TreeSet<>(users));
        users.forEach(Principal::requireName);
        if (users.size() > MOST_USERS) {
            throw new IllegalArgumentException(
                    "a reservation is for at most " + MOST_USERS + " users, found " + users.size());
        }
    }

    /** Checks a name, which is also a word of a command line. */
    static String requireName(String name) {
        Checks.name(name, "a reservation's name");
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("a reservation's name is 1 to " + LONGEST_NAME
                    + " characters without blanks, found '" + Checks.shown(name) + "'");
        }
        return name;
    }

    /** Whether nobody may use it. */
    public boolean isMaintenance() {
        return users.isEmpty();
    }

    /** When it is for the nth time, counted from 0; empty where it is not any more. O(1). */
    Optional<TimeWindow> window(long n) {
        OptionalLong start = recurrence.start(startSec, n);
        return start.isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeWindow(start.getAsLong(), start.getAsLong() + durationSec));
    }
}
