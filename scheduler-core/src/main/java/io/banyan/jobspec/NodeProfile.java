package io.banyan.jobspec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The number of nodes that a job needs over its time, as its jobspec states it: {@code
 * attributes.system.banyan.profile}, a list of {@code {at: SECONDS, nodes: NUMBER}}.
 *
 * @param entries in the order of their times, the first at 0; each holds until the next one, and the last until the end
 */
public record NodeProfile(List<Entry> entries) {
    /** The most entries. */
    public static final int MOST_ENTRIES = 1_000;

    private static final String AT = "at";
    private static final String NODES = "nodes";

    /**
     * A number of nodes from a time on.
     *
     * @param atSec the time since the start of the job, in seconds
     * @param nodes at least 1
     */
    public record Entry(long atSec, int nodes) {
        /** Checks both numbers. */
        public Entry {
            if (atSec < 0 || atSec > Attributes.MAX_DURATION_SEC || nodes < 1) {
                throw new IllegalArgumentException("an entry of '" + Extensions.PROFILE
                        + "' must have a time of 0 s or more and 1 node or more, found " + nodes + " nodes at " + atSec
                        + " s");
            }
        }
    }

    /** Checks the number of entries and the order of their times. */
    public NodeProfile {
        if (entries.isEmpty() || entries.size() > MOST_ENTRIES) {
            throw new IllegalArgumentException("'" + Extensions.PROFILE + "' must have 1 to " + MOST_ENTRIES
                    + " entries, found " + entries.size());
        }
        if (entries.getFirst().atSec != 0) {
            throw new IllegalArgumentException("the first entry of '" + Extensions.PROFILE
                    + "' must be at 0 s, the start of the job, found " + entries.getFirst().atSec + " s");
        }
        for (int i = 1; i < entries.size(); i++) {
            if (entries.get(i).atSec <= entries.get(i - 1).atSec) {
                throw new IllegalArgumentException("the times of '" + Extensions.PROFILE + "' must ascend, found "
                        + entries.get(i).atSec + " s after " + entries.get(i - 1).atSec + " s");
            }
        }
        entries = List.copyOf(entries);
    }

    /** A profile with one number of nodes at all times. */
    public static NodeProfile constant(int nodes) {
        return new NodeProfile(List.of(new Entry(0, nodes)));
    }

    /** Reads the value of the key; empty without one. O(entries). */
    static Optional<NodeProfile> of(@Nullable Object said) {
        if (said == null) {
            return Optional.empty();
        }
        if (!(said instanceof List<?> list)) {
            throw wrong(said);
        }
        List<Entry> entries = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof Map<?, ?> map) || !map.keySet().equals(Set.of(AT, NODES))) {
                throw wrong(each);
            }
            long nodes = number(each, map.get(NODES));
            if (nodes > Integer.MAX_VALUE) {
                throw wrong(each);
            }
            entries.add(new Entry(number(each, map.get(AT)), (int) nodes));
        }
        return Optional.of(new NodeProfile(entries));
    }

    private static long number(@Nullable Object entry, @Nullable Object said) {
        if (said instanceof Integer || said instanceof Long) {
            return ((Number) said).longValue();
        }
        throw wrong(entry);
    }

    private static IllegalArgumentException wrong(@Nullable Object found) {
        return new IllegalArgumentException("'" + Extensions.PROFILE + "' must be a list of {" + AT + ": SECONDS, "
                + NODES + ": NUMBER}, found " + found);
    }

    /** The value of the key. O(entries). */
    public List<Map<String, Object>> value() {
        return entries.stream()
                .map(entry -> Map.<String, Object>of(AT, entry.atSec, NODES, entry.nodes))
                .toList();
    }

    /** The entry with the most nodes; the first of several. O(entries). */
    public Entry most() {
        Entry most = entries.getFirst();
        for (Entry entry : entries) {
            most = entry.nodes > most.nodes ? entry : most;
        }
        return most;
    }
}
