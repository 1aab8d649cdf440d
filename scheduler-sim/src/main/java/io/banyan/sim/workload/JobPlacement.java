package io.banyan.sim.workload;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Inspection;
import io.banyan.instance.Instance;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** On which nodes a job is. */
public final class JobPlacement {
    private static final String NODE = "node";

    private JobPlacement() {}

    /**
     * The names of the nodes of which it holds something, in the order of its resources; resources on no node are left
     * out. O(held x depth).
     */
    public static List<String> of(Instance instance, JobId job) {
        Inspection inspection = instance.inspect();
        ResourceGraph graph = inspection.graph();
        int node = graph.types().id(new ResourceType(NODE));
        Set<String> names = new LinkedHashSet<>();
        for (Inspection.Held held : inspection.held(job)) {
            int at = graph.find(held.path());
            while (at >= 0 && graph.typeId(at) != node) {
                at = graph.parent(at);
            }
            if (at >= 0) {
                names.add(name(graph, at));
            }
        }
        return List.copyOf(names);
    }

    /** The names of all nodes of a graph, in its order; of one without nodes none. O(nodes). */
    public static List<String> all(ResourceGraph graph) {
        int node = graph.types().id(new ResourceType(NODE));
        return node < 0
                ? List.of()
                : Arrays.stream(graph.verticesOfType(node))
                        .mapToObj(v -> name(graph, v))
                        .toList();
    }

    private static String name(ResourceGraph graph, int v) {
        StringBuilder name = new StringBuilder();
        graph.appendName(name, v);
        return name.toString();
    }
}
