package io.banyan.provider.slurm;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A job of Slurm's that holds one node, as squeue shows it.
 *
 * @param id of the job: {@code 12}, or {@code 12_3} of an array
 * @param number of it, which an element of an array has for itself once it runs; srun takes no other name
 * @param state in Slurm's words
 * @param host empty where it has none yet
 * @param left of its time; empty where it has no end
 * @param reason why it is pending, in Slurm's words
 */
record Pilot(
        String id,
        String number,
        String state,
        String host,
        String partition,
        Optional<Duration> left,
        String reason,
        Optional<Label> label) {
    /** For squeue; the comment is the last, for it may hold anything. */
    static final String FORMAT = "%i|%A|%T|%N|%P|%L|%r|%k";

    private static final int FIELDS = 8;
    private static final Pattern ID = Pattern.compile("[0-9]+(_[0-9]+)?");
    private static final Pattern TIME = Pattern.compile("(?:(?:(\\d+)-)?(\\d+):)?(\\d+):(\\d\\d)");

    /** The reasons why a pilot will never start without a change of Slurm's configuration. */
    private static final Set<String> NEVER = Set.of(
            "AccountNotAllowed",
            "BadConstraints",
            "InvalidAccount",
            "InvalidQOS",
            "PartitionConfig",
            "PartitionDown",
            "PartitionInactive",
            "PartitionNodeLimit",
            "PartitionTimeLimit",
            "QOSNotAllowed",
            "ReservationDeleted");

    /**
     * Reads a line.
     *
     * @throws IOException if it does not have the requested form
     */
    static Pilot parse(String line) throws IOException {
        String[] fields = line.split("\\|", FIELDS);
        if (fields.length < FIELDS || !isId(fields[0]) || fields[2].isBlank()) {
            throw new IOException("squeue printed something that is not a job: " + line);
        }
        return new Pilot(
                fields[0],
                fields[1].strip(),
                fields[2],
                fields[3].strip(),
                fields[4].strip(),
                time(fields[5].strip()),
                fields[6].strip(),
                Label.parse(fields[7]));
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** {@code 1-02:03:04}, {@code 2:03:04} or {@code 3:04}; empty for a word. */
    private static Optional<Duration> time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofDays(number(time.group(1)))
                .plusHours(number(time.group(2)))
                .plusMinutes(number(time.group(3)))
                .plusSeconds(number(time.group(4))));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    boolean isRunning() {
        return state.equals("RUNNING") && !host.isEmpty();
    }

    boolean isPending() {
        return state.equals("PENDING");
    }

    /** Whether it has ended, and Slurm cleans up after it. */
    boolean isEnding() {
        return state.equals("COMPLETING");
    }

    /** Whether it works, or will; one that is suspended will again. */
    boolean isUsable() {
        return !isEnding();
    }

    boolean waitsForEver() {
        return isPending() && NEVER.contains(reason);
    }
}
