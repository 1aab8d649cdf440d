package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/**
 * A parent asks a child for resources back: what it gives, in which order, and what becomes of it when either dies on
 * the way.
 */
class RevokeTest {
    private static final String NODES = "cluster { 6 node { 2 core } }";
    private static final String NODE = "1 slot { 1 node { 2 core } }";
    private static final JobId CHILD = new JobId(1);

    private final TreeHarness tree = TreeHarness.over(NODES);

    private static String nodes(int count) {
        return count + " slot { 1 node { 2 core } }";
    }

    private static RevokeTarget count(String type, long count) {
        return RevokeTarget.ByCounts.of(Map.of(type, count));
    }

    private static RevokeTarget paths(String... paths) {
        return new RevokeTarget.ByPaths(List.of(paths));
    }

    private static Request.Reclaim reclaim(String id, RevokeTarget target, long graceMillis, boolean force) {
        return new Request.Reclaim(id, CHILD, target, graceMillis, force);
    }

    private Answer.Reclaimed reclaimed(Request.Reclaim request) {
        return (Answer.Reclaimed) tree.ask("/", request);
    }

    private long free(String path, String type) {
        Amount amount = tree.stat(path).amounts().get(type);
        return amount == null ? 0 : amount.free();
    }

    private long total(String path, String type) {
        Amount amount = tree.stat(path).amounts().get(type);
        return amount == null ? 0 : amount.total();
    }

    /** The nodes that a job has. */
    private List<String> job(String path, long id) {
        InstanceState state = tree.member(path).instance.state();
        return IntStream.of(state.schedule().holdings().vertices(new JobId(id)))
                .mapToObj(state.resources().graph()::path)
                .filter(it -> it.matches(".*/node\\d+"))
                .toList();
    }

    private static List<String> without(List<String> paths, String path) {
        return paths.stream().filter(it -> !it.equals(path)).toList();
    }

