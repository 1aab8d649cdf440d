package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchRules;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenPart;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Jobs that take nodes while they run, near those that they have, and give them back. The harness checks the invariants
 * after every event.
 */
class LeakGrowTest {
    private final TreeHarness tree =
            TreeHarness.over(grid(), config -> config.queueing(Queues.of(QueuePolicy.DEADLINE)));
    private int requests;

    private static ResourceGraph grid() {
        ResourceGraph graph = Graphs.graph("cluster { 8 node { 2 core } }");
        NetworkMap.write(graph, graph.root(), Grid.of(4, 2));
        return graph;
    }

    private void start(String policy) {
        Map<String, Object> banyan = Map.of("deadline", tree.now() / 1000 + 1_000, "policy", policy);
        Answer answer = tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(Jobs.jobspec(nodes(1, 100)), Map.of("banyan", banyan)),
                        "",
                        Submission.USUAL_URGENCY));
        assertThat(answer).isInstanceOf(JobAnswer.Submitted.class);
    }

    private Answer fork(long job, int count, String near, Map<String, Object> more) {
        Map<String, Object> banyan = new LinkedHashMap<>(Map.of("near", near, "policy", "leak"));
        banyan.putAll(more);
        Jobspec jobspec = Jobs.with(Jobs.jobspec(count + " slot { 1 node! }"), Map.of("banyan", banyan));
        return tree.ask("/", new Request.Grow("fork-" + requests++, Optional.of(new JobId(job)), jobspec, 0));
    }

    private Answer fork(long job, int count, String near) {
        return fork(job, count, near, Map.of());
    }

    private void join(long job, String node) {
        Answer answer = tree.ask(
                "/",
                new JobRequest.PartialCancel(new JobId(job), new GivenPart.OfPaths(List.of(node)), MatchRules.BANYAN));
        assertThat(answer).isInstanceOf(JobAnswer.PartlyCancelled.class);
    }

    private Set<Integer> places(long job) {
        var state = tree.member("/").instance.state();
        NetworkMap network = NetworkMap.of(state.resources().graph()).orElseThrow();
        Set<Integer> places = new TreeSet<>();
        for (int v : state.schedule().holdings().vertices(new JobId(job))) {
            if (network.node(v) >= 0) {
                places.add(network.node(v));
            }
        }
        return places;
    }

    private static String why(Answer answer) {
        return ((Answer.Refused) answer).reasons().toString();
    }

    /** The grid is 0 1 2 3 above 4 5 6 7; the entry of job 1 is the second row beginning of the snake. */
    @Test
    void aForkTakesAFreeNeighbourOfItsParentAndThenOfTheJob() {
        start("leak");
        assertThat(places(1)).containsExactly(2);
        assertThat(fork(1, 1, "node2")).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).containsExactly(1, 2);
        assertThat(fork(1, 2, "/cluster0/node1")).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).containsExactly(0, 1, 2, 5);
        assertThat(fork(1, 4, "node0")).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).hasSize(8);
        assertThat(why(fork(1, 1, "node0"))).contains("node");
    }

    @Test
    void aForkWithoutAFreeNeighbourCanShareItsParentsNode() {
        start("leak");
        start("leak");
        assertThat(places(2)).containsExactly(7);
        assertThat(fork(2, 3, "node7")).isInstanceOf(Answer.Grown.class);
        assertThat(places(2)).containsExactly(3, 5, 6, 7);
        assertThat(fork(1, 1, "node2")).isInstanceOf(Answer.Grown.class);
        assertThat(fork(2, 1, "node7")).isInstanceOf(Answer.Grown.class);
        assertThat(places(2)).containsExactly(3, 4, 5, 6, 7);
        assertThat(fork(2, 1, "node3")).isInstanceOf(Answer.Grown.class);
        assertThat(places(2)).containsExactly(0, 3, 4, 5, 6, 7);
        assertThat(why(fork(1, 1, "node2"))).contains("a process that is forked on " + "node2 can share that node");
    }

    @Test
    void aScatteredForkTakesAnyFreeNode() {
        start("leak");
        start("leak-scattered");
        for (int i = 0; i < 6; i++) {
            fork(2, 1, "node7");
        }
        join(2, "node0");
        join(2, "node1");
        assertThat(why(fork(2, 3, "node7", Map.of("policy", "leak-scattered"))))
                .contains("node: 3 needed, 2 of 8 free");
        assertThat(why(fork(1, 3, "node2"))).contains("node: 3 needed");
        join(2, "node3");
        join(2, "node6");
        assertThat(fork(1, 1, "node2")).isInstanceOf(Answer.Grown.class);
        assertThat(fork(1, 1, "node2", Map.of("policy", "leak-scattered"))).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).containsExactly(1, 2, 3);
    }

    @Test
    void aJoinFreesItsNodeForOthersAtOnce() {
        start("leak");
        start("leak");
        fork(2, 3, "node7");
        join(2, "node6");
        assertThat(places(2)).containsExactly(3, 5, 7);
        assertThat(fork(1, 1, "node2")).isInstanceOf(Answer.Grown.class);
        assertThat(fork(1, 1, "node2")).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).containsExactly(1, 2, 6);
    }

    @Test
    void aWrongNodeIsRefusedInOneSentence() {
        start("leak");
        assertThat(why(fork(1, 1, "node5"))).contains("the job has no node 'node5'; it has node2");
        assertThat(why(fork(1, 1, "node5", Map.of("policy", "leak-scattered", "elsewhere", true))))
                .contains("the job has no node 'node5'; it has node2");
        assertThat(why(fork(1, 1, "node2", Map.of("elsewhere", true))))
                .contains("'elsewhere' requires the match policy leak-scattered or foresight, because leak");
        assertThat(why(fork(1, 1, "node2", Map.of("policy", "low"))))
                .contains("'near' requires the match policy leak, leak-scattered or foresight, found low");
        Jobspec near = Jobs.with(
                Jobs.jobspec(nodes(1, 10)),
                Map.of("banyan", Map.of("deadline", 9_999, "near", "node2", "policy", "leak")));
        assertThat(tree.ask("/", new JobRequest.Submit(near, "", Submission.USUAL_URGENCY))
                        .toString())
                .contains("'near' applies to a grow for a running job, not to a new job");
    }

    @Test
    void aRestartKeepsWhatWasForked() {
        start("leak");
        fork(1, 3, "node2");
        join(1, "node1");
        String before = Fingerprint.of(tree.member("/").instance.state());
        var fresh = Instance.root(
                InstanceConfig.root("L0").queueing(Queues.of(QueuePolicy.DEADLINE)), grid(), Graphs.HORIZON);
        tree.member("/").journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }
}
