package io.banyan.queue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rule by which jobs of a queue start: which jobs may overtake, and for how many jobs resources are reserved that
 * are not free yet. Later jobs never take reserved resources, so that a job with a reservation is never delayed by a
 * later one.
 *
 * @param name {@code fcfs}: no job overtakes. {@code easy}: a job may overtake if it does not delay the first. {@code
 *     conservative}: a job may overtake if it delays no other. {@code hybrid}: a job may overtake if it does not delay
 *     the first few. {@code deadline}: each job is booked, or refused, when it is submitted; its booking never moves
 * @param reservations the maximum number of jobs with a reservation
 * @param depth the maximum number of jobs that are examined, from the first on
 */
public record QueuePolicy(String name, int reservations, int depth) {
    /** The value that stands for as many as there are. */
    public static final int ALL = Integer.MAX_VALUE;

    /** No job overtakes. */
    public static final QueuePolicy FCFS = new QueuePolicy("fcfs", 0, ALL);
    /** Backfilling around one reservation (Lifka's EASY). */
    public static final QueuePolicy EASY = new QueuePolicy("easy", 1, ALL);
    /** Backfilling around a reservation for each job. */
    public static final QueuePolicy CONSERVATIVE = new QueuePolicy("conservative", ALL, ALL);
    /** Backfilling around as many reservations as Fluxion's policy of this name makes. */
    public static final QueuePolicy HYBRID = new QueuePolicy("hybrid", 64, ALL);
    /** A booking for each job when it is submitted, by its deadline. */
    public static final QueuePolicy DEADLINE = new QueuePolicy("deadline", ALL, ALL);

    private static final List<QueuePolicy> KNOWN = List.of(FCFS, EASY, CONSERVATIVE, HYBRID, DEADLINE);
    private static final String RESERVATIONS = "reservation-depth";
    private static final String DEPTH = "queue-depth";

    /** Checks the numbers. */
    public QueuePolicy {
        if (reservations < 0) {
            throw new IllegalArgumentException(RESERVATIONS + " must be 0 or more, found " + reservations);
        }
        if (depth < 1) {
            throw new IllegalArgumentException(DEPTH + " must be 1 or more, found " + depth);
        }
    }

    /** Returns the policy as {@link #parse} reads it. */
    public String words() {
        boolean isUsual = KNOWN.contains(this);
        return name
                + (isUsual || !name.equals(HYBRID.name) ? "" : ":" + RESERVATIONS + "=" + reservations)
                + (depth == ALL ? "" : ":" + DEPTH + "=" + depth);
    }

    /** Whether jobs are booked, or refused, when they are submitted, and their bookings never move. */
    public boolean booksAtSubmission() {
        return name.equals(DEADLINE.name);
    }

    /** Whether a job may start before one that comes before it. */
    public boolean overtakes() {
        return reservations > 0;
    }

    /**
     * Reads a name with its changed parameters: {@code easy}, {@code hybrid:reservation-depth=8:queue-depth=1000}.
     *
     * @throws IllegalArgumentException where there is no such policy; the message names those that there are
     */
    public static QueuePolicy parse(String words) {
        List<String> parts = List.of(words.split(":", -1));
        QueuePolicy usual = KNOWN.stream()
                .filter(policy -> policy.name.equals(parts.getFirst()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no queue policy '" + parts.getFirst()
                        + "'; expected one of "
                        + String.join(
                                ", ", KNOWN.stream().map(QueuePolicy::name).toList())));
        Map<String, Integer> said = new TreeMap<>();
        for (String part : parts.subList(1, parts.size())) {
            int sign = part.indexOf('=');
            String key = sign < 0 ? part : part.substring(0, sign);
            if (!List.of(RESERVATIONS, DEPTH).contains(key)
                    || !part.substring(sign + 1).matches("[0-9]{1,9}")) {
                throw new IllegalArgumentException("a queue policy can be followed by :" + RESERVATIONS + "=NUMBER or :"
                        + DEPTH + "=NUMBER, found '" + part + "'");
            }
            said.put(key, Integer.parseInt(part.substring(sign + 1)));
        }
        if (said.containsKey(RESERVATIONS) && !usual.equals(HYBRID)) {
            throw new IllegalArgumentException(
                    usual.name + " does not accept " + RESERVATIONS + "; use " + HYBRID.name + " instead");
        }
        if (!said.isEmpty() && usual.booksAtSubmission()) {
            throw new IllegalArgumentException(
                    usual.name + " accepts no parameters, because it books each job when it is submitted");
        }
        if (said.getOrDefault(RESERVATIONS, 1) < 1) {
            throw new IllegalArgumentException(RESERVATIONS
                    + " must be 1 or more, found 0; without a reservation no job may overtake, which is " + FCFS.name);
        }
        return new QueuePolicy(
                usual.name,
                Optional.ofNullable(said.get(RESERVATIONS)).orElse(usual.reservations),
                Optional.ofNullable(said.get(DEPTH)).orElse(usual.depth));
    }
}
