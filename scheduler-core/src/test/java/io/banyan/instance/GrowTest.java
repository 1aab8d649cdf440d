package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.LevelReasons;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** MatchGrow and its mirror image over five levels, as in the paper, on small graphs. */
class GrowTest {
    private static final String WHOLE = " slot { 1 node { 2 socket { 4 core } } }";
    private static final List<String> CHAIN = List.of("/", "/1", "/1/1", "/1/1/1", "/1/1/1/1");

    /** L0 has 16 nodes; L1 to L4 have 8, 4, 2 and 1, and are full. */
    private static TreeHarness chain(TreeHarness tree) {
        tree.spawn("/", "L1", "8" + WHOLE);
        tree.spawn("/1", "L2", "4" + WHOLE);
        tree.allocate("/1", "4" + WHOLE);
        tree.spawn("/1/1", "L3", "2" + WHOLE);
        tree.allocate("/1/1", "2" + WHOLE);
        tree.spawn("/1/1/1", "L4", "1" + WHOLE);
        tree.allocate("/1/1/1", "1" + WHOLE);
        tree.allocate("/1/1/1/1", "1" + WHOLE);
        return tree;
    }

    private static TreeHarness chain() {
        return chain(TreeHarness.over("cluster { 16 node { 2 socket { 4 core } } }"));
    }

