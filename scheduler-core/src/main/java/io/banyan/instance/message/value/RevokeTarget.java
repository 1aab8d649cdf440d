package io.banyan.instance.message.value;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The resources that are wanted back from an instance. */
public sealed interface RevokeTarget {
    /** The most paths, or resource types, that are named at once. */
    int MOST = 100_000;

    /** These vertices with all below them. */
    record ByPaths(List<String> paths) implements RevokeTarget {
        /** Checks that there are paths, and that they are absolute. */
        public ByPaths {
            paths = ValueChecks.paths(paths);
            if (paths.isEmpty() || paths.size() > MOST) {
                throw new IllegalArgumentException("1 to " + MOST + " paths can be reclaimed, found " + paths.size());
            }
        }
    }

    /** An amount of each resource type; the holder chooses the resources. */
    record ByCounts(SortedMap<String, Long> counts) implements RevokeTarget {
        /** Checks that there are types, and that the amounts are more than 0. */
        public ByCounts {
            counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
            if (counts.isEmpty() || counts.size() > MOST) {
                throw new IllegalArgumentException("1 to " + MOST + " types can be reclaimed, found " + counts.size());
            }
            counts.forEach((type, count) -> {
                ValueChecks.name(type, "a resource type");
                ValueChecks.positive(count, "an amount of " + type);
            });
        }

        /** So much of each. */
        public static ByCounts of(Map<String, Long> counts) {
            return new ByCounts(new TreeMap<>(counts));
        }
    }
}
