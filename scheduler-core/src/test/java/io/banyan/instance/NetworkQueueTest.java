package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.topology.NetworkGraph;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.NetworkMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs with deadlines on networks with switches, from their submission on. The harness checks the invariants after
 * every event.
 */
class NetworkQueueTest {
    private static TreeHarness over(ResourceGraph graph) {
        return TreeHarness.over(graph, config -> config.queueing(Queues.of(QueuePolicy.DEADLINE)));
    }

    private static ResourceGraph graph(String shape) {
        ResourceGraph graph = Graphs.graph("cluster { 16 node { 2 core } }");
        NetworkMap.write(graph, graph.root(), NetworkKind.parse(shape));
        return graph;
    }

    /** Eight nodes on two leaf switches, which another switch links, and two nodes without a link. */
    private static ResourceGraph linked() {
        int[][] links = {{0, 10}, {1, 10}, {2, 10}, {3, 10}, {4, 11}, {5, 11}, {6, 11}, {7, 11}, {10, 12}, {11, 12}};
        try {
            return ResourceGraph.of(NetworkGraph.subgraph(NetworkGraph.text(10, 3, links)));
        } catch (GraphException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Answer submit(TreeHarness tree, String path, String policy, int count) {
        Map<String, Object> banyan = Map.of("deadline", tree.now() / 1000 + 1_000, "policy", policy);
        return tree.ask(
                path,
                new JobRequest.Submit(
                        Jobs.with(Jobs.jobspec(nodes(count, 100)), Map.of("banyan", banyan)),
                        "",
                        Submission.USUAL_URGENCY));
    }

    private static JobState state(Answer answer) {
        return ((JobAnswer.Submitted) answer).job().state();
    }

    private static NetworkMap network(TreeHarness tree, String path) {
        return NetworkMap.of(tree.member(path).instance.state().resources().graph())
                .orElseThrow();
    }

    private static Set<Integer> places(TreeHarness tree, String path, long job) {
        NetworkMap network = network(tree, path);
        Set<Integer> places = new TreeSet<>();
        for (int v : tree.member(path).instance.state().schedule().holdings().vertices(new JobId(job))) {
            if (network.node(v) >= 0) {
                places.add(network.node(v));
            }
        }
        return places;
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus 4x2x2", "fattree 2x2x4", "dragonfly 4x2x2"})
    void aJobIsBookedOnEachNetwork(String shape) {
        for (String policy : List.of("hilbert", "manhattan-median", "manhattan-median-strict", "median-centred")) {
            TreeHarness tree = over(graph(shape));
            assertThat(state(submit(tree, "/", policy, 10))).isEqualTo(JobState.RUNNING);
            assertThat(state(submit(tree, "/", policy, 12))).isEqualTo(JobState.RESERVED);
            assertThat(submit(tree, "/", policy, 17)).isInstanceOf(Answer.Refused.class);
            tree.runFor(150_000);
            assertThat(tree.job("/", 2).state()).as("%s on %s", policy, shape).isEqualTo(JobState.RUNNING);
            assertThat(places(tree, "/", 2)).hasSize(12);
        }
    }

    @Test
    void aForkTakesTheNearestNodeOfAFatTree() {
        TreeHarness tree = over(graph("fattree 2x2x4"));
        submit(tree, "/", "leak", 1);
        // The second of four entry nodes.
        assertThat(places(tree, "/", 1)).containsExactly(4);
        Jobspec jobspec = Jobs.with(
                Jobs.jobspec("4 slot { 1 node! }"), Map.of("banyan", Map.of("near", "node4", "policy", "leak")));
        assertThat(tree.ask("/", new Request.Grow("fork", Optional.of(new JobId(1)), jobspec, 0)))
                .isInstanceOf(Answer.Grown.class);
        // The rest of its leaf, and the first node of the other leaf of its pod.
        assertThat(places(tree, "/", 1)).containsExactly(0, 4, 5, 6, 7);
    }

    @Test
    void aChildInstanceKeepsThePlacesOfItsNodes() {
        TreeHarness tree = over(graph("fattree 2x2x4"));
        submit(tree, "/", "manhattan-median", 3);
        String child = tree.spawn("/", "L1", "8 slot { 1 node }");
        NetworkMap below = network(tree, child);
        assertThat(below.nodes()).isEqualTo(8);
        assertThat(below.topology()).hasToString("fattree 2x2x4");
        ResourceGraph graph = tree.member(child).instance.state().resources().graph();
        ResourceGraph above = tree.member("/").instance.state().resources().graph();
        for (int node = 0; node < 16; node++) {
            if (below.vertex(node) >= 0) {
                assertThat(graph.path(below.vertex(node)))
                        .isEqualTo(above.path(network(tree, "/").vertex(node)));
            }
        }
    }

    /** A child instance gets its nodes without the subsystem of the links. */
    @Test
    void aChildInstanceWithoutTheLinksSaysSo() {
        TreeHarness tree = over(linked());
        String child = tree.spawn("/", "L1", "4 slot { 1 node }");
        Answer refused = submit(tree, child, "hilbert", 2);
        assertThat(((Answer.Refused) refused).reasons().toString())
                .contains("the graph has no subsystem 'network' with its links; child instances do not get it");
    }

    @Test
    void nodesWithoutAPathAreNotInOnePartition() {
        TreeHarness tree = over(linked());
        assertThat(state(submit(tree, "/", "manhattan-median", 5))).isEqualTo(JobState.RUNNING);
        assertThat(places(tree, "/", 1)).containsExactly(0, 1, 2, 3, 4);
        assertThat(state(submit(tree, "/", "median-centred", 4))).isEqualTo(JobState.RESERVED);
        for (String policy : List.of("hilbert", "manhattan-median", "median-centred")) {
            Answer.Refused refused = (Answer.Refused) submit(tree, "/", policy, 9);
            assertThat(refused.unsatisfiable()).as(policy).isTrue();
            assertThat(refused.reasons().toString())
                    .contains("no connected part of the network has 9 nodes; the largest one has 8");
        }
    }

    @Test
    void moreNodesThanThereAreAreRefusedAsOnAnyNetwork() {
        Answer.Refused refused = (Answer.Refused) submit(over(linked()), "/", "hilbert", 11);
        assertThat(refused.reasons().toString()).contains("node: 11 needed, 10 in the whole graph");
    }

    /** A node that is attached later takes part in the network. */
    @Test
    void aNetworkIsReadAgainWhenNodesAreAttached() {
        TreeHarness tree = over(linked());
        assertThat(submit(tree, "/", "hilbert", 9)).isInstanceOf(Answer.Refused.class);
        int[][] links = {
            {0, 11}, {1, 11}, {2, 11}, {3, 11}, {10, 11}, {4, 12}, {5, 12}, {6, 12}, {7, 12}, {11, 13}, {12, 13}
        };
        tree.ask("/", new Request.Attach(NetworkGraph.subgraph(NetworkGraph.text(11, 3, links))));
        assertThat(state(submit(tree, "/", "hilbert", 9))).isEqualTo(JobState.RUNNING);
    }
}
