package io.banyan.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.JgfWriter;
import io.banyan.resource.Subsystem;
import io.banyan.v1.JgfGraph;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class GraphRoundTripTest {
    @Property(tries = 500)
    void whatIsWrittenIsRead(@ForAll long seed) throws Exception {
        Subgraph graph = Subgraphs.random(seed, 40);
        JgfGraph message = JgfGraph.parseFrom(GraphWriter.write(graph).toByteArray());
        Subgraph read = GraphReader.read(message);
        assertThat(read).isEqualTo(graph);
        for (int i = 0; i < graph.vertices().size(); i++) {
            assertThat(List.copyOf(read.vertices().get(i).paths().keySet()))
                    .isEqualTo(List.copyOf(graph.vertices().get(i).paths().keySet()));
        }
    }

    @Property(tries = 500)
    void damagedMessagesAreReadOrRefusedAndNothingElse(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = GraphWriter.write(Subgraphs.random(seed, 20)).toByteArray();
        for (int i = 0; i < 3 && bytes.length > 0; i++) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        try {
            GraphReader.read(JgfGraph.parseFrom(bytes));
        } catch (WireException | com.google.protobuf.InvalidProtocolBufferException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @Example
    void aGrantedClusterTakesAtMostAQuarterOfItsJson() throws Exception {
        Subgraph cluster = Subgraphs.cluster(64, 34);
        int json = JgfWriter.write(cluster).getBytes(StandardCharsets.UTF_8).length;
        int wire = GraphWriter.write(cluster).getSerializedSize();
        assertThat(wire).isLessThan(json / 4);
        assertThat(GraphReader.read(GraphWriter.write(cluster))).isEqualTo(cluster);
    }

    @Example
    void pathsBelowTheirParentsAreNotSent() {
        assertThat(GraphWriter.write(Subgraphs.cluster(2, 2)).getPathCount()).isZero();
    }

    @Example
    void aCycleOfEdgesIsReadAsItIs() throws Exception {
        SubgraphVertex a = Subgraphs.cluster(1, 1).vertices().get(0);
        Subgraph cycle = new Subgraph(
                List.of(a, a, a),
                List.of(
                        SubgraphEdge.containment(0, 1),
                        SubgraphEdge.containment(1, 2),
                        SubgraphEdge.containment(2, 0),
                        new SubgraphEdge(1, 1, Subsystem.CONTAINMENT)));
        assertThat(GraphReader.read(GraphWriter.write(cycle))).isEqualTo(cycle);
    }

    @Example
    void anEdgeToNowhereIsRefused() {
        JgfGraph message = GraphWriter.write(Subgraphs.cluster(1, 1)).toBuilder()
                .addEdgeSource(0)
                .addEdgeTarget(100)
                .build();
        assertThatThrownBy(() -> GraphReader.read(message))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("an edge's target names vertex");
    }

    @Example
    void columnsOfDifferentLengthsAreRefused() {
        JgfGraph message = GraphWriter.write(Subgraphs.cluster(1, 1)).toBuilder()
                .addRank(1)
                .build();
        assertThatThrownBy(() -> GraphReader.read(message))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("'rank'");
    }

    @Example
    void aShortMessageCannotStandForEndlessPaths() {
        List<SubgraphVertex> chain = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        SubgraphVertex core = Subgraphs.cluster(1, 1).vertices().get(0);
        for (int i = 0; i < 20_000; i++) {
            chain.add(core);
            edges.add(SubgraphEdge.containment(Math.max(0, i - 1), i));
        }
        JgfGraph.Builder message = GraphWriter.write(new Subgraph(chain, edges)).toBuilder();
        for (int i = 0; i < chain.size(); i++) {
            message.setFlags(i, message.getFlags(i) | GraphWriter.DERIVED_PATH);
        }
        message.clearPath().clearPathVertex().clearPathSubsystem();
        assertThatThrownBy(() -> GraphReader.read(message.build()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("too long");
    }
}
