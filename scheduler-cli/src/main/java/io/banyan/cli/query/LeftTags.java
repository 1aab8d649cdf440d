package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The tags that resource-query leaves behind at a partial cancel: at ancestors of what was freed whose filters counted
 * nothing of the job, so that nothing told it that the job has gone from there. A job with such a tag at the root is not
 * over. A session repeats that, so that its output is the recorded one; what is free is not concerned.
 */
final class LeftTags {
    private final Schedule schedule;
    /** By job: containment paths, since a vertex may be removed and its index used for another one. */
    private final Map<JobId, Set<String>> paths = new HashMap<>();

    LeftTags(Schedule schedule) {
        this.schedule = schedule;
    }

    /** Remembers the ancestors that will keep their tag; to be called before the job's part at these vertices is freed. */
    void beforeRelease(JobId job, int[] vertices) {
        Aggregates aggregates = schedule.aggregates();
        BitSet freed = new BitSet();
        Arrays.stream(vertices).forEach(freed::set);
        for (int v : vertices) {
            for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
                if (!freed.get(u)
                        && Arrays.stream(schedule.holdings().heldBelow(job, u)).sum() == 0) {
                    paths.computeIfAbsent(job, ignored -> new LinkedHashSet<>())
                            .add(schedule.graph().path(u));
                }
            }
        }
    }

    /** Whether a job that holds nothing any more is still there for resource-query. */
    boolean keep(JobId job) {
        int root = schedule.aggregates().root();
        return root >= 0 && of(job).get(root);
    }

    /** The vertices with such a tag of a job. */
    BitSet of(JobId job) {
        ResourceGraph graph = schedule.graph();
        BitSet left = new BitSet();
        for (String path : paths.getOrDefault(job, Set.of())) {
            int v = graph.find(path);
            if (v >= 0) {
                left.set(v);
            }
        }
        return left;
    }

    /** All of them. */
    Map<JobId, BitSet> all() {
        Map<JobId, BitSet> all = new HashMap<>();
        paths.keySet().forEach(job -> all.put(job, of(job)));
        return all;
    }

    void forget(JobId job) {
        paths.remove(job);
    }
}
