package io.banyan.schedule;

import io.banyan.resource.Status;
import io.banyan.rset.HostList;
import java.util.Locale;

/**
 * What a vertex must meet to be found: the expressions of Fluxion's {@code find}, for example {@code status=up and
 * (sched-now=free or jobid-alloc=3)}.
 *
 * <p>An immutable value. {@link Finder} evaluates it.
 */
public sealed interface Criteria {
    /** The vertex and all above it are up, or one of them is down. */
    record HasStatus(Status status) implements Criteria {}

    /** An allocation covers the vertex or one above it, or none does. */
    record AllocatedNow(boolean allocated) implements Criteria {}

    /** A reservation covers the vertex or one above it, or none does. */
    record ReservedLater(boolean reserved) implements Criteria {}

    /** The job has the vertex itself, by a booking of this kind. */
    record HeldBy(JobId job, BookingKind kind) implements Criteria {}

    /** The job has something at the vertex or below it. */
    record OnTheWayTo(JobId job) implements Criteria {}

    /** The vertex's name is in the list. */
    record Named(HostList names) implements Criteria {}

    /** The vertex carries a property of this name, with any value. */
    record WithProperty(String name) implements Criteria {}

    /** Both hold. */
    record Both(Criteria first, Criteria second) implements Criteria {}

    /** At least one holds. */
    record Either(Criteria first, Criteria second) implements Criteria {}

    /**
     * Reads an expression: {@code key=value} without blanks, {@code and}, {@code or} and parentheses; two criteria side
     * by side both have to hold. {@code and} and {@code or} bind equally, from left to right.
     *
     * @throws IllegalArgumentException where the text is no such expression; the message says what was expected
     */
    static Criteria parse(String text) {
        return new CriteriaParser(text).parse();
    }

    /** The criterion of one {@code key=value}. */
    static Criteria leaf(String key, String value) {
        return switch (key) {
            case "status" -> new HasStatus(choice(key, value, "up", "down") ? Status.UP : Status.DOWN);
            case "sched-now" -> new AllocatedNow(choice(key, value, "allocated", "free"));
            case "sched-future" -> new ReservedLater(choice(key, value, "reserved", "free"));
            case "jobid-alloc" -> new HeldBy(JobIdNotation.parse(value), BookingKind.ALLOCATION);
            case "jobid-reserved" -> new HeldBy(JobIdNotation.parse(value), BookingKind.RESERVATION);
            case "jobid-span", "jobid-tag" -> new OnTheWayTo(JobIdNotation.parse(value));
            case "names" -> new Named(HostList.parse(value));
            case "property" -> new WithProperty(value.toLowerCase(Locale.ROOT));
            default ->
                throw new IllegalArgumentException(
                        "unknown key '" + key + "', expected one of status, sched-now, sched-future, jobid-alloc, "
                                + "jobid-reserved, jobid-span, jobid-tag, names, property");
        };
    }

    private static boolean choice(String key, String value, String yes, String no) {
        if (value.equals(yes) || value.equals(no)) {
            return value.equals(yes);
        }
        throw new IllegalArgumentException(key + " is " + yes + " or " + no + ", found '" + value + "'");
    }
}
