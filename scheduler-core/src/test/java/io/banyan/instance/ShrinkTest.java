package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.GrowOrder;
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
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Giving back by amount, by idle time, of what is in use, and not at all but to the instance. */
class ShrinkTest {
    private static final String NODES = "cluster { 6 node { 2 core } }";
    private static final String NODE = "1 slot { 1 node { 2 core } }";

    private final TreeHarness tree = TreeHarness.over(NODES);

    private static String nodes(int count) {
        return count + " slot { 1 node { 2 core } }";
    }

    private static ShrinkTarget count(String type, long count) {
        return new ShrinkTarget.ByCount(RevokeTarget.ByCounts.of(Map.of(type, count)));
    }

    private static Request.Shrink shrink(String id, ShrinkTarget target, UseRule rule) {
        return new Request.Shrink(id, target, rule, 0, false);
    }

    private Answer.Shrunk shrunk(String path, Request.Shrink request) {
        return (Answer.Shrunk) tree.ask(path, request);
    }

    private long free(String path) {
        Amount amount = tree.stat(path).amounts().get("node");
        return amount == null ? 0 : amount.free();
    }

    private long total(String path) {
        Amount amount = tree.stat(path).amounts().get("node");
        return amount == null ? 0 : amount.total();
    }

    @Test
    void anAmountThatNobodyUsesGoesUpThroughAllLevels() {
        tree.spawn("/", "c", NODE);
        tree.spawn("/1", "g", NODE);
        tree.grow("/1/1", "g1", nodes(3));

        Answer.Shrunk answer = shrunk("/1/1", shrink("s1", count("node", 2), UseRule.SPARE));

        assertThat(answer.paths()).hasSize(2);
        assertThat(total("/1/1")).isEqualTo(2);
        assertThat(free("/") + total("/1")).isEqualTo(6);
    }

    @Test
    void ofAnAmountThatIsInUseNothingGoesAndTheJobsAreNamed() {
        tree.spawn("/", "c", nodes(3));
        tree.allocate("/1", nodes(2));

        assertThat(tree.ask("/1", shrink("s1", count("node", 2), UseRule.SPARE)))
                .isEqualTo(new Answer.InUse("s1", List.of(new JobId(1)), "in use by job 1"));
        assertThat(total("/1")).isEqualTo(3);
    }

