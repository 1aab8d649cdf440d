package io.banyan.instance.state;

import io.banyan.instance.message.value.RevokeTarget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongBiFunction;

/** The resources that a release has obtained so far, compared with those that are wanted. */
public final class Obtained {
    private final RevokeTarget wanted;
    private final Set<String> paths = new LinkedHashSet<>();
    private final Map<String, Long> counts = new TreeMap<>();

    Obtained(RevokeTarget wanted) {
        this.wanted = wanted;
    }

    /**
     * Adds a vertex with all below it, unless it was added before.
     *
     * @param amount how much of a type there is at a path and below it
     */
    void add(String path, ToLongBiFunction<String, String> amount) {
        if (paths.add(path) && wanted instanceof RevokeTarget.ByCounts(var types)) {
            types.keySet().forEach(type -> counts.merge(type, amount.applyAsLong(path, type), Long::sum));
        }
    }

    /** Returns the tops, in the order in which they were obtained. */
    public List<String> paths() {
        return new ArrayList<>(paths);
    }

    /** The amount of a type; counted where the type is wanted by amount. */
    public long amount(String type) {
        return counts.getOrDefault(type, 0L);
    }

    /** Returns the amounts that are still missing, by type; empty where vertices are wanted by their paths. */
    public Map<String, Long> missing() {
        Map<String, Long> missing = new TreeMap<>();
        if (wanted instanceof RevokeTarget.ByCounts(var types)) {
            types.forEach((type, count) -> {
                if (amount(type) < count) {
                    missing.put(type, count - amount(type));
                }
            });
        }
        return missing;
    }

    @Override
    public String toString() {
        return paths + " " + counts;
    }
}
