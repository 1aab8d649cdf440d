package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.resource.JobId;
import io.banyan.resource.Usage;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.HostList;
import io.banyan.schedule.VertexUse;
import io.banyan.v1.NodesRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table of nodes, there and back. */
class NodeMessagesTest {
    @Test
    void whatIsAskedIsReadAsItWasWritten() throws Exception {
        for (var states : List.of(Set.<NodeState>of(), Set.of(NodeState.values()))) {
            var request =
                    new Request.Nodes("rack", HostList.parse("rack[0-3]"), states, Optional.of("/cluster0/rack1"), 7);
            assertThat(NodeMessages.read(NodeMessages.write(request))).isEqualTo(request);
        }
        assertThat(NodeMessages.read(NodesRequest.getDefaultInstance()))
                .isEqualTo(new Request.Nodes(
                        "node", HostList.of(List.of()), Set.of(), Optional.empty(), Request.Nodes.MOST));
    }

    @Test
    void whatIsAnsweredIsReadAsItWasWritten() throws Exception {
        List<NodeReport> nodes = new ArrayList<>();
        for (NodeState state : NodeState.values()) {
            for (Usage usage : List.of(Usage.FREE, Usage.PARTLY_TAKEN, Usage.TAKEN)) {
                var below = new TreeMap<>(Map.of("core", new VertexUse.Quantity(36, 2)));
                nodes.add(new NodeReport(
                        "/cluster0/node1",
                        "node1",
                        OptionalInt.of(0),
                        state,
                        Optional.of("/cluster0"),
                        List.of("here", "parent"),
                        Optional.of(new StatusNote("alice", 1_800_000_000, "its disk")),
                        new VertexUse(usage, below),
                        List.of(new JobId(3)),
                        2));
            }
        }
        nodes.add(new NodeReport(
                "/cluster0/node2",
                "node2",
                OptionalInt.empty(),
                NodeState.UP,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                new VertexUse(Usage.FREE, new TreeMap<>()),
                List.of(),
                0));
        for (boolean areMore : new boolean[] {true, false}) {
            var answer = new Answer.Nodes(nodes, areMore, areMore ? 17 : 0);
            assertThat(NodeMessages.read(NodeMessages.nodes(answer))).isEqualTo(answer);
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> NodeMessages.read(
                        NodesRequest.newBuilder().setMost(1_001).build()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("1 to 1000 can be requested at once, found 1001");
        assertThatThrownBy(() -> NodeMessages.read(
                        NodesRequest.newBuilder().setNames("node[3").build()))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> NodeMessages.read(
                        NodesRequest.newBuilder().addStatesValue(99).build()))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> NodeMessages.read(
                        NodesRequest.newBuilder().setAfter("node1").build()))
                .isInstanceOf(WireException.class);
    }
}
