package io.banyan.sim.workload;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphBuilder.Template;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;

/** The machines on which workloads are replayed if no graph is specified. */
public final class Machines {
    private Machines() {}

    /** One cluster of so many nodes of so many cores each. O(nodes x cores). */
    public static ResourceGraph cluster(int nodes, int cores) {
        try {
            var builder = new GraphBuilder();
            int cluster = builder.addRoot(Subsystem.CONTAINMENT, template("cluster"), 0, -1);
            for (int i = 0; i < nodes; i++) {
                int node = builder.addChild(cluster, Subsystem.CONTAINMENT, template("node"), i, i);
                for (int j = 0; j < cores; j++) {
                    builder.addChild(node, Subsystem.CONTAINMENT, template("core"), j, i);
                }
            }
            return builder.build();
        } catch (GraphException e) {
            throw new IllegalStateException("a graph of this program's own cannot be built", e);
        }
    }

    private static Template template(String type) {
        return new Template(new ResourceType(type), type, 1, "");
    }
}
