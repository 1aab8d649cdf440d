package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A cluster with a PDU and two nodes, fed by a panel through the PDU; the panel and a capacity are in no containment.
 */
class SubsystemsTest {
    private static final Subsystem POWER = new Subsystem("power");

    private final ResourceGraph graph = graph();

    private static ResourceGraph graph() {
        List<SubgraphVertex> vertices = List.of(
                vertex("0", "cluster", "/cluster0", ""),
                vertex("1", "pdu", "/cluster0/pdu0", "/panel0/pdu0"),
                vertex("2", "node", "/cluster0/node0", "/panel0/pdu0/node0"),
                vertex("3", "node", "/cluster0/node1", "/panel0/pdu0/node1"),
                vertex("4", "panel", "", "/panel0"),
                vertex("5", "power", "", "/panel0/pdu0/power0"));
        List<SubgraphEdge> edges = List.of(
                SubgraphEdge.containment(0, 1),
                SubgraphEdge.containment(0, 2),
                SubgraphEdge.containment(0, 3),
                new SubgraphEdge(4, 1, POWER),
                new SubgraphEdge(1, 2, POWER),
                new SubgraphEdge(1, 3, POWER),
                new SubgraphEdge(4, 3, POWER),
                new SubgraphEdge(1, 5, POWER));
        try {
            return ResourceGraph.of(new Subgraph(vertices, edges));
        } catch (GraphException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static SubgraphVertex vertex(String id, String type, String containment, String power) {
        Map<Subsystem, String> paths = new LinkedHashMap<>();
        if (!containment.isEmpty()) {
            paths.put(Subsystem.CONTAINMENT, containment);
        }
        if (!power.isEmpty()) {
            paths.put(POWER, power);
        }
        String path = containment.isEmpty() ? power : containment;
        long number = Long.parseLong(path.substring(path.length() - 1));
        return SubgraphVertex.of(id, new ResourceType(type), number, path).withPaths(paths);
    }

    @Test
    void findsAVertexByEachOfItsPaths() {
        int node = graph.find("/cluster0/node1");
        assertThat(graph.find("/panel0/pdu0/node1", POWER)).isEqualTo(node);
        assertThat(graph.path(node, POWER)).contains("/panel0/pdu0/node1");
        assertThat(graph.path(graph.root(), POWER)).isEmpty();
        assertThat(graph.parent(node, graph.subsystemId(POWER))).isEqualTo(graph.find("/cluster0/pdu0"));
        assertThat(graph.root(POWER)).isEqualTo(graph.find("/panel0", POWER));
        graph.checkInvariants();
    }

    @Test
    void whatHungBelowARemovedVertexLeavesTheOtherSubsystem() {
        graph.detach(graph.find("/cluster0/pdu0"));
        graph.checkInvariants();
        assertThat(graph.find("/panel0/pdu0/power0", POWER)).isEqualTo(-1);
        assertThat(graph.find("/cluster0/node1")).isNotEqualTo(-1);
        assertThat(graph.path(graph.find("/cluster0/node1"), POWER)).isEmpty();
        // The cluster, two nodes and the panel; the power capacity belonged to no other subsystem.
        assertThat(graph.vertexCount()).isEqualTo(4);
        assertThat(graph.edgeCount()).isEqualTo(2);
    }

    @Test
    void removingARootOfOneSubsystemLeavesTheOther() {
        graph.detach(graph.root(POWER));
        graph.checkInvariants();
        assertThat(graph.root(POWER)).isEqualTo(-1);
        assertThat(graph.vertexCount()).isEqualTo(4);
        assertThat(graph.view(POWER).vertexSet()).isEmpty();
    }

    @Test
    void anOverlayCanComeLater() throws GraphException {
        Subgraph whole = graph.toSubgraph();
        graph.detach(graph.root(POWER));
        Attachment attachment = graph.attach(whole);
        assertThat(attachment.added()).hasSize(2);
        assertThat(graph.path(graph.find("/cluster0/node1"), POWER)).contains("/panel0/pdu0/node1");
        graph.checkInvariants();
    }
}
