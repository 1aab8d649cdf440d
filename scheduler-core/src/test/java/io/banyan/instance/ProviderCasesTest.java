package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.match.policy.MatchOperation;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.ProvisionResult.Provisioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A provider that is slow, breaks, is cut off or does not take back: one instance whose provider is the test. */
class ProviderCasesTest {
    private static final String NODE = " slot { 1 node { 2 core } }";

    private final List<Effect> last = new ArrayList<>();
    private final List<Effect.Append> journal = new ArrayList<>();
    private final Provisioned brought = (Provisioned) Clouds.of(1).apply("g1");
    private long now = 1_000;
    private int calls;

    private static Instance root() {
        return Instance.root(
                InstanceConfig.root("top").asking(GrowOrder.PROVIDER_ONLY, List.of("lab")),
                Graphs.graph("cluster { 1 node { 2 core } }"),
                Graphs.HORIZON);
    }

    private void on(Instance instance, Event event) {
        last.clear();
        last.addAll(instance.on(event, now));
        journal.addAll(effects(Effect.Append.class));
        instance.checkInvariants();
    }

    private void grow(Instance instance) {
        var request = new Request.Grow("g1", Optional.empty(), Jobs.jobspec("2" + NODE), 10_000);
        on(instance, new Event.ClientAsked("c" + calls++, request));
    }

    private void shrink(Instance instance, String id) {
        var request = new Request.Shrink(id, new ShrinkTarget.ByGrow("g1"));
        on(instance, new Event.ClientAsked("c" + calls++, request));
    }

    private void answer(Instance instance, ProvisionResult result) {
        on(instance, new Event.ProviderAnswered("lab", "g1", result));
    }

    private void released(Instance instance, String returnId, String error) {
        on(instance, new Event.ProviderReleased(returnId, "g1", error));
    }

    private void giveUp(Instance instance) {
        now += 10_000;
        on(instance, new Event.TimeReached());
        assertThat(replies().toString()).contains("no answer arrived in time");
    }

