package io.banyan.provider.slurm;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Pilots as a subgraph: a vertex for each, in it its node, in that cores, memory and GPUs, with the sockets between
 * them if the pilot has reported them. So a node that comes again with a later pilot is not taken for the earlier one.
 * A node is called as Slurm calls it, and is granted whole. For one thread.
 */
final class PilotGraph {
    /** The property of a node with the number of its pilot, as {@code srun --jobid} takes it. */
    static final String JOB = "slurm-job";

    static final String PARTITION = "partition";

    private static final String ROOT = "/cluster0";
    private static final ResourceType CLUSTER = new ResourceType("cluster");
    private static final ResourceType PILOT = new ResourceType("pilot");
    private static final ResourceType SOCKET = new ResourceType("socket");
    private static final ResourceType CORE = new ResourceType("core");
    private static final ResourceType GPU = new ResourceType("gpu");
    private static final ResourceType MEMORY = new ResourceType("memory");
    private static final String GB = "GB";

    private final SlurmNodeRequest nodeRequest;
    private final List<SubgraphVertex> vertices = new ArrayList<>();
    private final List<SubgraphEdge> edges = new ArrayList<>();
    private final List<Handle> handles = new ArrayList<>();

    private PilotGraph(SlurmNodeRequest nodeRequest) {
        this.nodeRequest = nodeRequest;
    }

    /**
     * A pilot that runs.
     *
     * @param coresOfSockets how many cores each socket has; empty if the pilot has not reported them
     */
    record Held(Pilot pilot, NodeFacts facts, Optional<List<Integer>> coresOfSockets) {}

    /** Creates the graph of the given pilots. O(vertices). */
    static ProvisionResult.Provisioned of(SlurmNodeRequest nodeRequest, List<Held> held) {
        var graph = new PilotGraph(nodeRequest);
        graph.vertices.add(SubgraphVertex.of("0", CLUSTER, 0, ROOT));
        held.forEach(graph::add);
        return new ProvisionResult.Provisioned(new Subgraph(graph.vertices, graph.edges), graph.handles);
    }

    private void add(Held held) {
        String pilotName = "pilot" + held.pilot().id();
        String pilotPath = ROOT + "/" + pilotName;
        int pilot = add(0, SubgraphVertex.of(nextId(), PILOT, -1, pilotPath).withName(pilotName, pilotName));
        String name = held.facts().name();
        String path = pilotPath + "/" + name;
        int node = add(
                pilot,
                SubgraphVertex.of(nextId(), ResourceType.NODE, -1, path)
                        .withName(name, name)
                        .withRank(handles.size())
                        .withProperties(properties(held))
                        .withExclusive(true));
        if (held.coresOfSockets().isPresent()) {
            addSockets(node, path, held.coresOfSockets().get());
        } else {
            for (long core = 0; core < held.facts().cores(); core++) {
                inside(node, path, CORE, core, 1, "");
            }
        }
        for (long gpu = 0; gpu < nodeRequest.gpus(); gpu++) {
            inside(node, path, GPU, gpu, 1, "");
        }
        // A pilot that asked for some has that, and one that asked for none has all.
        long memory = nodeRequest.memoryGb() > 0
                ? nodeRequest.memoryGb()
                : held.facts().memoryGb();
        if (memory > 0) {
            inside(node, path, MEMORY, 0, memory, GB);
        }
        handles.add(new Handle(path, held.pilot().id()));
    }

    private void addSockets(int node, String path, List<Integer> coresOfSockets) {
        long core = 0;
        for (int socket = 0; socket < coresOfSockets.size(); socket++) {
            int above = inside(node, path, SOCKET, socket, 1, "");
            for (int i = 0; i < coresOfSockets.get(socket); i++) {
                inside(above, path + "/socket" + socket, CORE, core++, 1, "");
            }
        }
    }

    private static Map<String, String> properties(Held held) {
        Map<String, String> properties = new TreeMap<>();
        properties.put(JOB, held.pilot().number());
        properties.put(PARTITION, held.pilot().partition());
        // Constraints (RFC 31) ask for names and not for values.
        held.facts().features().forEach(feature -> properties.put(feature, ""));
        return new LinkedHashMap<>(properties);
    }

    private int inside(int above, String path, ResourceType type, long number, long size, String unit) {
        return add(
                above,
                SubgraphVertex.of(nextId(), type, number, path + "/" + type.name() + number)
                        .withSize(size, unit)
                        .withRank(handles.size())
                        .withExclusive(true));
    }

    private int add(int above, SubgraphVertex vertex) {
        edges.add(SubgraphEdge.containment(above, vertices.size()));
        vertices.add(vertex);
        return vertices.size() - 1;
    }

    private String nextId() {
        return Integer.toString(vertices.size());
    }
}
