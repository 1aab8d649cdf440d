package io.banyan.provider.slurm;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The resources of a node as Slurm reports them.
 *
 * @param cores physical ones that jobs can have
 * @param memoryGb whole gibibytes that jobs can have
 * @param features that it has now
 */
record NodeFacts(String name, long cores, long memoryGb, List<String> features) {
    private static final long MB_PER_GB = 1_024;
    private static final String NOTHING = "(null)";

    NodeFacts {
        features = List.copyOf(features);
    }

    /**
     * Reads a line of {@code scontrol -o show node}.
     *
     * @throws IOException where it is none
     */
    static NodeFacts parse(String line) throws IOException {
        Map<String, String> values = new HashMap<>();
        for (String word : line.strip().split(" +", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                // An administrator's text follows all fields that are read here.
                values.putIfAbsent(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        try {
            long threads = Math.max(1, number(values, "ThreadsPerCore", "1"));
            long processors = number(values, values.containsKey("CPUEfctv") ? "CPUEfctv" : "CPUTot", "");
            long memoryMb = number(values, "RealMemory", "0") - number(values, "MemSpecLimit", "0");
            return new NodeFacts(
                            values.getOrDefault("NodeName", ""),
                            Math.max(1, processors / threads),
                            Math.max(0, memoryMb) / MB_PER_GB,
                            features(values.getOrDefault("ActiveFeatures", NOTHING)))
                    .named();
        } catch (NumberFormatException e) {
            throw new IOException("scontrol printed something that is not a node: " + line, e);
        }
    }

    private NodeFacts named() {
        if (name.isEmpty()) {
            throw new NumberFormatException("a node has a name");
        }
        return this;
    }

    private static long number(Map<String, String> values, String key, String otherwise) {
        return Long.parseLong(values.getOrDefault(key, otherwise));
    }

    private static List<String> features(String text) {
        return text.equals(NOTHING)
                ? List.of()
                : Arrays.stream(text.split(",", -1)).filter(it -> !it.isBlank()).toList();
    }
}