    private <T extends Effect> List<T> effects(Class<T> type) {
        return last.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<Answer> replies() {
        return effects(Effect.Reply.class).stream().map(Effect.Reply::answer).toList();
    }

    private Effect.ReleaseProvider release() {
        assertThat(effects(Effect.ReleaseProvider.class)).hasSize(1);
        return effects(Effect.ReleaseProvider.class).get(0);
    }

    private Instance restarted() {
        Instance fresh = root();
        journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        on(fresh, new Event.Restarted());
        return fresh;
    }

    @Test
    void thatTheProviderIsAskedIsInTheJournalBeforeItIs() {
        Instance root = root();
        grow(root);
        assertThat(last.get(0)).isEqualTo(new Effect.Append(new GrowDecision.ProvisionAsked("lab", "g1"), now));
        assertThat(last.get(1)).isInstanceOf(Effect.CallProvider.class);
    }

    @Test
    void whatItBringsHasRanksOfThisTreeSoThatRNamesIt() {
        Instance root = root();
        grow(root);
        answer(root, Clouds.of(2).apply("g1"));
        var request =
                new JobRequest.Match(Jobs.jobspec("3 node!"), MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "all");
        on(root, new Event.ClientAsked("all", request));
        assertThat(((Answer.Matched) replies().get(0)).resources())
                .contains("\"nodelist\": [\"node0,lab-node0,node1\"]", "\"rank\": \"1-2\"");
    }

    @Test
    void whatAsksForSharedResourcesOnlyIsNotAskedOfAnybody() {
        Instance root = root();
        var request = new Request.Grow("g1", Optional.empty(), Jobs.jobspec("1 node~"), 10_000);
        on(root, new Event.ClientAsked("c1", request));
        assertThat(effects(Effect.CallProvider.class)).isEmpty();
        assertThat(replies().toString()).contains("requests shared resources only");
    }

    @Test
    void whatACallMayHaveBroughtThatWasCutOffByARestartIsReleased() {
        grow(root());
        Instance root = restarted();
        assertThat(release().handles()).isEmpty();
        assertThat(release().requestId()).isEqualTo("g1");
        assertThat(release().provider()).isEqualTo("lab");
        released(root, release().returnId(), "");
        restarted();
        assertThat(effects(Effect.ReleaseProvider.class))
                .as("it is released now")
                .isEmpty();
    }

    @Test
    void anAnsweredCallIsNotReleasedAfterARestart() {
        for (ProvisionResult result : List.of(brought, new ProvisionResult.Refused("sold out"))) {
            journal.clear();
            Instance root = root();
            grow(root);
            answer(root, result);
            restarted();
            assertThat(effects(Effect.ReleaseProvider.class)).isEmpty();
        }
    }

    @Test
    void whatAFailedCallMayHaveBroughtIsReleasedAndTheGrowRefused() {
        Instance root = root();
        grow(root);
        answer(root, new ProvisionResult.Failed("the script was killed"));
        assertThat(release().handles()).isEmpty();
        assertThat(replies()).singleElement().isInstanceOf(Answer.Refused.class);
        assertThat(replies().toString()).contains("the script was killed");
        answer(root, new ProvisionResult.Failed("the script was killed"));
        assertThat(last).as("the same again").isEmpty();
    }

    @Test
    void aCallThatFailsAfterTheDeadlineIsReleasedToo() {
        Instance root = root();
        grow(root);
        giveUp(root);
        answer(root, new ProvisionResult.Failed("the script was killed"));
        assertThat(release().handles()).isEmpty();
        assertThat(replies()).isEmpty();
    }

    @Test
    void theProviderIsNotAskedForWhatIsStillBeingReleasedUnderTheSameId() {
        Instance root = root();
        grow(root);
        answer(root, new ProvisionResult.Failed("the script was killed"));
        String returnId = release().returnId();
        grow(root);
        assertThat(effects(Effect.CallProvider.class)).isEmpty();
        assertThat(replies().toString()).contains("still being released");
        released(root, returnId, "");
        grow(root);
        assertThat(effects(Effect.CallProvider.class)).hasSize(1);
    }

    @Test
    void theProviderIsNotAskedAgainUnderAnIdWhoseCallItHasNotAnswered() {
        Instance root = root();
        grow(root);
        giveUp(root);
        grow(root);
        assertThat(effects(Effect.CallProvider.class)).isEmpty();
        assertThat(replies().toString()).contains("has not yet answered an earlier call");
        answer(root, brought);
        assertThat(release().handles()).hasSize(1);
    }

    @Test
    void everyLateAnswerThatWasWaitedForIsReleased() {
        Instance root = root();
        for (int i = 0; i < 2; i++) {
            grow(root);
            giveUp(root);
            answer(root, brought);
            assertThat(release().handles()).hasSize(1);
            released(root, release().returnId(), "");
        }
        answer(root, brought);
        assertThat(effects(Effect.ReleaseProvider.class)).as("an echo").isEmpty();
    }

    @Test
    void aShrinkSaysWhatTheProviderDidNotTakeBackAndSaysItAgain() {
        Instance root = root();
        grow(root);
        answer(root, brought);
        shrink(root, "s1");
        assertThat(root.graph().orElseThrow().find("/cluster0/lab")).isNegative();
        released(root, "s1", "the API is down.");
        Answer.Shrunk shrunk = (Answer.Shrunk) replies().get(0);
        assertThat(shrunk.unreleased())
                .containsExactly(new Unreleased("/", "lab", "g1", List.of("i-0"), "the API is down."));
        assertThat(shrunk.unreleased().get(0).sentence())
                .isEqualTo(
                        "The provider lab of instance / did not take back i-0, which it supplied for grow g1: "
                                + "the API is down.\nThey may continue to cost money: shrink that grow again, at instance / or below, or release them directly at the provider.");
        assertThat(effects(Effect.Warn.class)).hasSize(1);
        shrink(root, "s1");
        assertThat(replies()).containsExactly(shrunk);
        Instance again = restarted();
        assertThat(effects(Effect.ReleaseProvider.class))
                .as("it is not asked again by itself")
                .isEmpty();
        shrink(again, "s1");
        assertThat(replies()).containsExactly(shrunk);
    }

    /** A provider that brought g1 and did not take it back. */
    private Instance refused() {
        Instance root = root();
        grow(root);
        answer(root, brought);
        shrink(root, "s1");
        released(root, "s1", "the API is down.");
        return root;
    }

    private static List<String> names(Effect.ReleaseProvider release) {
        return release.handles().stream().map(Handle::value).toList();
    }

    private List<Unreleased> open(Instance instance) {
        on(instance, new Event.ClientAsked("c" + calls++, new Request.Stat()));
        return ((Answer.Stat) replies().get(0)).statistics().unreleased();
    }

    @Test
    void aShrinkOfTheSameGrowAsksTheProviderAgain() {
        Instance root = refused();
        shrink(root, "s2");
        assertThat(release().requestId()).isEqualTo("g1");
        assertThat(names(release())).containsExactly("i-0");
        assertThat(open(root)).as("it is under way").isEmpty();
        released(root, "s2", "it is still down");
        assertThat(((Answer.Shrunk) replies().get(0)).unreleased()).hasSize(1);
        assertThat(open(root))
                .singleElement()
                .isEqualTo(new Unreleased("/", "lab", "g1", List.of("i-0"), "it is still down"));
        shrink(root, "s3");
        released(root, "s3", "");
        assertThat(replies()).containsExactly(new Answer.Shrunk("s3", List.of(), List.of("g1"), List.of()));
        assertThat(open(root)).isEmpty();
        shrink(root, "s4");
        assertThat(replies()).containsExactly(new Answer.Shrunk("s4", List.of(), List.of(), List.of()));
    }

    @Test
    void whatWasNotTakenBackIsKnownAfterARestart() {
        refused();
        Instance again = restarted();
        assertThat(open(again)).hasSize(1);
        on(again, new Event.ClientAsked("c" + calls++, new Request.Shrink("s2", new ShrinkTarget.Unreleased())));
        assertThat(names(release())).containsExactly("i-0");
        Instance third = restarted();
        assertThat(release().returnId()).as("it is being asked").isEqualTo("s2");
        released(third, "s2", "");
        assertThat(open(third)).isEmpty();
        assertThat(open(restarted())).isEmpty();
    }

    @Test
    void whatIsBeingTakenBackIsNotAskedForASecondTime() {
        Instance root = refused();
        shrink(root, "s2");
        shrink(root, "s3");
        assertThat(effects(Effect.ReleaseProvider.class)).isEmpty();
        assertThat(replies().toString()).contains("is currently taking back");
    }

    @Test
    void whatIsBroughtAgainUnderTheSameIdIsNotTakenBack() {
        Instance root = root();
        grow(root);
        answer(root, new ProvisionResult.Failed("the script was killed"));
        released(root, release().returnId(), "the API is down");
        assertThat(open(root))
                .singleElement()
                .satisfies(it -> assertThat(it.handles()).isEmpty());
        grow(root);
        shrink(root, "s2");
        assertThat(effects(Effect.ReleaseProvider.class)).isEmpty();
        assertThat(replies().toString()).contains("is processing grow g1");
        answer(root, brought);
        assertThat(open(root)).as("it is in use").isEmpty();
        shrink(root, "s3");
        assertThat(names(release())).containsExactly("i-0");
    }

    @Test
    void anotherPartOfTheSameGrowTakesAlongWhatWasNotTakenBack() {
        Provisioned two = (Provisioned) Clouds.of(2).apply("g1");
        Instance root = root();
        grow(root);
        answer(root, two);
        String first = two.handles().get(0).path();
        List<String> tops = root.state().origins().find("g1").orElseThrow().tops();
        assertThat(tops).as(first).hasSize(2);
        var one = new Request.Shrink("s1", new ShrinkTarget.ByPaths(List.of(tops.get(0))));
        on(root, new Event.ClientAsked("c" + calls++, one));
        assertThat(release().handles()).hasSize(1);
        released(root, "s1", "the API is down");
        shrink(root, "s2");
        assertThat(release().handles()).hasSize(2);
        released(root, "s2", "the API is down");
        assertThat(open(root))
                .singleElement()
                .satisfies(it -> assertThat(it.handles()).containsExactly("i-0", "i-1"));
    }

    @Test
    void theEndOfAnInstanceAsksOnceMore() {
        Instance root = refused();
        on(root, new Event.StopAsked());
        assertThat(names(release())).containsExactly("i-0");
        assertThat(effects(Effect.Halt.class)).isEmpty();
        released(root, release().returnId(), "the API is down");
        assertThat(effects(Effect.Warn.class).toString()).contains("did not take back i-0");
        assertThat(effects(Effect.Halt.class)).hasSize(1);
    }

    @Test
    void whatAProviderAboveDidNotTakeBackIsSaidAtTheBottom() {
        TreeHarness tree = TreeHarness.over(
                "cluster { 4 node { 2 core } }",
                config -> config.parentJob().isPresent()
                        ? config
                        : config.asking(GrowOrder.PARENT_FIRST, List.of("ec2")));
        tree.provide("ec2", Clouds.of(2));
        tree.spawn("/", "L1", "2" + NODE);
        tree.spawn("/1", "L2", "1" + NODE);
        tree.failReleases("the API is down");
        tree.grow("/1/1", "g1", "5" + NODE);
        Answer answer = tree.shrink("/1/1", "s1", new ShrinkTarget.ByGrow("g1"));
        assertThat(((Answer.Shrunk) answer).unreleased())
                .containsExactly(new Unreleased("/", "ec2", "g1", List.of("i-0", "i-1"), "the API is down"));
        assertThat(tree.shrink("/1/1", "s1", new ShrinkTarget.ByGrow("g1"))).isEqualTo(answer);
        for (String level : List.of("/", "/1", "/1/1")) {
            assertThat(tree.stat(level).unreleased()).as(level).isEqualTo(((Answer.Shrunk) answer).unreleased());
        }
        assertThat(tree.shrink("/1/1", "s2", new ShrinkTarget.ByGrow("g1")).toString())
                .contains("the API is down");
        tree.failReleases("");
        assertThat(tree.shrink("/1/1", "s3", new ShrinkTarget.ByGrow("g1")))
                .isEqualTo(new Answer.Shrunk("s3", List.of(), List.of("g1"), List.of()));
        for (String level : List.of("/", "/1", "/1/1")) {
            assertThat(tree.stat(level).unreleased()).as(level).isEmpty();
        }
    }

    @Test
    void aCancelSaysWhatTheProviderDidNotTakeBack() {
        TreeHarness tree = TreeHarness.over(
                "cluster { 1 node { 2 core } }", config -> config.asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        tree.provide("ec2", Clouds.of(1));
        tree.failReleases("the API is down");
        tree.allocate("/", "1" + NODE);
        tree.growJob("/", "g1", 1, "1" + NODE);
        assertThat(tree.cancel("/", 1))
                .isInstanceOfSatisfying(
                        JobAnswer.Cancelled.class,
                        cancelled -> assertThat(cancelled.unreleased()).hasSize(1));
    }

    @Test
    void aStopWaitsForWhatTheProviderMayStillBring() {
        Instance root = root();
        grow(root);
        on(root, new Event.StopAsked());
        assertThat(effects(Effect.Halt.class)).isEmpty();
        answer(root, brought);
        String returnId = release().returnId();
        assertThat(effects(Effect.Halt.class)).isEmpty();
        released(root, returnId, "");
        assertThat(effects(Effect.Halt.class)).hasSize(1);
    }

    @Test
    void aStopThatWaitedInVainSaysWhatMayComeAndIsNotTakenBack() {
        Instance root = root();
        grow(root);
        on(root, new Event.StopAsked());
        now += InstanceLimits.DEFAULT.stopMillis();
        on(root, new Event.TimeReached());
        assertThat(effects(Effect.Halt.class)).hasSize(1);
        assertThat(effects(Effect.Warn.class).toString())
                .contains("lab has not answered for g1", "release them directly");
    }
}
