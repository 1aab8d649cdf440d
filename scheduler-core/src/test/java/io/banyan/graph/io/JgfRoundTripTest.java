package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;

/** Tests that a graph that is written is read back as it was. */
class JgfRoundTripTest {
    private static final Subsystem POWER = new Subsystem("power");

    @Property(tries = 300)
    void subgraphsSurvive(@ForAll("subgraphs") Subgraph subgraph) throws GraphException {
        assertThat(JgfReader.read(JgfWriter.write(subgraph), "x")).isEqualTo(subgraph);
    }

    @Property(tries = 200)
    void graphsSurvive(@ForAll("subgraphs") Subgraph subgraph) throws GraphException, IOException {
        ResourceGraph graph = ResourceGraph.of(subgraph);
        var text = new StringWriter();
        JgfWriter.write(graph, text);
        Subgraph read = JgfReader.read(text.toString(), "x");
        assertThat(read).isEqualTo(graph.toSubgraph());
        assertThat(JgfWriter.write(read)).isEqualTo(text.toString());
        ResourceGraph again = ResourceGraph.of(read);
        again.checkInvariants();
        assertThat(again.toSubgraph()).isEqualTo(read);
    }

    /** Trees of up to 12 vertices with odd values, some of whose vertices also stand in another subsystem. */
    @Provide
    Arbitrary<Subgraph> subgraphs() {
        Arbitrary<SubgraphVertex> vertices = Combinators.combine(
                        words().list().ofSize(3),
                        Arbitraries.longs().between(-1, 1L << 40),
                        Arbitraries.integers().between(-1, 1 << 20),
                        Arbitraries.longs().between(1, 461_168_601_842L),
                        Arbitraries.maps(words(), Arbitraries.strings().ofMaxLength(4))
                                .ofMaxSize(2),
                        Arbitraries.of(true, false),
                        Arbitraries.of(Status.UP, Status.DOWN))
                .as((strings, number, rank, size, properties, exclusive, status) -> new SubgraphVertex(
                        "0",
                        0,
                        new ResourceType(strings.get(0)),
                        strings.get(1),
                        number % 3 == 0 ? strings.get(2) : SubgraphVertex.nameOf(strings.get(1), number),
                        number,
                        rank,
                        size,
                        number % 2 == 0 ? "" : strings.get(2),
                        properties,
                        exclusive,
                        status,
                        Map.of()));
        Arbitrary<List<Integer>> parents =
                Arbitraries.integers().between(0, 1_000).list().ofSize(12);
        return Combinators.combine(vertices.list().ofMinSize(1).ofMaxSize(12), parents)
                .as(JgfRoundTripTest::tree);
    }

    /** Names with characters that JSON must escape; no slash, no control character, not blank. */
    private static StringArbitrary words() {
        return Arbitraries.strings()
                .withChars('a', 'z', '7', '-', '"', '\\', 'é', '€')
                .ofMinLength(1)
                .ofMaxLength(4);
    }

    private static Subgraph tree(List<SubgraphVertex> drawn, List<Integer> parents) {
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        for (int i = 0; i < drawn.size(); i++) {
            Map<Subsystem, String> paths = new LinkedHashMap<>();
            int parent = i == 0 ? -1 : parents.get(i) % i;
            paths.put(Subsystem.CONTAINMENT, (i == 0 ? "" : vertices.get(parent).path()) + "/v" + i);
            if (i == 0 || (vertices.get(parent).paths().containsKey(POWER) && parents.get(i) % 2 == 0)) {
                paths.put(POWER, (i == 0 ? "" : vertices.get(parent).paths().get(POWER)) + "/v" + i);
            }
            SubgraphVertex values = drawn.get(i);
            vertices.add(new SubgraphVertex(
                    Long.toString(i * 7L),
                    i % 5 == 4 ? i * 1_000_000_007L : i * 7L,
                    values.type(),
                    values.basename(),
                    values.name(),
                    values.number(),
                    values.rank(),
                    values.size(),
                    values.unit(),
                    values.properties(),
                    values.exclusive(),
                    values.status(),
                    paths));
            for (Subsystem subsystem : paths.keySet()) {
                if (i > 0) {
                    edges.add(new SubgraphEdge(parent, i, subsystem));
                }
            }
        }
        return new Subgraph(vertices, edges);
    }
}
