package io.banyan.sim.workflow;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphBuilder.Template;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Divisible;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.SlotProfile;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The machine on which the stream runs: equal nodes with cores, and 4 GB of memory for each core that jobs can share.
 * The last nodes have GPUs, which jobs of the stream never use.
 *
 * @param nodes the number of nodes, at least 1
 * @param coresPerNode the cores of each, at least 1
 * @param gpuNodes the number of nodes with GPUs, 0 to {@code nodes}
 * @param gpusPerNode the GPUs of each such node
 */
public record StreamMachine(int nodes, int coresPerNode, int gpuNodes, int gpusPerNode) {
    private static final int GB_PER_CORE = 4;
    private static final int QUARTER = 4;
    private static final int MOST_CORES = 1_000_000;

    /** Checks the numbers. */
    public StreamMachine {
        if (nodes < 1 || coresPerNode < 1 || (long) nodes * coresPerNode > MOST_CORES) {
            throw new IllegalArgumentException("a machine must have 1 to " + MOST_CORES + " cores, found " + nodes
                    + " nodes of " + coresPerNode + " cores");
        }
        if (gpuNodes < 0 || gpuNodes > nodes || gpusPerNode < 0) {
            throw new IllegalArgumentException("0 to " + nodes + " nodes can have GPUs, found " + gpuNodes + " with "
                    + gpusPerNode + " GPUs each");
        }
    }

    /** Returns nodes for at least so many processors; a quarter of the nodes, at least one, has GPUs. */
    public static StreamMachine of(int processors, int coresPerNode, int gpusPerNode) {
        int nodes = Math.ceilDiv(processors, coresPerNode);
        return new StreamMachine(nodes, coresPerNode, Math.ceilDiv(nodes, QUARTER), gpusPerNode);
    }

    /** Returns the number of cores. */
    public int cores() {
        return nodes * coresPerNode;
    }

    /** Returns the resources on all nodes together, by type. */
    public SortedMap<String, Integer> counts() {
        SortedMap<String, Integer> counts = new TreeMap<>(Map.of(SlotProfile.CORE, cores()));
        counts.put(Needs.GPU, gpuNodes * gpusPerNode);
        return counts;
    }

    /** Returns a new graph of the machine. O(nodes x (cores + GPUs)). */
    public ResourceGraph graph() {
        try {
            var builder = new GraphBuilder();
            int cluster = builder.addRoot(Subsystem.CONTAINMENT, template("cluster", 1, ""), 0, -1);
            for (int i = 0; i < nodes; i++) {
                int node = builder.addChild(cluster, Subsystem.CONTAINMENT, template("node", 1, ""), i, i);
                for (int j = 0; j < coresPerNode; j++) {
                    builder.addChild(node, Subsystem.CONTAINMENT, template("core", 1, ""), j, i);
                }
                for (int j = 0; i >= nodes - gpuNodes && j < gpusPerNode; j++) {
                    builder.addChild(node, Subsystem.CONTAINMENT, template(Needs.GPU, 1, ""), j, i);
                }
                long memory = (long) GB_PER_CORE * coresPerNode;
                int pool = builder.addChild(node, Subsystem.CONTAINMENT, template("memory", memory, "GB"), 0, i);
                builder.setProperty(pool, Divisible.PROPERTY, "1");
            }
            return builder.build();
        } catch (GraphException e) {
            throw new IllegalStateException("a graph of this program's own cannot be built", e);
        }
    }

    private static Template template(String type, long size, String unit) {
        return new Template(new ResourceType(type), type, size, unit);
    }
}
