package io.banyan.topology;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Subsystem;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the links of a network from the subsystem {@value #SUBSYSTEM} of a graph. Each edge between nodes and vertices
 * of the type {@value #SWITCH} is a link. The root of the subsystem may be a vertex of another type, with an edge to
 * each vertex of the network; these edges are no links.
 */
final class LinkReader {
    /** The subsystem whose edges are links. */
    static final String SUBSYSTEM = "network";

    /** The type of a switch. */
    static final String SWITCH = "switch";

    private static final int NONE = -1;

    private final ResourceGraph graph;
    private final int subsystem;
    private final int[] nodes;
    private final Map<Integer, Integer> numbers = new HashMap<>();

    private LinkReader(ResourceGraph graph, int subsystem, int[] nodes) {
        this.graph = graph;
        this.subsystem = subsystem;
        this.nodes = nodes.clone();
    }

    /**
     * The network of nodes. Nodes without a link are allowed. O(vertices + links).
     *
     * @param top the vertex with the topology, for messages
     * @param nodes the vertices of the nodes, in the order of their numbers
     * @throws IllegalArgumentException with one sentence, if there is no such subsystem, or an edge is no link
     */
    static SwitchedNetwork read(ResourceGraph graph, int top, int[] nodes) {
        int subsystem = graph.subsystemId(new Subsystem(SUBSYSTEM));
        if (subsystem < 0) {
            throw new IllegalArgumentException(
                    "the topology of " + graph.path(top) + " is '" + SUBSYSTEM + "', but the graph has no subsystem '"
                            + SUBSYSTEM + "' with its links; child instances do not get it");
        }
        return new LinkReader(graph, subsystem, nodes).network();
    }

    private SwitchedNetwork network() {
        for (int node : nodes) {
            numbers.put(node, numbers.size());
        }
        int switchType = graph.types().id(SWITCH);
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v) && graph.typeId(v) == switchType && graph.isMember(v, subsystem)) {
                numbers.put(v, numbers.size());
            }
        }
        NetworkBuilder network = NetworkBuilder.of(SUBSYSTEM, nodes.length, numbers.size() - nodes.length);
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v) && !isRootOnly(v)) {
                addLinks(v, network);
            }
        }
        return network.build();
    }

    /** Whether a vertex holds the others together, and is not a part of the network itself. */
    private boolean isRootOnly(int v) {
        return v == graph.root(new Subsystem(SUBSYSTEM)) && !numbers.containsKey(v);
    }

    private void addLinks(int v, NetworkBuilder network) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == subsystem) {
                network.link(number(v, e), number(graph.target(e), e));
            }
        }
    }

    private int number(int v, int edge) {
        int number = numbers.getOrDefault(v, NONE);
        if (number < 0) {
            throw new IllegalArgumentException("the link from " + graph.anyPath(graph.source(edge)) + " to "
                    + graph.anyPath(graph.target(edge))
                    + " must connect nodes of the topology or vertices of the type '"
                    + SWITCH + "', and " + graph.anyPath(v) + " is neither");
        }
        return number;
    }
}
