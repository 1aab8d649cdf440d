package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of the properties that distinguish vertices: those that a request has named. Other properties, such as the
 * id of a machine in a cloud, make no difference.
 */
final class Traits {

    private final ResourceGraph graph;
    /** The properties whose value counts. */
    private final Set<String> valued;
    /** The properties of which only the presence counts. */
    private final Set<String> named = new HashSet<>();

    private final Map<List<String>, Long> numbers = new HashMap<>();

    Traits(ResourceGraph graph, Set<String> valued) {
        this.graph = graph;
        this.valued = valued;
    }

    /** Takes these names into account from now on; returns whether one of them is new here. */
    boolean heed(Set<String> names) {
        return named.addAll(names);
    }

    /** A number for the properties that count, the same for the same ones; 0 for none. */
    long of(int v) {
        Map<String, String> properties = graph.properties(v);
        if (properties.isEmpty()) {
            return 0;
        }
        var counting = new ArrayList<String>();
        properties.forEach((name, value) -> {
            if (valued.contains(name)) {
                counting.add(name + "=" + value);
            } else if (named.contains(name)) {
                counting.add(name);
            }
        });
        return counting.isEmpty() ? 0 : numbers.computeIfAbsent(counting, unused -> numbers.size() + 1L);
    }
}
