package io.banyan.instance.state;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.JobId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The times since which resources from elsewhere have been idle, by the tops of the grants. Counted from the last
 * release by a job, from the arrival, or from the start of the process. An instance without such resources has no cost.
 */
public final class IdleTimes {
    private final Map<Integer, Long> sinceMillis = new HashMap<>();
    private final Map<Integer, Long> cameMillis = new HashMap<>();
    private final Transients process;

    IdleTimes(Transients process) {
        this.process = process;
    }

    /** These tops have come. */
    void came(ResourceGraph graph, Collection<String> tops, long nowMillis) {
        for (String top : tops) {
            sinceMillis.put(graph.find(top), nowMillis);
            cameMillis.put(graph.find(top), nowMillis);
        }
    }

    /** Records that these tops leave, before they do; other vertices change nothing. */
    void leave(ResourceGraph graph, Collection<String> paths) {
        for (String path : paths) {
            sinceMillis.remove(graph.find(path));
            cameMillis.remove(graph.find(path));
        }
    }

    /** A job is about to let go of something. O(its holds x depth). */
    void letGo(Resources resources, JobId job, long nowMillis) {
        if (sinceMillis.isEmpty()) {
            return;
        }
        ResourceGraph graph = resources.graph();
        for (int held : resources.schedule().holdings().vertices(job)) {
            int v = held;
            while (v >= 0 && !sinceMillis.containsKey(v)) {
                v = graph.parent(v);
            }
            if (v >= 0) {
                sinceMillis.put(v, nowMillis);
            }
        }
    }

    /** Since when the top is idle, if no job uses it now; at the earliest since the start of the process. */
    public long since(int top, long nowMillis) {
        return Math.max(process.startedMillis(), sinceMillis.getOrDefault(top, nowMillis));
    }

    /** When the top came; at the earliest at the start of the process. */
    public long came(int top, long nowMillis) {
        return Math.max(process.startedMillis(), cameMillis.getOrDefault(top, nowMillis));
    }
}
