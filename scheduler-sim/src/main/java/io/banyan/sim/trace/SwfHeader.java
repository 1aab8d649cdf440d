package io.banyan.sim.trace;

import io.banyan.resource.PrintableText;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines {@code ; Key: value} before the jobs of a trace in the Standard Workload Format. Keys are the same in
 * capitals and without.
 */
final class SwfHeader {
    private static final Pattern NAMED = Pattern.compile("(-?\\d{1,9})\\s+(\\S.*)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
    private static final Pattern LONG_NUMBER = Pattern.compile("\\d{16,}(\\s.*)?");
    private static final Pattern UNSAID = Pattern.compile("(-1|0|)(\\s.*)?");
    private static final Pattern VERSION = Pattern.compile("2(\\.\\d+)?");

    private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    /** The numbers read so far, by key. */
    private final Map<String, OptionalLong> numbers = new HashMap<>();

    private final Map<Long, String> queues = new HashMap<>();
    private final Map<Long, String> partitions = new HashMap<>();

    /** A line that begins with a semicolon; a line without a key is a comment. */
    void line(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            return;
        }
        String key = line.substring(1, colon).strip();
        String value = line.substring(colon + 1).strip();
        if (key.equalsIgnoreCase("Queue")) {
            name(queues, value);
        } else if (key.equalsIgnoreCase("Partition")) {
            name(partitions, value);
        } else {
            values.putIfAbsent(key, value);
            numbers.clear();
        }
    }

    private static void name(Map<Long, String> names, String value) {
        Matcher matcher = NAMED.matcher(value);
        if (matcher.matches()) {
            names.put(Long.parseLong(matcher.group(1)), matcher.group(2).strip().split("\\s+", -1)[0]);
        }
    }

    /**
     * The name of a queue, or of the partition where no queue is named; a number where it has none, and nothing where
     * there is none.
     */
    String queue(long queue, long partition) {
        if (queue >= 0) {
            return queues.getOrDefault(queue, Long.toString(queue));
        }
        return partition >= 0 ? partitions.getOrDefault(partition, Long.toString(partition)) : "";
    }

    /** A number that is 1 or more, where there is one. */
    OptionalLong positive(String key) {
        OptionalLong known = numbers.get(key);
        if (known == null) {
            known = read(key);
            numbers.put(key, known);
        }
        return known;
    }

    private OptionalLong read(String key) {
        String value = values.getOrDefault(key, "");
        String first = value.split("\\s+", -1)[0];
        if (!NUMBER.matcher(first).matches() || Long.parseLong(first) < 1) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(first));
    }

    /** A positive number of processors; empty if there is none, or if it exceeds the limit of a simulated machine. */
    OptionalLong processors(String key) {
        OptionalLong number = positive(key);
        return number.orElse(0) > TraceJobs.MOST_PROCESSORS ? OptionalLong.empty() : number;
    }

    /** Returns the error. */
    void check(Remarks remarks, int lines, int jobs) {
        String version = values.getOrDefault("Version", "2");
        if (!VERSION.matcher(version).matches()) {
            remarks.say("the header states version " + version + " of the format; read as version 2.2");
        }
        for (String key : new String[] {"MaxNodes", "MaxProcs", "UnixStartTime", "MaxRuntime"}) {
            String value = values.getOrDefault(key, "");
            if (positive(key).isEmpty() && !UNSAID.matcher(value).matches()) {
                String what = LONG_NUMBER.matcher(value).matches()
                        ? " is a number of more than 15 digits, "
                        : " is not a number: ";
                remarks.say("the header's " + key + what + "'" + shown(value) + "'; it is ignored");
            }
        }
        for (String key : new String[] {"MaxNodes", "MaxProcs"}) {
            long number = positive(key).orElse(0);
            if (number > TraceJobs.MOST_PROCESSORS) {
                remarks.say("the header's " + key + " is " + number + ", more than " + TraceJobs.MOST_PROCESSORS
                        + "; it is ignored");
            }
        }
        long nodes = processors("MaxNodes").orElse(0);
        long processors = processors("MaxProcs").orElse(Long.MAX_VALUE);
        if (nodes > processors) {
            remarks.say("the header states " + processors + " processors on " + nodes + " nodes; the processors count");
        }
        positive("MaxRecords")
                .ifPresentOrElse(
                        all -> checkCount(remarks, all, lines),
                        () -> positive("MaxJobs").ifPresent(all -> checkCount(remarks, all, jobs)));
    }

    private static void checkCount(Remarks remarks, long said, int found) {
        if (said != found) {
            remarks.say("the header states " + said + " jobs, but the file has " + found);
        }
    }

    /** Shortens and escapes a text for a message. */
    static String shown(String text) {
        String first = text.length() <= 40 ? text : text.substring(0, 40) + "...";
        return PrintableText.escaped(first);
    }
}
