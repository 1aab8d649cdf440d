package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tags that Fluxion's resource-query leaves behind at a partial cancel: at ancestors of freed vertices whose
 * filters counted no resources of the job, so that Fluxion does not notice there that the job is gone. For Fluxion, a
 * job with such a tag at the root has not ended. {@code banyan query} records the tags to give the same answers; free
 * amounts are not affected. For the thread that owns the schedule.
 */
public final class LeftTags {
    private final Schedule schedule;
    /** By job: paths, since a vertex may be removed and its index used for another one. */
    private final Map<JobId, Set<String>> paths = new TreeMap<>();

    /** No tags yet. */
    public LeftTags(Schedule schedule) {
        this.schedule = schedule;
    }

    /**
     * The paths of the ancestors that would keep their tag if the job's part at these vertices were freed. O(vertices +
     * ancestors x types), plus the descendants of ancestors that a hold above them implies.
     */
    public List<String> wouldStay(JobId job, int[] vertices) {
        Aggregates aggregates = schedule.aggregates();
        BitSet freed = new BitSet();
        Arrays.stream(vertices).forEach(freed::set);
        Set<String> stay = new LinkedHashSet<>();
        BitSet seen = new BitSet();
        for (int v : vertices) {
            for (int u = aggregates.parent(v); u >= 0 && !seen.get(u); u = aggregates.parent(u)) {
                seen.set(u);
                if (!freed.get(u)
                        && Arrays.stream(schedule.holdings().heldBelow(job, u)).sum() == 0) {
                    stay.add(schedule.graph().anyPath(u));
                }
            }
        }
        return List.copyOf(stay);
    }

    /** From now on the job has a tag at these paths. */
    public void add(JobId job, List<String> tagged) {
        if (!tagged.isEmpty()) {
            paths.computeIfAbsent(job, ignored -> new LinkedHashSet<>()).addAll(tagged);
        }
    }

    /** Whether a job that holds nothing any more is still there for resource-query. */
    public boolean keep(JobId job) {
        int root = schedule.aggregates().root();
        return root >= 0 && of(job).get(root);
    }

    /** The vertices with such a tag of a job. O(tags). */
    public BitSet of(JobId job) {
        ResourceGraph graph = schedule.graph();
        BitSet left = new BitSet();
        for (String path : paths.getOrDefault(job, Set.of())) {
            int v = graph.findAnywhere(path);
            if (v >= 0) {
                left.set(v);
            }
        }
        return left;
    }

    /** The vertices of all jobs with such a tag. */
    public Map<JobId, BitSet> all() {
        Map<JobId, BitSet> all = new TreeMap<>();
        paths.keySet().forEach(job -> all.put(job, of(job)));
        return all;
    }

    /** The job is over. */
    public void forget(JobId job) {
        paths.remove(job);
    }

    @Override
    public String toString() {
        return paths.toString();
    }
}
