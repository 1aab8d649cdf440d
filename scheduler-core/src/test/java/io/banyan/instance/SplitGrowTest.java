package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Grows of a range that are met partly here and partly from elsewhere, and how much an instance may have at all. */
class SplitGrowTest {
    private static final String NODES = "cluster { 8 node { 2 core } }";
    private static final String NODE = "1 slot { 1 node { 2 core } }";

    private final TreeHarness tree = TreeHarness.over(NODES);

    private static String nodes(String count) {
        return count + " slot { 1 node { 2 core } }";
    }

    private Amount node(String path) {
        return tree.stat(path).amounts().get("node");
    }

    private Answer.Grown grown(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Grown.class);
        return (Answer.Grown) answer;
    }

    private static void refused(Answer answer, String why) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        assertThat(((Answer.Refused) answer).reasons().toString()).contains(why);
    }

    @Test
    void whatIsMissingOfARangeComesFromAboveAndTheJobHasBothParts() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);

        Answer.Grown answer = grown(tree.growJob("/1", "g1", 1, nodes("4-5")));

        assertThat(GrantedParts.tops(answer.grant().subgraph())).hasSize(5);
        assertThat(node("/1")).isEqualTo(new Amount(6, 0));
        assertThat(node("/").free()).isEqualTo(2);
        assertThat(tree.growJob("/1", "g1", 1, nodes("4-5"))).isEqualTo(answer);
    }

    @Test
    void atTheEndOfTheJobEachPartIsWhereItWas() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);
        tree.growJob("/1", "g1", 1, nodes("4-5"));

        tree.cancel("/1", 1);

        assertThat(node("/1")).isEqualTo(new Amount(3, 3));
        assertThat(node("/").free()).isEqualTo(5);
    }

    @Test
    void aShrinkOfTheGrowLetsGoOfBothParts() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);
        tree.growJob("/1", "g1", 1, nodes("4-5"));

        Answer answer = tree.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"));

        assertThat(((Answer.Shrunk) answer).paths()).hasSize(5);
        assertThat(node("/1")).isEqualTo(new Amount(3, 2));
        assertThat(node("/").free()).isEqualTo(5);
    }

    @Test
    void neverLessThanItsLeastIsBookedAndNothingIsLeftWhereTheUpperPartFails() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);
        tree.allocate("/", nodes("4"));

        refused(tree.growJob("/1", "g1", 1, nodes("4-6")), "node: 2 needed, 1 of 8 free");

        assertThat(node("/1")).isEqualTo(new Amount(3, 2));
        assertThat(node("/").free()).isEqualTo(1);
    }

    @Test
    void whatCameGoesBackWhereItsOtherPartWasTakenMeanwhile() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);
        String call = tree.send("/1", new Request.Grow("g1", Optional.of(new JobId(1)), Jobs.jobspec(nodes("4-5")), 0));
        tree.allocate("/1", NODE);

        refused(tree.await(call), "have been allocated in the meantime");

        tree.runFor(1_000);
        assertThat(node("/1")).isEqualTo(new Amount(3, 1));
        assertThat(node("/").free()).isEqualTo(5);
    }

    @Test
    void aGrowIsSplitAtEveryLevelOnTheWay() {
        tree.spawn("/", "c", nodes("2"));
        tree.spawn("/1", "g", NODE);
        tree.allocate("/1/1", NODE);

        Answer.Grown answer = grown(tree.growJob("/1/1", "g1", 1, nodes("3-4")));

        assertThat(GrantedParts.tops(answer.grant().subgraph())).hasSize(4);
        assertThat(node("/1/1")).isEqualTo(new Amount(5, 0));
        assertThat(node("/1")).isEqualTo(new Amount(5, 0));
        assertThat(node("/").free()).isEqualTo(3);

        tree.cancel("/1/1", 1);
        assertThat(node("/1/1")).isEqualTo(new Amount(1, 1));
        assertThat(node("/1")).isEqualTo(new Amount(2, 1));
        assertThat(node("/").free()).isEqualTo(6);
    }

    @Test
    void anInstanceThatGrowsItselfIsBroughtOnlyWhatItLacks() {
        tree.spawn("/", "c", nodes("2"));

        tree.grow("/1", "g1", nodes("4-5"));

        assertThat(node("/1")).isEqualTo(new Amount(5, 5));
    }

    @Test
    void aProviderBringsTheRestWhereThereIsNoParent() {
        TreeHarness bursting =
                TreeHarness.over(NODES, config -> config.asking(GrowOrder.PROVIDER_FIRST, List.of("ec2")));
        bursting.provide("ec2", Clouds.of(2));
        bursting.allocate("/", nodes("7"));
        bursting.allocate("/", "1 slot { 1 core }");

        Answer answer = bursting.growJob("/", "g1", 2, "2-9 slot { 1 core }");

        assertThat(answer).isInstanceOf(Answer.Grown.class);
        bursting.cancel("/", 2);
        assertThat(bursting.released("ec2")).hasSize(2);
        assertThat(bursting.stat("/").amounts().get("core")).isEqualTo(new Amount(16, 2));
    }

    @Test
    void eachOfSeveralResourcesIsMetWhereItIs() {
        TreeHarness mixed = TreeHarness.over("cluster { 4 node { 2 core }, 4 gpu }");
        mixed.spawn("/", "c", "1 slot { 2 gpu }");
        mixed.allocate("/1", "1 slot { 1 gpu }");

        Answer.Grown answer =
                grown(mixed.growJob("/1", "g1", 1, "2-3 slot { 1 node { 2 core } }, 3-4 gpu! using siblings"));

        assertThat(held(answer, "node")).isEqualTo(3);
        assertThat(held(answer, "gpu")).isEqualTo(3);
        assertThat(mixed.stat("/").amounts().get("gpu").free()).isZero();
        mixed.cancel("/1", 1);
        assertThat(mixed.stat("/1").amounts().get("gpu")).isEqualTo(new Amount(2, 2));
        assertThat(mixed.stat("/").amounts().get("gpu").free()).isEqualTo(2);
    }

    @Test
    void whatHasAnExactCountBesideARangeComesFromOneSide() {
        TreeHarness mixed = TreeHarness.over("cluster { 4 node { 2 core }, 2 gpu }");
        mixed.spawn("/", "c", "1 slot { 2 gpu }");
        mixed.allocate("/1", "1 slot { 1 gpu }");

        refused(mixed.growJob("/1", "g1", 1, "2-3 slot { 1 node { 2 core } }, 2 gpu! using siblings"), "gpu: 2 needed");
        Answer.Grown answer =
                grown(mixed.growJob("/1", "g2", 1, "2-3 slot { 1 node { 2 core } }, 1 gpu! using siblings"));

        assertThat(held(answer, "node")).isEqualTo(3);
        assertThat(held(answer, "gpu")).isEqualTo(1);
    }

    @Test
    void aRangeBelowTheSharedRootIsSplit() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);

        Answer.Grown answer = grown(tree.growJob("/1", "g1", 1, "1 cluster { 4-5 slot { 1 node { 2 core } } }"));

        assertThat(held(answer, "node")).isEqualTo(5);
        assertThat(node("/").free()).isEqualTo(2);
    }

    @Test
    void aRangeInOneSlotIsSplit() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);

        Answer.Grown answer = grown(tree.growJob("/1", "g1", 1, "1 slot { 4-5 node { 2 core } }"));

        assertThat(held(answer, "node")).isEqualTo(5);
        assertThat(node("/").free()).isEqualTo(2);
    }

    @Test
    void aSlotThatLiesInOneNodeIsNotSplit() {
        TreeHarness wide = TreeHarness.over("cluster { 3 node { 2 socket { 4 core } } }");
        wide.spawn("/", "c", "1 slot { 1 node! }");
        wide.allocate("/1", "1 slot { 6 core } using node-slots");

        Answer.Grown answer = grown(wide.growJob("/1", "g1", 1, "1 slot { 4-8 core } using node-slots"));

        assertThat(held(answer, "core")).isEqualTo(8);
        assertThat(answer.grant().subgraph().vertices().stream()
                        .filter(vertex -> vertex.type().name().equals("node")))
                .hasSize(1);
    }

    @Test
    void whatIsInOneSlotTogetherIsMetWhereEachIs() {
        TreeHarness mixed = TreeHarness.over("cluster { 4 node { 2 core }, 2 gpu }");
        mixed.spawn("/", "c", "1 slot { 2 gpu }");
        mixed.allocate("/1", "1 slot { 1 gpu }");

        Answer.Grown answer = grown(mixed.growJob("/1", "g1", 1, "1 slot { 2-3 node { 2 core }, 1 gpu }"));

        assertThat(held(answer, "node")).isEqualTo(3);
        assertThat(held(answer, "gpu")).isEqualTo(1);
    }

    @Test
    void aRangeInAVertexThatIsNotTheRootIsMetWholeOrNotAtAll() {
        TreeHarness racks = TreeHarness.over("cluster { 2 rack { 4 node { 2 core } } }");
        racks.spawn("/", "c", nodes("3"));
        racks.allocate("/1", NODE);

        Answer.Grown answer = grown(racks.growJob("/1", "g1", 1, "1 rack { 4-5 slot { 1 node { 2 core } } }"));

        assertThat(answer.grant().subgraph().vertices().stream()
                        .filter(vertex -> vertex.type().name().equals("rack")))
                .hasSize(1);
        assertThat(held(answer, "node")).isEqualTo(4);
        assertThat(racks.stat("/1").amounts().get("node")).isEqualTo(new Amount(7, 2));
    }

    @Test
    void onlyAmountsOfTheStepsOfARangeAreMadeOfBothParts() {
        tree.spawn("/", "c", nodes("4"));
        tree.allocate("/1", NODE);

        Count doubled = new Count(4, 16, Count.Operator.MULTIPLY, 2);
        Answer.Grown four = grown(growCounted("g1", doubled));

        assertThat(held(four, "node")).isEqualTo(4);
        assertThat(node("/").free()).isEqualTo(3);
        tree.cancel("/1", 1);
        tree.allocate("/1", NODE);
        Count inThrees = new Count(4, 16, Count.Operator.ADD, 3);
        Answer.Grown seven =
                grown(tree.ask("/1", new Request.Grow("g2", Optional.of(new JobId(2)), counted(inThrees), 0)));
        assertThat(held(seven, "node")).isEqualTo(7);
        assertThat(node("/").free()).isZero();
    }

    private Answer growCounted(String id, Count count) {
        return tree.ask("/1", new Request.Grow(id, Optional.of(new JobId(1)), counted(count), 0));
    }

    private static Jobspec counted(Count count) {
        Jobspec one = Jobs.jobspec(NODE);
        Resource slot = one.resources().getFirst().withCount(count);
        return new Jobspec(1, List.of(slot), List.of(), one.attributes());
    }

    private static long held(Answer.Grown answer, String type) {
        return answer.grant().subgraph().vertices().stream()
                .filter(vertex -> vertex.exclusive() && vertex.type().name().equals(type))
                .count();
    }

    @Test
    void aSharedVertexIsNotCountedTwiceForWhatIsFreeOfItHereAndAbove() {
        TreeHarness halves = TreeHarness.over("cluster { 2 node { 4 core } }");
        halves.spawn("/", "c", "3 slot { 1 core }");
        halves.allocate("/1", "1 slot { 1 core }");

        Answer answer = halves.growJob("/1", "g1", 1, "2-3 node { 1 slot { 1 core } }");

        assertThat(grown(answer).grant().subgraph().vertices().stream()
                        .filter(vertex -> vertex.type().name().equals("node")))
                .hasSize(2);
    }

    @Test
    void theReplayOfASplitGrowLeadsToTheSameState() {
        tree.spawn("/", "c", nodes("3"));
        tree.allocate("/1", NODE);
        tree.growJob("/1", "g1", 1, nodes("4-5"));

        Member child = tree.member("/1");
        Instance fresh = Instance.child(child.instance.config());
        child.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(Fingerprint.of(child.instance.state()));
        Member root = tree.member("/");
        Instance again = Instance.root(root.instance.config(), Graphs.graph(NODES), Graphs.HORIZON);
        root.journal.forEach(append -> again.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(again.state())).isEqualTo(Fingerprint.of(root.instance.state()));
    }

    private static TreeHarness bounded(Map<String, Long> resources, Map<String, Long> external) {
        var most = new InstanceConfig.Most(new TreeMap<>(resources), new TreeMap<>(external));
        TreeHarness tree = TreeHarness.over(
                NODES,
                config -> config.parentJob().isEmpty()
                        ? config
                        : config.asking(GrowOrder.PARENT_FIRST, List.of("ec2")).bounded(most));
        tree.provide("ec2", Clouds.of(1));
        tree.spawn("/", "c", NODE);
        return tree;
    }

    @Test
    void anInstanceAsksForNoMoreThanItMayHave() {
        TreeHarness bounded = bounded(Map.of("node", 3L), Map.of());

        assertThat(bounded.grow("/1", "g1", nodes("3"))).isInstanceOf(Answer.Refused.class);
        refused(bounded.grow("/1", "g2", nodes("4")), "is 3 node; it has 1");
        assertThat(bounded.grow("/1", "g3", nodes("2"))).isInstanceOf(Answer.Grown.class);
        assertThat(bounded.member("/1").journal.stream()
                        .filter(append -> append.decision() instanceof GrowDecision.ProvisionAsked))
                .isEmpty();
    }

    @Test
    void whatItMayHaveOfItsProviderIsCountedByItself() {
        TreeHarness bounded = bounded(Map.of(), Map.of("node", 1L));
        bounded.allocate("/", nodes("7"));
        bounded.allocate("/1", NODE);

        assertThat(bounded.grow("/1", "g1", NODE)).isInstanceOf(Answer.Grown.class);
        bounded.allocate("/1", NODE);
        refused(bounded.grow("/1", "g2", NODE), "the limit of its providers is 1 node; it has 1");
    }
}