    @Test
    void moreThanCameFromElsewhereCannotGo() {
        tree.spawn("/", "c", nodes(2));

        assertThat(tree.ask("/1", shrink("s1", count("node", 3), UseRule.CANCEL)))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.WRONG_STATE, "of the 3 node to return, only 2 came from a parent or a provider"));
    }

    @Test
    void byAGrowForWhichTheOwnGraphHadEnoughNothingCame() {
        assertThat(tree.grow("/", "g1", NODE)).isInstanceOf(Answer.Grown.class);

        assertThat(tree.ask("/", shrink("s1", new ShrinkTarget.ByGrow("g1"), UseRule.SPARE)))
                .isEqualTo(
                        new Answer.Failed(
                                ErrorCode.NOT_FOUND,
                                "no resources were added here by a grow g1: either there is no such grow, or the instance's own graph satisfied it"));
    }

    @Test
    void whatIsDrainedGoesWhenItsJobEnds() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));
        String call = tree.send("/1", shrink("s1", count("node", 2), UseRule.AWAIT));
        tree.runFor(60_000);
        assertThat(tree.answerTo(call)).isEmpty();
        assertThat(tree.stat("/1").pendingClearings()).isEqualTo(1);

        tree.cancel("/1", 1);

        assertThat(((Answer.Shrunk) tree.await(call)).why()).isEmpty();
        assertThat(tree.stat("/1").pendingClearings()).isZero();
        assertThat(free("/")).isEqualTo(6);
    }

    @Test
    void aShrinkThatWaitsCanBeTakenBack() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", NODE);
        String call = tree.send("/1", shrink("s1", new ShrinkTarget.ByGrow(Parcel.SPAWN), UseRule.AWAIT));
        tree.runFor(10_000);
        assertThat(tree.answerTo(call)).as("it waits").isEmpty();
        assertThat(total("/1")).isEqualTo(1);

        Answer.Shrunk undone = shrunk("/1", new Request.Shrink("u", new ShrinkTarget.Undo("s1")));

        assertThat(undone.why()).isEqualTo("the request was withdrawn");
        assertThat(tree.await(call)).isEqualTo(undone);
        tree.cancel("/1", 1);
        tree.runFor(10_000);
        assertThat(free("/1")).isEqualTo(1);
        assertThat(tree.allocate("/1", NODE)).isInstanceOf(Answer.Matched.class);
        assertThat(tree.ask("/1", new Request.Shrink("u2", new ShrinkTarget.Undo("s1"))))
                .isEqualTo(new Answer.Failed(ErrorCode.NOT_FOUND, "no shrink s1 waits for jobs here"));
    }

    @Test
    void aShrinkThatIsTakenBackIsNotWaitedForFurtherDownEither() {
        tree.spawn("/", "c", nodes(3));
        tree.spawn("/1", "g", nodes(3));
        tree.spawn("/1/1", "h", nodes(3));
        tree.allocate("/1/1/1", nodes(2));
        String call = tree.send("/1", shrink("s1", count("node", 3), UseRule.AWAIT));
        tree.runFor(10_000);
        assertThat(tree.answerTo(call)).as("it waits").isEmpty();

        shrunk("/1", new Request.Shrink("u", new ShrinkTarget.Undo("s1")));
        tree.runFor(10_000);
        tree.cancel("/1/1/1", 1);
        tree.runFor(10_000);

        assertThat(total("/1/1/1")).isEqualTo(2);
        assertThat(tree.allocate("/1/1/1", nodes(2))).isInstanceOf(Answer.Matched.class);
        tree.living().forEach(member -> {
            assertThat(member.instance.state().clearings().isEmpty()).isTrue();
            assertThat(member.instance.state().revokes().isEmpty()).isTrue();
        });
    }

    @Test
    void aDrainHasAnEndWhereOneIsSaidAndWhatIsInUseStays() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", NODE);

        Answer.Shrunk answer = shrunk("/1", new Request.Shrink("s1", count("node", 2), UseRule.AWAIT, 5_000, false));

        assertThat(answer.paths()).hasSize(1);
        assertThat(answer.why()).endsWith("; in use by job 1");
        assertThat(total("/1")).isEqualTo(1);
    }

    @Test
    void byForceTheJobsThatUseItAreCancelled() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", NODE);
        tree.allocate("/1", NODE);

        Answer.Shrunk answer = shrunk("/1", shrink("s1", count("node", 1), UseRule.CANCEL));

        assertThat(answer.paths()).hasSize(1);
        assertThat(answer.why()).isEmpty();
        assertThat(tree.job("/1", 2).state()).isEqualTo(JobState.CANCELLED);
        assertThat(tree.job("/1", 1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void instancesBelowAreAskedInTheSameMannerDownToTheLast() {
        tree.spawn("/", "c", nodes(3));
        tree.spawn("/1", "g", nodes(3));
        tree.spawn("/1/1", "h", nodes(2));
        tree.allocate("/1/1/1", nodes(2));

        Answer.Shrunk answer = shrunk("/1", shrink("s1", count("node", 3), UseRule.CANCEL));

        assertThat(answer.paths()).hasSize(3);
        assertThat(free("/")).isEqualTo(6);
        assertThat(tree.living()).hasSize(4);
        assertThat(tree.job("/1/1/1", 1).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aNodeThatAnInstanceTwoLevelsBelowUsesIsDrainedThere() {
        tree.spawn("/", "c", NODE);
        tree.spawn("/1", "g", NODE);
        tree.allocate("/1/1", NODE);
        String node = tree.member("/1")
                .instance
                .state()
                .origins()
                .all()
                .getFirst()
                .tops()
                .getFirst();
        String call = tree.send("/1", shrink("s1", new ShrinkTarget.ByPaths(List.of(node)), UseRule.AWAIT));
        tree.runFor(5_000);
        assertThat(tree.answerTo(call)).isEmpty();

        tree.cancel("/1/1", 1);

        assertThat(((Answer.Shrunk) tree.await(call)).paths()).containsExactly(node);
        assertThat(free("/")).isEqualTo(6);
    }

    @Test
    void whatNobodyHasUsedForSoLongGoes() {
        tree.spawn("/", "c", nodes(3));
        tree.allocate("/1", NODE);
        tree.runFor(600_000);
        tree.cancel("/1", 1);
        tree.allocate("/1", NODE);

        assertThat(shrunk("/1", shrink("s1", new ShrinkTarget.ByIdle(600_000), UseRule.SPARE))
                        .paths())
                .hasSize(1);
        tree.cancel("/1", 2);
        assertThat(shrunk("/1", shrink("s2", new ShrinkTarget.ByIdle(600_000), UseRule.SPARE))
                        .paths())
                .isEmpty();
        tree.runFor(600_000);
        assertThat(shrunk("/1", shrink("s3", new ShrinkTarget.ByIdle(600_000), UseRule.SPARE))
                        .paths())
                .hasSize(2);
    }

    @Test
    void whatWasGrownForAJobCanBeRetainedAndIsTheInstancesThen() {
        tree.spawn("/", "c", NODE);
        tree.allocate("/1", NODE);
        tree.growJob("/1", "g1", 1, nodes(2));
        var keep = new Request.Shrink("s1", new ShrinkTarget.ByJob(new JobId(1)), UseRule.SPARE, 0, true);

        Answer.Shrunk answer = shrunk("/1", keep);

        assertThat(answer.paths()).hasSize(2);
        assertThat(tree.ask("/1", keep)).isEqualTo(answer);
        assertThat(free("/1")).isEqualTo(2);
        tree.cancel("/1", 1);
        assertThat(free("/1")).isEqualTo(3);
        assertThat(free("/")).isEqualTo(3);
        assertThat(tree.allocate("/1", nodes(3))).isInstanceOf(Answer.Matched.class);
    }

    /** A tree whose instances below the root grow from a provider of their own alone. */
    private static TreeHarness bursting() {
        TreeHarness bursting = TreeHarness.over(
                NODES,
                config ->
                        config.parentJob().isEmpty() ? config : config.asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        bursting.provide("ec2", Clouds.of(1));
        return bursting;
    }

    @Test
    void whatIsDrainedGoesBackWithTheEndOfTheInstanceThatDrainsIt() {
        TreeHarness bursting = bursting();
        bursting.spawn("/", "c", NODE);
        bursting.spawn("/1", "g", NODE);
        bursting.allocate("/1/1", NODE);
        bursting.grow("/1", "g1", NODE);
        assertThat(bursting.allocate("/1", "1 slot { 1 core }")).isInstanceOf(Answer.Matched.class);
        var brought = new ShrinkTarget.ByPaths(List.of("/cluster0/ec2/zone0/node0"));
        bursting.send("/1", shrink("s1", brought, UseRule.AWAIT));
        bursting.runFor(1_000);
        assertThat(bursting.member("/1").instance.state().statuses().isLeaving("/cluster0/ec2/zone0/node0"))
                .isTrue();

        bursting.cancel("/", 1);
        bursting.runFor(60_000);

        assertThat(bursting.released("ec2")).containsExactly("i-0");
        assertThat(bursting.living()).hasSize(1);
        assertThat(bursting.stat("/").amounts().get("node").free()).isEqualTo(6);
    }

    @Test
    void whatAProviderBroughtGoesFirstAndBackToIt() {
        TreeHarness bursting = bursting();
        bursting.spawn("/", "c", nodes(2));
        bursting.grow("/1", "g1", nodes(3));

        Answer answer = bursting.ask("/1", shrink("s1", count("node", 1), UseRule.SPARE));

        assertThat(((Answer.Shrunk) answer).paths()).hasSize(1);
        assertThat(bursting.released("ec2")).containsExactly("i-0");
        assertThat(bursting.stat("/1").amounts().get("node").total()).isEqualTo(2);
    }

    @Test
    void aRestartInTheMiddleOfADrainGoesOnWithIt() {
        tree.spawn("/", "c", nodes(2));
        tree.allocate("/1", nodes(2));
        Request.Shrink request = shrink("s1", count("node", 1), UseRule.AWAIT);
        tree.send("/1", request);
        Member child = tree.member("/1");
        tree.restart("/1", Instance.child(child.instance.config()));
        String call = tree.send("/1", request);
        tree.runFor(1_000);

        tree.cancel("/1", 1);

        assertThat(((Answer.Shrunk) tree.await(call)).paths()).hasSize(1);
        assertThat(total("/1")).isEqualTo(1);
        Instance fresh = Instance.child(child.instance.config());
        child.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(Fingerprint.of(child.instance.state()));
    }
}
