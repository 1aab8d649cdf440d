package io.banyan.provider.ec2;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Instances as a subgraph: a vertex for each zone, in it a node for each instance, in that cores, memory and GPUs. A
 * node has the name of its host, by which processes are started there; it is granted whole. For one thread.
 */
final class ZoneGraph {
    private static final String ROOT = "/cluster0";
    private static final ResourceType CLUSTER = new ResourceType("cluster");
    private static final ResourceType ZONE = new ResourceType("zone");
    private static final ResourceType CORE = new ResourceType("core");
    private static final ResourceType GPU = new ResourceType("gpu");
    private static final ResourceType MEMORY = new ResourceType("memory");
    private static final String GB = "GB";

    private final long memoryChunkGb;
    private final List<SubgraphVertex> vertices = new ArrayList<>();
    private final List<SubgraphEdge> edges = new ArrayList<>();
    private final List<Handle> handles = new ArrayList<>();
    private final Map<String, Integer> zones = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    private ZoneGraph(long memoryChunkGb) {
        this.memoryChunkGb = memoryChunkGb;
    }

    /**
     * Creates the graph of the given instances. O(vertices).
     *
     * @param memoryChunkGb how much memory a vertex stands for; 0 for all that a node has
     */
    static ProvisionResult.Provisioned of(List<Ec2Instance> machines, long memoryChunkGb) {
        var graph = new ZoneGraph(memoryChunkGb);
        graph.vertices.add(SubgraphVertex.of("0", CLUSTER, 0, ROOT));
        machines.forEach(graph::add);
        return new ProvisionResult.Provisioned(new Subgraph(graph.vertices, graph.edges), graph.handles);
    }

    /** How many vertices an instance adds, without its zone. */
    static long verticesOf(NodeShape shape, long memoryChunkGb) {
        return 1 + shape.cores() + shape.gpus() + chunks(shape.memoryGb(), memoryChunkGb);
    }

    private static long chunks(long memoryGb, long chunk) {
        return memoryGb == 0 ? 0 : chunk == 0 ? 1 : (memoryGb + chunk - 1) / chunk;
    }

    private void add(Ec2Instance machine) {
        int zone = zones.computeIfAbsent(machine.zone(), this::zone);
        String label = machine.host().split("\\.", 2)[0];
        String name = !label.isEmpty() && names.add(label) ? label : machine.id();
        String path = ROOT + "/" + machine.zone() + "/" + name;
        int node = add(
                zone,
                SubgraphVertex.of(nextId(), ResourceType.NODE, -1, path)
                        .withName(name, name)
                        .withRank(handles.size())
                        .withProperties(NodeProperties.of(machine))
                        .withExclusive(true));
        NodeShape shape = machine.kind().shape();
        for (long i = 0; i < shape.cores(); i++) {
            inside(node, path, CORE, i, 1, "");
        }
        for (long i = 0; i < shape.gpus(); i++) {
            inside(node, path, GPU, i, 1, "");
        }
        long left = shape.memoryGb();
        for (long i = 0; left > 0; i++) {
            long size = memoryChunkGb == 0 ? left : Math.min(left, memoryChunkGb);
            inside(node, path, MEMORY, i, size, GB);
            left -= size;
        }
        handles.add(new Handle(path, machine.id()));
    }

    private int zone(String name) {
        return add(0, SubgraphVertex.of(nextId(), ZONE, -1, ROOT + "/" + name).withName(name, name));
    }

    private void inside(int node, String path, ResourceType type, long number, long size, String unit) {
        SubgraphVertex vertex = SubgraphVertex.of(nextId(), type, number, path + "/" + type.name() + number)
                .withSize(size, unit)
                .withRank(handles.size())
                .withExclusive(true);
        var unused = add(node, vertex);
    }

    private int add(int parent, SubgraphVertex vertex) {
        edges.add(SubgraphEdge.containment(parent, vertices.size()));
        vertices.add(vertex);
        return vertices.size() - 1;
    }

    private String nextId() {
        return Integer.toString(vertices.size());
    }
}
