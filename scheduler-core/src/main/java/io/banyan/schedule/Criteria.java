package io.banyan.schedule;

import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.HostList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The criteria that a vertex must meet to be found: the expressions of Fluxion's {@code find}, for example {@code
 * status=up and (sched-now=free or jobid-alloc=3)}.
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

    /** The vertex has a pruning filter, which counts something that the job has below it. */
    record CountedBelow(JobId job) implements Criteria {}

    /**
     * The job holds resources at the vertex or below it, or a partial cancel left its tag, which {@link Finder}
     * receives.
     */
    record TaggedBy(JobId job) implements Criteria {}

    /** The vertex's name is in the list. */
    record Named(HostList names) implements Criteria {}

    /** The vertex carries a property of this name, with any value. */
    record WithProperty(String name) implements Criteria {}

    /** The vertex counts its descendants; requests that these counts are shown. */
    record CountsBelow() implements Criteria {}

    /** Always holds. */
    record Any() implements Criteria {}

    /** Both hold. */
    record Both(Criteria first, Criteria second) implements Criteria {}

    /** At least one holds. */
    record Either(Criteria first, Criteria second) implements Criteria {}

    /**
     * Reads an expression: {@code key=value} without blanks, {@code and}, {@code or} and parentheses; two criteria side
     * by side both have to hold. {@code and} and {@code or} bind equally, from left to right. A value
     * that is one of a few words can be in upper or lower case.
     *
     * @throws IllegalArgumentException where the text is no such expression; the message states the expected form
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
            case "jobid-span" -> new CountedBelow(JobIdNotation.parse(value));
            case "jobid-tag" -> new TaggedBy(JobIdNotation.parse(value));
            case "agfilter" -> shown(value) ? new CountsBelow() : new Any();
            case "names" -> new Named(HostList.parse(value));
            case "property" -> new WithProperty(value.toLowerCase(Locale.ROOT));
            default ->
                throw new IllegalArgumentException(
                        "unknown key '" + key + "', expected one of status, sched-now, sched-future, jobid-alloc, "
                                + "jobid-reserved, jobid-span, jobid-tag, agfilter, names, property");
        };
    }

    /** Whether the counts below the vertices found are to be shown. */
    default boolean showsCounts() {
        return leaves().anyMatch(CountsBelow.class::isInstance);
    }

    /** The job that is named first. */
    default Optional<JobId> namedJob() {
        return leaves().flatMap(leaf -> leaf.jobs().stream()).findFirst();
    }

    /** The jobs that are named, in their order. */
    default List<JobId> namedJobs() {
        return leaves().flatMap(leaf -> leaf.jobs().stream()).toList();
    }

    /** The lists of names that vertices are to be in. */
    default List<HostList> namedHosts() {
        return leaves().flatMap(leaf -> leaf instanceof Named(HostList names) ? Stream.of(names) : Stream.empty())
                .toList();
    }

    private Stream<Criteria> leaves() {
        if (this instanceof Both(Criteria first, Criteria second)) {
            return Stream.concat(first.leaves(), second.leaves());
        }
        if (this instanceof Either(Criteria first, Criteria second)) {
            return Stream.concat(first.leaves(), second.leaves());
        }
        return Stream.of(this);
    }

    private List<JobId> jobs() {
        if (this instanceof HeldBy(JobId job, BookingKind kind)) {
            return List.of(job);
        }
        if (this instanceof CountedBelow(JobId job)) {
            return List.of(job);
        }
        return this instanceof TaggedBy(JobId job) ? List.of(job) : List.of();
    }

    private static boolean shown(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "t", "true" -> true;
            case "f", "false" -> false;
            default -> throw new IllegalArgumentException("agfilter must be true or false, found '" + value + "'");
        };
    }

    private static boolean choice(String key, String value, String yes, String no) {
        if (value.equalsIgnoreCase(yes) || value.equalsIgnoreCase(no)) {
            return value.equalsIgnoreCase(yes);
        }
        throw new IllegalArgumentException(key + " must be " + yes + " or " + no + ", found '" + value + "'");
    }
}