    @Test
    void aChildGivesBackWhatIsFree() {
        tree.spawn("/", "c", nodes(4));
        tree.allocate("/1", NODE);

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 2), 0, false));

        assertThat(answer.why()).isEmpty();
        assertThat(answer.paths()).hasSize(2);
        assertThat(free("/", "node")).isEqualTo(4);
        assertThat(total("/1", "node")).isEqualTo(2);
    }

    @Test
    void aChildThatHasLessFreeGivesLessAndSaysWhy() {
        tree.spawn("/", "c", nodes(3));
        tree.allocate("/1", nodes(2));

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 2), 0, false));

        assertThat(answer.paths()).hasSize(1);
        assertThat(answer.why()).isEqualTo("of 2 node requested, only 1 could be returned; in use by job 1 of /1");
        assertThat(answer.fenced()).isFalse();
        assertThat(free("/", "node")).isEqualTo(4);
    }

    @Test
    void anExactSetIsGivenAsFarAsNobodyUsesIt() {
        tree.spawn("/", "c", nodes(3));
        tree.allocate("/1", NODE);
        String used = job("/1", 1).getFirst();
        String core = without(job("/", 1), used).getFirst() + "/core1";

        Answer.Reclaimed answer = reclaimed(reclaim("r1", paths(used, core), 0, false));

        assertThat(answer.paths()).containsExactly(core);
        assertThat(answer.why()).isEqualTo("in use by job 1 of /1");
        assertThat(total("/1", "core")).isEqualTo(5);
    }

    @Test
    void whileTheGraceLastsWhatJobsUseIsDrainedAndGivenWhenTheyEnd() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));
        String call = tree.send("/", reclaim("r1", count("node", 1), 60_000, false));
        tree.runFor(1_000);
        assertThat(tree.answerTo(call)).isEmpty();

        tree.cancel("/1", 1);
        assertThat(tree.allocate("/1", nodes(2))).isInstanceOf(Answer.Refused.class);

        Answer.Reclaimed answer = (Answer.Reclaimed) tree.await(call);
        assertThat(answer.why()).isEmpty();
        assertThat(answer.paths()).hasSize(1);
        assertThat(total("/1", "node")).isEqualTo(1);
        assertThat(free("/1", "node")).isEqualTo(1);
    }

    @Test
    void afterTheGraceWhatWasDrainedIsUpAgain() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 1), 10_000, false));

        assertThat(answer.paths()).isEmpty();
        assertThat(answer.why()).endsWith("in use by job 1 of /1");
        tree.cancel("/1", 1);
        assertThat(tree.allocate("/1", nodes(2))).isInstanceOf(Answer.Matched.class);
    }

    @Test
    void whatAnAdministratorDrainsMeanwhileStaysDown() {
        tree.spawn("/", "c", NODE);
        tree.allocate("/1", NODE);
        String node = job("/1", 1).getFirst();
        String call = tree.send("/", reclaim("r1", count("node", 1), 10_000, false));
        tree.runFor(1_000);
        tree.ask("/1", new Request.SetStatus(node, Status.DOWN));

        tree.await(call);

        tree.cancel("/1", 1);
        assertThat(tree.allocate("/1", NODE)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void ofEachChildBelowOnlyTheLastWordIsToldAndNoneWhereItGaveItAll() {
        tree.spawn("/", "c", nodes(3));
        tree.spawn("/1", "g", nodes(2));
        tree.allocate("/1/1", nodes(2));
        tree.allocate("/1", NODE);

        String less = "of %d node requested, only 0 could be returned; in use by job";
        assertThat(reclaimed(reclaim("r1", count("node", 3), 2_000, false)).why())
                .isEqualTo(less.formatted(3) + "s 1, 2 of /1; /1/1: " + less.formatted(3) + " 1 of /1/1");
    }

    @Test
    void aChildAsksItsOwnChildrenInTurn() {
        tree.spawn("/", "c", nodes(5));
        tree.spawn("/1", "g1", nodes(2));
        tree.spawn("/1", "g2", nodes(2));
        tree.allocate("/1/2", NODE);

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 4), 0, false));

        assertThat(answer.why()).isEmpty();
        assertThat(answer.paths()).hasSize(4);
        assertThat(total("/1", "node")).isEqualTo(1);
        assertThat(total("/1/1", "node")).isZero();
        assertThat(total("/1/2", "node")).isEqualTo(1);
        assertThat(free("/", "node")).isEqualTo(5);
    }

    @Test
    void anExactSetIsGotFromWhoeverHasItBelow() {
        tree.spawn("/", "c", nodes(4));
        tree.spawn("/1", "g", nodes(2));
        tree.spawn("/1/1", "h", NODE);

        List<String> below = job("/1", 1);

        Answer.Reclaimed answer = reclaimed(reclaim("r1", new RevokeTarget.ByPaths(below), 0, false));

        assertThat(answer.why()).isEmpty();
        assertThat(answer.paths()).containsExactlyInAnyOrderElementsOf(below);
        assertThat(free("/", "node")).isEqualTo(4);
        assertThat(total("/1/1", "node")).isZero();
    }

    @Test
    void whatWasGrownThroughTheChildForAGrandchildGoesBackToTheTop() {
        tree.spawn("/", "c", nodes(1));
        tree.spawn("/1", "g", NODE);
        tree.grow("/1/1", "g1", nodes(2));
        assertThat(total("/1", "node")).isEqualTo(3);

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 2), 0, false));

        assertThat(answer.why()).isEmpty();
        assertThat(free("/", "node")).isEqualTo(5);
        assertThat(total("/1/1", "node")).isEqualTo(1);
    }

    @Test
    void aChildWhosePolicyIsToDeclineGivesNothing() {
        TreeHarness declining = TreeHarness.over(NODES, config -> config.yielding(RevokePolicy.DECLINE));
        declining.spawn("/", "c", nodes(2));

        Answer.Reclaimed answer = (Answer.Reclaimed) declining.ask("/", reclaim("r1", count("node", 1), 0, false));

        assertThat(answer.paths()).isEmpty();
        assertThat(answer.why()).isEqualTo("its policy is to return nothing");
    }

    @Test
    void whatWasGrownForJobsIsGivenOnlyWhereThePolicySaysSo() {
        for (RevokePolicy policy : List.of(RevokePolicy.FREE, RevokePolicy.GROWN)) {
            TreeHarness grown = TreeHarness.over(NODES, config -> config.yielding(policy));
            grown.spawn("/", "c", NODE);
            grown.allocate("/1", NODE);
            grown.growJob("/1", "g1", 1, NODE);

            Answer.Reclaimed answer = (Answer.Reclaimed) grown.ask("/", reclaim("r1", count("node", 2), 0, false));

            assertThat(answer.paths()).hasSize(policy == RevokePolicy.GROWN ? 1 : 0);
            assertThat(grown.job("/1", 1).state()).isEqualTo(JobState.RUNNING);
        }
    }

    @Test
    void withForceAChildThatKeepsItsResourcesIsFencedAfterTheGraceWithAllBelowIt() {
        tree.spawn("/", "c", nodes(3));
        tree.spawn("/1", "g", NODE);
        tree.allocate("/1", nodes(2));
        long begun = tree.now();

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 3), 20_000, true));

        assertThat(answer.fenced()).isTrue();
        assertThat(answer.paths()).hasSize(3);
        assertThat(tree.now() - begun).isBetween(19_000L, 40_000L);
        tree.runFor(100);
        assertThat(tree.living()).extracting(member -> member.path).containsExactly("/");
        assertThat(free("/", "node")).isEqualTo(6);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void withForceAChildThatDoesNotAnswerIsFenced() {
        tree.spawn("/", "c", nodes(3));
        tree.freeze("/1");

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 1), 0, true));

        assertThat(answer.fenced()).isTrue();
        assertThat(free("/", "node")).isEqualTo(6);
    }

    @Test
    void withForceAChildThatGivesAllIsLeftAlone() {
        tree.spawn("/", "c", nodes(3));

        assertThat(reclaimed(reclaim("r1", count("node", 2), 5_000, true)).fenced())
                .isFalse();
        assertThat(tree.living()).hasSize(2);
    }

    @Test
    void withoutForceAChildThatDoesNotAnswerKeepsItsResources() {
        tree.spawn("/", "c", nodes(3));
        tree.freeze("/1");

        Answer.Reclaimed answer = reclaimed(reclaim("r1", count("node", 1), 0, false));

        assertThat(answer.why()).isEqualTo("the instance did not answer in time");
        tree.thaw("/1");
        tree.runFor(60_000);
        assertThat(total("/1", "node") + free("/", "node")).isEqualTo(6);
    }

    @Test
    void theSameRequestGetsTheSameAnswerAndTakesNothingMore() {
        tree.spawn("/", "c", nodes(4));
        Request.Reclaim request = reclaim("r1", count("node", 1), 0, false);
        Answer first = tree.ask("/", request);

        assertThat(tree.ask("/", request)).isEqualTo(first);
        assertThat(total("/1", "node")).isEqualTo(3);
        assertThat(tree.ask("/", reclaim("r1", count("node", 2), 0, false))).isInstanceOf(Answer.Failed.class);
    }

    @Test
    void aJobThatIsNoInstanceCannotBeAsked() {
        tree.allocate("/", NODE);

        assertThat(tree.ask("/", reclaim("r1", count("node", 1), 0, false)))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.WRONG_STATE,
                        "job 1 is not an instance that can return resources; cancel the job or a part of it"));
    }

    @Test
    void aVertexThatTheChildHasNotIsRefused() {
        tree.spawn("/", "c", NODE);

        assertThat(tree.ask("/", reclaim("r1", paths("/cluster0/node4"), 0, false)))
                .isEqualTo(new Answer.Failed(ErrorCode.WRONG_STATE, "instance /1 has no resources of /cluster0/node4"));
    }

    @Test
    void aRestartOfTheChildInTheMiddleLeavesNothingHalf() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));
        String call = tree.send("/", reclaim("r1", count("node", 1), 60_000, false));
        tree.runFor(1_000);

        restart(tree, "/1");
        tree.runFor(1_000);
        tree.cancel("/1", 1);

        assertThat(((Answer.Reclaimed) tree.await(call)).paths()).hasSize(1);
        assertThat(total("/1", "node")).isEqualTo(1);
        assertThat(free("/1", "node")).isEqualTo(1);
        assertThat(free("/", "node")).isEqualTo(5);
    }

    @Test
    void aRestartOfTheParentInTheMiddleLeavesNothingHalf() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));
        Request.Reclaim request = reclaim("r1", count("node", 1), 60_000, false);
        tree.send("/", request);
        tree.runFor(1_000);

        restart(tree, "/");
        String call = tree.send("/", request);
        tree.runFor(1_000);
        tree.cancel("/1", 1);

        assertThat(((Answer.Reclaimed) tree.await(call)).paths()).hasSize(1);
        assertThat(free("/", "node")).isEqualTo(5);
    }

    @Test
    void aParentThatIsStartedAgainFencesTheChildWhoseGraceIsOver() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));
        Request.Reclaim request = reclaim("r1", count("node", 1), 60_000, true);
        tree.send("/", request);
        tree.runFor(1_000);
        tree.cut("/1", 90_000);
        restart(tree, "/");
        tree.runFor(89_000);

        Answer.Reclaimed answer = (Answer.Reclaimed) tree.ask("/", request);

        assertThat(answer.fenced()).isTrue();
        assertThat(free("/", "node")).isEqualTo(6);
    }

    @Test
    void theReplayOfARevokeLeadsToTheSameStateInBoth() {
        tree.spawn("/", "c", nodes(4));
        tree.spawn("/1", "g", nodes(2));
        tree.allocate("/1", NODE);
        tree.send("/", reclaim("r1", count("node", 3), 60_000, false));
        tree.runFor(5_000);

        for (Member member : tree.living()) {
            assertThat(Fingerprint.of(replayed(member).state())).isEqualTo(Fingerprint.of(member.instance.state()));
        }
    }

    @Test
    void lostAndRepeatedMessagesChangeNothingOfTheOutcome() {
        for (long seed = 1; seed <= 60; seed++) {
            UnaryOperator<InstanceConfig> plain = config -> config;
            TreeHarness broken = TreeHarness.over(NODES, plain);
            broken.spawn("/", "c", nodes(5));
            broken.spawn("/1", "g1", nodes(2));
            broken.spawn("/1", "g2", nodes(2));
            broken.breakMessages(seed, 0.15);
            String call = broken.send("/", reclaim("r1", count("node", 4), 120_000, false));
            broken.runFor(300_000);
            broken.breakMessages(seed, 0);

            Answer.Reclaimed answer = (Answer.Reclaimed) broken.await(call);
            broken.runFor(20_000);
            assertThat(broken.stat("/").amounts().get("node").free())
                    .as("seed %d %s", seed, answer)
                    .isEqualTo(1 + answer.paths().size());
            assertThat(answer.paths()).as("seed %d", seed).hasSize(4);
        }
    }

    @Test
    void aForcedShrinkWithoutATimeDoesNotWaitForAChildThatIsLost() {
        tree.spawn("/", "c", nodes(3));
        tree.spawn("/1", "d", nodes(3));
        tree.freeze("/1/1");
        var target = new ShrinkTarget.ByCount(RevokeTarget.ByCounts.of(Map.of("node", 2L)));
        String call = tree.send("/1", new Request.Shrink("s", target, UseRule.CANCEL, 0, false));
        tree.runFor(5);
        tree.kill("/1/1");
        tree.runFor(60_000);
        assertThat(tree.answerTo(call).map(it -> ((Answer.Shrunk) it).why()).orElse("none"))
                .contains("/1/1: the instance is lost");
    }

    @Test
    void whoTakesByForceFromAChildWhoseEndTakesLongIsToldSoAndTheShrinkGoesOn() {
        tree.spawn("/", "c", nodes(3));
        tree.spawn("/1", "d", nodes(2));
        List<String> held = job("/1", 1);
        tree.freeze("/1/1");
        tree.runFor(60_000);
        var shrink = new Request.Shrink("s", new ShrinkTarget.ByPaths(held), UseRule.CANCEL, 0, false);
        String call = tree.send("/1", shrink);
        assertThat(tree.answerTo(call)).isEmpty();

        tree.happen(tree.member("/1"), new Event.ChildExited(CHILD, "the API is down", false));

        String again = tree.send("/1", shrink);
        for (String told : List.of(call, again)) {
            assertThat(tree.answerTo(told))
                    .get()
                    .asInstanceOf(InstanceOfAssertFactories.type(Answer.Failed.class))
                    .extracting(Answer.Failed::message)
                    .asString()
                    .startsWith("job 1 is ending but has not ended yet, because the API is down;");
        }
        tree.runFor(1_000);
        Answer.Shrunk shrunk = (Answer.Shrunk) tree.ask("/1", shrink);
        assertThat(shrunk.paths()).containsExactlyInAnyOrderElementsOf(held);
        assertThat(total("/1", "node")).isEqualTo(1);
    }

    @Test
    void aShrinkBelowWithTheSameIdIsNoAnswer() {
        tree.spawn("/", "c", nodes(3));
        tree.allocate("/1", NODE);
        List<String> used = List.of(job("/1", 1).getFirst());
        tree.ask("/1", new Request.Shrink("x", new ShrinkTarget.ByPaths(used), UseRule.AWAIT, 1_000, false));

        Answer.Reclaimed answer = reclaimed(reclaim("x", count("node", 2), 0, true));

        assertThat(answer.paths()).hasSize(2);
        assertThat(answer.fenced()).isFalse();
    }

    @Test
    void aChildIsAskedForAllThatAShrinkWantsOfItAtOnce() {
        tree.spawn("/", "c", nodes(5));
        tree.spawn("/1", "d", nodes(4));
        tree.allocate("/1/1", nodes(4));
        List<String> all = List.copyOf(tree.member("/1")
                .instance
                .state()
                .origins()
                .find(Parcel.SPAWN)
                .orElseThrow()
                .tops());
        String call = tree.send("/1", new Request.Shrink("s", new ShrinkTarget.ByPaths(all), UseRule.AWAIT, 0, false));
        assertThat(tree.member("/1").instance.state().revokes().pending()).hasSize(1);
        tree.runFor(100);
        tree.cancel("/1/1", 1);
        assertThat(((Answer.Shrunk) tree.await(call)).paths()).hasSize(5);
        assertThat(total("/1", "node")).isZero();
    }

    private static void restart(TreeHarness tree, String path) {
        Member member = tree.member(path);
        tree.restart(path, fresh(member));
    }

    private static Instance fresh(Member member) {
        return member.parent.isPresent()
                ? Instance.child(member.instance.config())
                : Instance.root(member.instance.config(), Graphs.graph(NODES), Graphs.HORIZON);
    }

    private static Instance replayed(Member member) {
        Instance fresh = fresh(member);
        member.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        return fresh;
    }

    @Test
    void whatBecomesFreeMeanwhileIsGivenInPlaceOfWhatStaysInUse() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(1));
        tree.allocate("/1", nodes(1));
        String call = tree.send("/", reclaim("r1", count("node", 1), 60_000, false));
        tree.runFor(4_000);
        assertThat(tree.answerTo(call)).isEmpty();

        tree.cancel("/1", 2);
        tree.runFor(1_000);

        assertThat(tree.answerTo(call))
                .hasValueSatisfying(
                        answer -> assertThat(((Answer.Reclaimed) answer).why()).isEmpty());
        assertThat(tree.allocate("/1", nodes(1))).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void whatBecomesFreeBelowMeanwhileIsFoundWhenTheTimeIsOver() {
        tree.spawn("/", "c", nodes(3));
        tree.allocate("/1", nodes(1));
        tree.spawn("/1", "g", nodes(2));
        tree.allocate("/1/2", nodes(2));
        String call = tree.send("/", reclaim("r1", count("node", 2), 20_000, true));
        tree.runFor(4_000);
        tree.cancel("/1/2", 1);
        tree.runFor(20_000);

        Answer.Reclaimed answer = (Answer.Reclaimed) tree.await(call);

        assertThat(answer.why()).isEmpty();
        assertThat(answer.fenced()).isFalse();
        assertThat(answer.paths()).hasSize(2);
        assertThat(tree.job("/1", 1).state()).isEqualTo(JobState.RUNNING);
    }
}