    private static Answer.Grown grown(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Grown.class);
        return (Answer.Grown) answer;
    }

    @Test
    void growOfTheLeafClimbsToTheTopAndComesDownThroughEveryLevel() {
        TreeHarness tree = chain();
        Map<String, Long> before = vertices(tree);
        Answer.Grown answer = grown(tree.grow("/1/1/1/1", "g1", "4" + WHOLE));
        assertThat(answer.grant().source()).isEqualTo(GrantSource.graphOf("/"));
        assertThat(answer.held()).isTrue();
        // 4 nodes of 1 + 2 + 8 vertices each are new at the four lower levels, and none at the top.
        for (String path : CHAIN.subList(1, 5)) {
            assertThat(tree.stat(path).vertices()).isEqualTo(before.get(path) + 44);
            for (SubgraphVertex vertex : answer.grant().subgraph().vertices()) {
                assertThat(tree.member(path).instance.graph().orElseThrow().find(vertex.path()))
                        .isNotNegative();
            }
        }
        assertThat(tree.stat("/").vertices()).isEqualTo(before.get("/"));
    }

    @Test
    void whatIsGrownIsFreeInTheAskerAndBookedInEveryAncestor() {
        TreeHarness tree = chain();
        grown(tree.grow("/1/1/1/1", "g1", "2" + WHOLE));
        assertThat(tree.stat("/1/1/1/1").amounts().get("core")).isEqualTo(new Amount(24, 16));
        assertThat(tree.stat("/1/1/1").amounts().get("core")).isEqualTo(new Amount(32, 0));
        assertThat(tree.stat("/1/1").amounts().get("core").free()).isZero();
        assertThat(tree.stat("/1").amounts().get("core").free()).isZero();
        assertThat(tree.stat("/").amounts().get("core")).isEqualTo(new Amount(128, 48));
    }

    @Test
    void growForAJobBooksWhatComesToThatJob() {
        TreeHarness tree = chain();
        grown(tree.growJob("/1/1/1/1", "g1", 1, "2" + WHOLE));
        assertThat(tree.stat("/1/1/1/1").amounts().get("core")).isEqualTo(new Amount(24, 0));
    }

    @Test
    void shrinkRestoresTheFreeCountsOfEveryLevel() {
        TreeHarness tree = chain();
        Map<String, Map<String, Amount>> before = tree.amounts();
        Map<String, Long> vertices = vertices(tree);
        grown(tree.grow("/1/1/1/1", "g1", "8" + WHOLE));
        assertThat(tree.amounts()).isNotEqualTo(before);
        Answer answer = tree.shrink("/1/1/1/1", "s1", new ShrinkTarget.ByGrow("g1"));
        assertThat(answer).isInstanceOf(Answer.Shrunk.class);
        assertThat(((Answer.Shrunk) answer).paths()).hasSize(8);
        assertThat(tree.amounts()).isEqualTo(before);
        assertThat(vertices(tree)).isEqualTo(vertices);
    }

    @Test
    void growBelowTheNodeBringsTheNodeAsContextAndShrinkTakesItAwayAgain() {
        TreeHarness tree = chain();
        Map<String, Long> before = vertices(tree);
        grown(tree.grow("/1/1/1/1", "g1", "1 node { 1 slot { 1 socket { 4 core } } }"));
        ResourceGraph leaf = tree.member("/1/1/1/1").instance.graph().orElseThrow();
        // One socket with 4 cores, and the node that says where they are.
        assertThat((long) leaf.vertexCount()).isEqualTo(before.get("/1/1/1/1") + 6);
        Answer second = tree.grow("/1/1/1/1", "g2", "1 node { 1 slot { 1 socket { 4 core } } }");
        assertThat(grown(second).held())
                .as("the first is free in the asker, so there is enough")
                .isFalse();
        tree.shrink("/1/1/1/1", "s1", new ShrinkTarget.ByGrow("g1"));
        assertThat(vertices(tree)).isEqualTo(before);
    }

    @Test
    void growForTwoSocketsOfOneNodeInTwoStepsLeavesNothingBehind() {
        TreeHarness tree = chain();
        Map<String, Long> before = vertices(tree);
        Map<String, Map<String, Amount>> amounts = tree.amounts();
        grown(tree.growJob("/1/1/1/1", "g1", 1, "1 node { 1 slot { 1 socket { 4 core } } }"));
        grown(tree.growJob("/1/1/1/1", "g2", 1, "1 node { 1 slot { 1 socket { 4 core } } }"));
        tree.shrink("/1/1/1/1", "s1", new ShrinkTarget.ByGrow("g1"));
        tree.shrink("/1/1/1/1", "s2", new ShrinkTarget.ByGrow("g2"));
        assertThat(vertices(tree)).isEqualTo(before);
        assertThat(tree.amounts()).isEqualTo(amounts);
    }

    @Test
    void growIsMetByTheFirstLevelThatHasEnough() {
        TreeHarness tree = TreeHarness.over("cluster { 16 node { 2 socket { 4 core } } }");
        tree.spawn("/", "L1", "8" + WHOLE);
        tree.spawn("/1", "L2", "4" + WHOLE);
        tree.allocate("/1/1", "4" + WHOLE);
        Answer.Grown answer = grown(tree.grow("/1/1", "g1", "2" + WHOLE));
        assertThat(answer.grant().source().level()).isEqualTo("/1");
        assertThat(tree.stat("/").amounts().get("core").free()).isEqualTo(64);
    }

    @Test
    void growOfAnInstanceThatHasEnoughFreeHoldsNothing() {
        TreeHarness tree = TreeHarness.over("cluster { 16 node { 2 socket { 4 core } } }");
        tree.spawn("/", "L1", "8" + WHOLE);
        Answer.Grown answer = grown(tree.grow("/1", "g1", "2" + WHOLE));
        assertThat(answer.held()).isFalse();
        assertThat(answer.grant().source().level()).isEqualTo("/1");
        assertThat(tree.stat("/1").amounts().get("core").free()).isEqualTo(64);
    }

    @Test
    void growForAJobThatFitsHereStaysHereAndShrinkFreesIt() {
        TreeHarness tree = TreeHarness.over("cluster { 4 node { 2 socket { 4 core } } }");
        tree.allocate("/", "1" + WHOLE);
        grown(tree.growJob("/", "g1", 1, "2" + WHOLE));
        assertThat(tree.stat("/").amounts().get("core").free()).isEqualTo(8);
        tree.shrink("/", "s1", new ShrinkTarget.ByGrow("g1"));
        assertThat(tree.stat("/").amounts().get("core").free()).isEqualTo(24);
    }

    @Test
    void growIsRefusedWithTheReasonsOfEveryLevel() {
        TreeHarness tree = chain();
        Answer answer = tree.grow("/1/1/1/1", "g1", "9" + WHOLE);
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        List<LevelReasons> reasons = ((Answer.Refused) answer).reasons();
        assertThat(reasons).extracting(LevelReasons::level).containsExactlyElementsOf(CHAIN.reversed());
        assertThat(reasons).extracting(LevelReasons::source).containsOnly("local");
        assertThat(tree.stat("/").pendingGrows()).isZero();
    }

    @Test
    void providerAtTheTopIsVisibleAtAllLevels() {
        TreeHarness tree = chain(TreeHarness.over(
                "cluster { 16 node { 2 socket { 4 core } } }",
                config -> config.parentJob().isPresent()
                        ? config
                        : config.asking(GrowOrder.PARENT_FIRST, List.of("ec2"))));
        tree.provide("ec2", Clouds.of(10));
        Map<String, Map<String, Amount>> before = tree.amounts();
        Map<String, Long> vertices = vertices(tree);
        Answer.Grown answer = grown(tree.grow("/1/1/1/1", "g1", "10" + WHOLE));
        assertThat(answer.grant().source()).hasToString("ec2 at /");
        for (String path : CHAIN) {
            ResourceGraph graph = tree.member(path).instance.graph().orElseThrow();
            assertThat(graph.find("/cluster0/ec2/zone0/node0/socket1/core3")).isNotNegative();
            // 10 nodes of 11 vertices, their zone, and the vertex named after the provider.
            assertThat((long) graph.vertexCount()).isEqualTo(vertices.get(path) + 112);
        }
        tree.shrink("/1/1/1/1", "s1", new ShrinkTarget.ByGrow("g1"));
        assertThat(tree.released("ec2")).hasSize(10).contains("i-0", "i-9");
        assertThat(tree.amounts()).isEqualTo(before);
        assertThat(vertices(tree)).isEqualTo(vertices);
    }

    @Test
    void providerOfAChildIsInvisibleToItsParent() {
        TreeHarness tree = chain(TreeHarness.over(
                "cluster { 16 node { 2 socket { 4 core } } }",
                config ->
                        config.name().equals("L1") ? config.asking(GrowOrder.PROVIDER_FIRST, List.of("lab")) : config));
        tree.provide("lab", Clouds.of(2));
        long before = tree.stat("/").vertices();
        Answer.Grown answer = grown(tree.grow("/1/1/1/1", "g1", "2" + WHOLE));
        assertThat(answer.grant().source()).hasToString("lab at /1");
        assertThat(tree.stat("/").vertices()).isEqualTo(before);
        assertThat(tree.stat("/").amounts().get("core").free()).isEqualTo(64);
        for (String path : CHAIN.subList(1, 5)) {
            assertThat(tree.member(path).instance.graph().orElseThrow().find("/cluster0/lab/zone0/node1"))
                    .isNotNegative();
        }
        tree.shrink("/1/1/1/1", "s1", new ShrinkTarget.ByPaths(List.of("/cluster0/lab/zone0/node0")));
        assertThat(tree.released("lab")).containsExactly("i-0");
        tree.shrink("/1/1/1/1", "s2", new ShrinkTarget.ByGrow("g1"));
        assertThat(tree.released("lab")).containsExactly("i-0", "i-1");
        assertThat(tree.member("/1").instance.graph().orElseThrow().find("/cluster0/lab"))
                .isNegative();
    }

    @Test
    void providerThatRefusesAddsItsReason() {
        TreeHarness tree = TreeHarness.over(
                "cluster { 2 node { 2 socket { 4 core } } }",
                config -> config.asking(GrowOrder.PARENT_FIRST, List.of("ec2")));
        tree.provide("ec2", Clouds.refusing("the quota is used up"));
        Answer answer = tree.grow("/", "g1", "3" + WHOLE);
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        assertThat(answer.toString()).contains("the quota is used up").contains("ec2");
    }

    @Test
    void aGrantEndsWithTheJobThatItWasGrownFor() {
        TreeHarness tree = chain();
        Map<String, Long> before = vertices(tree);
        grown(tree.growJob("/1/1/1/1", "g1", 1, "2" + WHOLE));
        assertThat(tree.cancel("/1/1/1/1", 1)).isInstanceOf(JobAnswer.Cancelled.class);
        assertThat(vertices(tree)).isEqualTo(before);
        assertThat(tree.stat("/").amounts().get("core").free()).isEqualTo(64);
        assertThat(tree.stat("/1/1/1/1").amounts().get("core")).isEqualTo(new Amount(8, 8));
    }

    private static Map<String, Long> vertices(TreeHarness tree) {
        return tree.living().stream()
                .collect(java.util.stream.Collectors.toMap(
                        member -> member.path, member -> tree.stat(member.path).vertices()));
    }
}
