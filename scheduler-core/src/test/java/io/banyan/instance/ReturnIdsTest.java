package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Ids of returns that are chosen by many who do not know of each other: nothing is held for good because two of them
 * are the same.
 */
class ReturnIdsTest {
    private static final String WHOLE = " slot { 1 node { 2 core } }";
    private static final String GRAPH = "cluster { 6 node { 2 core } }";

    private static String top(TreeHarness tree, String path, String grant) {
        return tree.member(path)
                .instance
                .state()
                .origins()
                .find(grant)
                .orElseThrow()
                .tops()
                .getFirst();
    }

    private static Answer shrink(TreeHarness tree, String path, String id, String vertex) {
        return tree.shrink(path, id, new ShrinkTarget.ByPaths(List.of(vertex)));
    }

    private static long freeNodes(TreeHarness tree) {
        return tree.stat("/").amounts().get("node").free();
    }

    @Test
    void twoChildrenReturnSomethingWithTheSameId() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "a", "2" + WHOLE);
        tree.spawn("/", "b", "2" + WHOLE);
        shrink(tree, "/1", "s", top(tree, "/1", Parcel.SPAWN));
        shrink(tree, "/2", "s", top(tree, "/2", Parcel.SPAWN));
        assertThat(freeNodes(tree)).isEqualTo(4);
    }

    @Test
    void twoGrandchildrenReturnWhatCameFromTheTopWithTheSameId() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "m", "2" + WHOLE);
        tree.spawn("/1", "a", "1" + WHOLE);
        tree.spawn("/1", "b", "1" + WHOLE);
        tree.allocate("/1/1", "1" + WHOLE);
        tree.allocate("/1/2", "1" + WHOLE);
        tree.grow("/1/1", "ga", "1" + WHOLE);
        tree.grow("/1/2", "gb", "1" + WHOLE);
        assertThat(freeNodes(tree)).isEqualTo(2);
        shrink(tree, "/1/1", "s", top(tree, "/1/1", "ga"));
        shrink(tree, "/1/2", "s", top(tree, "/1/2", "gb"));
        assertThat(freeNodes(tree)).isEqualTo(4);
    }

    @Test
    void aClientHereUsesTheIdOfAChildsReturn() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "a", "3" + WHOLE);
        tree.spawn("/1", "b", "2" + WHOLE);
        String node = top(tree, "/1/1", Parcel.SPAWN);
        shrink(tree, "/1/1", "s", node);
        assertThat(freeNodes(tree)).isEqualTo(3);
        shrink(tree, "/1", "s", node);
        assertThat(freeNodes(tree)).isEqualTo(4);
    }

    @Test
    void aJobLosesTwoVerticesInTheSameMillisecond() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "a", "1" + WHOLE);
        tree.ask(
                "/1",
                new JobRequest.Match(malleable("1" + WHOLE), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "mine"));
        tree.growJob("/1", "g1", 1, "1" + WHOLE);
        tree.growJob("/1", "g2", 1, "1" + WHOLE);
        List<String> nodes = List.of(top(tree, "/1", "g1"), top(tree, "/1", "g2"));
        nodes.forEach(node -> tree.send("/1", new Request.SetStatus(node, Status.LOST)));
        tree.runFor(100);
        InstanceState root = tree.member("/").instance.state();
        assertThat(nodes)
                .allSatisfy(node -> assertThat(
                                root.resources().users(root.resources().index(node)))
                        .isEmpty());
        assertThat(tree.stat("/1").pendingReturns()).isZero();
    }

    @Test
    void aGrantThatComesTooLateAgainAfterItsParentForgotItGoesBackAgain() {
        var limits = new InstanceLimits(32, 1024, 1000, 1, 3_000, 3_000, 1_000, 100, 3_000, 2_000);
        TreeHarness tree = TreeHarness.over(GRAPH, plain -> plain.within(limits));
        tree.spawn("/", "a", "1" + WHOLE);
        tree.allocate("/1", "1" + WHOLE);
        for (int i = 0; i < 3; i++) {
            tree.freeze("/");
            tree.send("/1", new Request.Grow("g", Optional.of(new JobId(1)), Jobs.jobspec("1" + WHOLE), 20));
            tree.runFor(40);
            tree.thaw("/");
            tree.runFor(500);
            assertThat(freeNodes(tree))
                    .as("the grant has come and gone, time %d", i)
                    .isEqualTo(5);
        }
    }

    private static final Principal ADA = new Principal("ada", Role.ADMIN);
    private static final Principal BOB = new Principal("bob", Role.ADMIN);

    private static TreeHarness withTwoGrows() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "a", "1" + WHOLE);
        tree.allocate("/1", "1" + WHOLE);
        tree.grow("/1", "g1", "1" + WHOLE);
        tree.allocate("/1", "1" + WHOLE);
        tree.grow("/1", "g2", "1" + WHOLE);
        return tree;
    }

    private static Answer shrinkGrow(TreeHarness tree, Principal asker, String id, String grow) {
        return tree.ask("/1", asker, new Request.Shrink(id, new ShrinkTarget.ByGrow(grow)));
    }

    private static void isRefused(Answer answer) {
        assertThat(answer)
                .isEqualTo(new Answer.Failed(ErrorCode.INVALID, "The request id s was used for another shrink."));
    }

    @Test
    void theIdOfAShrinkServesNoOtherTarget() {
        TreeHarness tree = withTwoGrows();
        tree.cancel("/1", 2);
        Answer first = shrinkGrow(tree, ADA, "s", "g1");
        assertThat(first).isInstanceOf(Answer.Shrunk.class);

        isRefused(shrinkGrow(tree, ADA, "s", "g2"));
        isRefused(shrinkGrow(tree, BOB, "s", "g1"));
        isRefused(tree.ask("/1", ADA, new Request.Shrink("s", new ShrinkTarget.ByGrow("g1"), UseRule.SPARE, 0, true)));
        assertThat(shrinkGrow(tree, ADA, "s", "g1")).isEqualTo(first);
        assertThat(tree.member("/1").instance.state().origins().find("g2")).isPresent();
    }

    @Test
    void theIdOfAShrinkServesNoOtherTargetAfterARestartEither() {
        TreeHarness tree = withTwoGrows();
        tree.cancel("/1", 2);
        Answer first = shrinkGrow(tree, ADA, "s", "g1");
        tree.restart("/1", Instance.child(tree.member("/1").instance.config()));
        tree.runFor(100);

        isRefused(shrinkGrow(tree, ADA, "s", "g2"));
        isRefused(shrinkGrow(tree, BOB, "s", "g1"));
        assertThat(shrinkGrow(tree, ADA, "s", "g1")).isEqualTo(first);
    }

    @Test
    void theIdOfAShrinkThatWaitsServesNoOtherTarget() {
        TreeHarness tree = withTwoGrows();
        tree.send("/1", new Request.Shrink("s", new ShrinkTarget.ByGrow("g1"), UseRule.AWAIT, 0, false));

        isRefused(tree.shrink("/1", "s", new ShrinkTarget.ByGrow("g2")));
    }

    private static Jobspec malleable(String jobspec) {
        Jobspec plain = Jobs.jobspec(jobspec);
        Attributes old = plain.attributes();
        var attributes = new Attributes(
                old.durationSec(),
                Optional.empty(),
                old.constraint(),
                Optional.empty(),
                Map.of(),
                Map.of("banyan", Map.of("on-lost", "shrink")),
                Map.of());
        return new Jobspec(1, plain.resources(), List.of(), attributes);
    }
}
