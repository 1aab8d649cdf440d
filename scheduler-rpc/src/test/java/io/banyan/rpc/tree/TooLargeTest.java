package io.banyan.rpc.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that anything with more bytes than a message between instances may have is refused with the reason, and the
 * session goes on.
 */
class TooLargeTest {
    /** Each with a property of a mebibyte, so that 64 of them are too much. */
    private static final int NODES = 80;

    private final InProcessTree top = InProcessTree.root(graph());

    private static ResourceGraph graph() {
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        vertices.add(SubgraphVertex.of("0", new ResourceType("cluster"), 0, "/cluster0"));
        String filler = "x".repeat(1 << 20);
        for (int i = 0; i < NODES; i++) {
            vertices.add(SubgraphVertex.of("" + (i + 1), ResourceType.NODE, i, "/cluster0/node" + i)
                    .withProperties(Map.of("note", i + filler)));
            edges.add(SubgraphEdge.containment(0, i + 1));
        }
        try {
            return ResourceGraph.of(new Subgraph(vertices, edges));
        } catch (io.banyan.graph.GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Jobspec nodes(int count) {
        Resource node = Resource.of("node", Count.exactly(1));
        return new Jobspec(
                1, List.of(Resource.slot("default", Count.exactly(count), node)), List.of(), Attributes.lasting(3600));
    }

    private static long free(InProcessTree tree) {
        return ((Answer.Stat) tree.ask(new Request.Stat()))
                .statistics()
                .amounts()
                .get("node")
                .free();
    }

    @AfterEach
    void stopAll() {
        top.close();
    }

    @Test
    void aGrowThatBringsTooMuchIsRefusedAndNothingStaysWithTheChild() {
        var spawned = (Answer.Spawned) top.ask(new Request.Spawn(nodes(1), "c", Map.of()));
        InProcessTree child = top.child(spawned.job().id());

        Answer refused = child.ask(new Request.Grow("large", Optional.empty(), nodes(70), 20_000));

        assertThat(refused).isInstanceOf(Answer.Refused.class);
        assertThat(refused.toString()).contains("between instances is");
        assertThat(child.ask(new Request.Grow("small", Optional.empty(), nodes(9), 20_000)))
                .isInstanceOf(Answer.Grown.class);
        assertThat(free(top)).isEqualTo(NODES - 10);
        assertThat(top.summary("/1").state().toString()).isEqualTo("live");
    }
}
