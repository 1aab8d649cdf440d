package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.state.InstanceState;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenPart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of divisible pools on their way through the hierarchy. */
class PoolsTest {
    private static final String GRAPH = "cluster { 4 node { 2 core, memory:64/8 }, licence:10/1, other:6/1 }";
    private static final String LICENCE = "/cluster0/licence0";

    private static long size(TreeHarness tree, String path, String vertex) {
        ResourceGraph graph = tree.member(path).instance.graph().orElseThrow();
        return graph.size(graph.find(vertex));
    }

    @Test
    void aChildHasThePartThatItWasSpawnedWith() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "child", "1 slot { 1 node { 2 core, 20 memory } }, 4 licence");

        assertThat(size(tree, "/1", LICENCE)).isEqualTo(4);
        assertThat(size(tree, "/1", "/cluster0/node3/memory0")).isEqualTo(24);
        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 6));
        assertThat(tree.stat("/1").amounts().get("licence")).isEqualTo(new Amount(4, 4));
    }

    @Test
    void aChildDividesItsPartFurther() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "child", "2 slot { 1 node { 2 core } }, 4 licence");
        tree.spawn("/1", "grandchild", "1 slot { 1 node { 2 core } }, 2 licence");
        tree.allocate("/1", "1 licence");

        assertThat(size(tree, "/1/1", LICENCE)).isEqualTo(2);
        assertThat(tree.stat("/1").amounts().get("licence")).isEqualTo(new Amount(4, 1));
        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 6));
    }

    @Test
    void whatAChildGrowsByComesBackWhenItShrinks() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "child", "1 slot { 1 node { 2 core } }");
        assertThat(tree.grow("/1", "g1", "3 licence")).isInstanceOf(Answer.Grown.class);
        assertThat(size(tree, "/1", LICENCE)).isEqualTo(3);
        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 7));

        assertThat(tree.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"))).isInstanceOf(Answer.Shrunk.class);
        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 10));
        assertThat(tree.member("/1").instance.graph().orElseThrow().find(LICENCE))
                .isNegative();
    }

    @Test
    void nobodyGetsASecondPartOfAPoolThatItHasAPartOf() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "child", "1 slot { 1 node { 2 core } }, 4 licence");
        tree.allocate("/1", "4 licence");
        tree.allocate("/", "1 slot { 1 core }, 2 licence");

        assertThat(refusal(tree.grow("/1", "g1", "2 licence")))
                .anyMatch(reason -> reason.contains("1 of which the job has a part already"));
        assertThat(refusal(tree.growJob("/", "g2", 2, "1 licence")))
                .anyMatch(reason -> reason.contains("1 of which the job has a part already"));
        assertThat(tree.grow("/1", "g3", "5 other")).isInstanceOf(Answer.Grown.class);
        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 4));
    }

    private static List<String> refusal(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused) answer)
                .reasons().stream()
                        .flatMap(level -> level.reasons().stream())
                        .map(Object::toString)
                        .toList();
    }

    @Test
    void aJobGivesBackAPartOfItsPart() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.allocate("/", "5 licence");
        InstanceState state = tree.member("/").instance.state();
        Subgraph held = state.resources().subgraphOf(state.schedule().holdings().selection(new JobId(1)));
        List<SubgraphVertex> smaller = held.vertices().stream()
                .map(vertex -> vertex.path().equals(LICENCE) ? vertex.withSize(2, vertex.unit()) : vertex)
                .toList();
        GivenPart part = new GivenPart.Listed(new Subgraph(smaller, held.edges()));

        JobAnswer.PartlyCancelled answer = (JobAnswer.PartlyCancelled)
                tree.ask("/", new JobRequest.PartialCancel(new JobId(1), part, MatchRules.BANYAN));

        assertThat(answer.over()).isFalse();
        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 7));
    }

    @Test
    void everythingIsFreeAgainWhenTheChildHasEnded() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "child", "1 slot { 1 node { 2 core, 20 memory } }, 4 licence");
        tree.cancel("/", 1);

        assertThat(tree.stat("/").amounts().get("licence")).isEqualTo(new Amount(10, 10));
    }
}
