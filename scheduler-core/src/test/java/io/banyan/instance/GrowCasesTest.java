package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.hierarchy.Grows;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.jobspec.JobspecDigest;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The tables of {@link Grows} and {@link ResourceReturn}, case by case, on one instance whose parent, child and
 * provider are the test.
 */
class GrowCasesTest {
    private static final String NODE = " slot { 1 node { 2 core } }";
    private static final JobId CHILD = new JobId(1);

    private final List<Effect> last = new ArrayList<>();
    private long now = 1_000;
    private int calls;

    /** A child instance with one node, from a parent whose cluster has more of them. */
    private Instance middle(GrowOrder order) {
        return middle(order, InstanceLimits.DEFAULT);
    }

    private Instance middle(GrowOrder order, InstanceLimits limits) {
        InstanceConfig config = InstanceConfig.child("middle", new JobId(7))
                .asking(order, List.of("lab"))
                .within(limits);
        Instance instance = Instance.child(config);
        on(instance, new Event.ParentLinked());
        on(
                instance,
                new Event.ParentSaid(
                        new DownMessage.Registered("/7", GrantedNodes.of("node0"), new TimeWindow(0, 100_000), 5_000)));
        return instance;
    }

    /** Returns the child instance with one node, with a child of its own that holds the node. */
    private Instance middleWithChild(GrowOrder order) {
        return withChild(middle(order));
    }

    private Instance withChild(Instance instance) {
        ask(instance, new Request.Spawn(Jobs.jobspec("1" + NODE), "below", Map.of()));
        said(instance, new UpMessage.Register(CHILD, "below", "", false, List.of()));
        return instance;
    }

    private static DownMessage.Granted grant(String id, String... nodes) {
        return new DownMessage.Granted(new Grant(id, GrantedNodes.of(nodes), GrantSource.graphOf("/")), "");
    }

    private void on(Instance instance, Event event) {
        last.clear();
        last.addAll(instance.on(event, now));
        instance.checkInvariants();
    }

    private String ask(Instance instance, Request request) {
        String call = "c" + calls++;
        on(instance, new Event.ClientAsked(call, request));
        return call;
    }

    private void said(Instance instance, UpMessage message) {
        on(instance, new Event.ChildSaid(CHILD, message));
    }

    private void parent(Instance instance, DownMessage message) {
        on(instance, new Event.ParentSaid(message));
    }

    private static Request.Grow grow(String id, int nodes) {
        return new Request.Grow(id, Optional.empty(), Jobs.jobspec(nodes + NODE), 0);
    }

    private static UpMessage.Grow childGrow(String id, int nodes) {
        return new UpMessage.Grow(id, Jobs.jobspec(nodes + NODE), 5, 10_000);
    }

    private List<UpMessage> up() {
        return last.stream()
                .filter(Effect.ToParent.class::isInstance)
                .map(effect -> ((Effect.ToParent) effect).message())
                .filter(message -> !(message instanceof UpMessage.Heartbeat))
                .toList();
    }

    private List<DownMessage> down() {
        return last.stream()
                .filter(Effect.ToChild.class::isInstance)
                .map(effect -> ((Effect.ToChild) effect).message())
                .toList();
    }

    private List<Answer> replies() {
        return last.stream()
                .filter(Effect.Reply.class::isInstance)
                .map(effect -> ((Effect.Reply) effect).answer())
                .toList();
    }

    private List<Decision> decisions() {
        return last.stream()
                .filter(Effect.Append.class::isInstance)
                .map(effect -> ((Effect.Append) effect).decision())
                .toList();
    }

    private <T extends Effect> List<T> effects(Class<T> type) {
        return last.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static long free(Instance instance) {
        return instance.state().schedule().holdings().free("node");
    }

    // ---- a grow that arrives --------------------------------------------------------------------------------------

    @Test
    void aGrowThatDoesNotFitHereIsPassedOnAndHoldsNothing() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        assertThat(decisions()).isEmpty();
        assertThat(up()).singleElement().isInstanceOf(UpMessage.Grow.class);
        UpMessage.Grow passedOn = (UpMessage.Grow) up().get(0);
        assertThat(passedOn.hops()).isEqualTo(4);
        assertThat(passedOn.timeoutMillis()).isLessThan(10_000);
    }

    @Test
    void aGrowClimbsNoHigherThanEachLevelOnItsWayAllows() {
        InstanceLimits low = new InstanceLimits(2, 1024, 1000, 100, 60_000, 5_000, 1_000, 100, 60_000, 10_000);
        Instance middle = withChild(middle(GrowOrder.PARENT_FIRST, low));
        said(middle, new UpMessage.Grow("g1", Jobs.jobspec("2" + NODE), 5, 10_000));
        assertThat(((UpMessage.Grow) up().get(0)).hops()).isEqualTo(1);
        said(middle, new UpMessage.Grow("g2", Jobs.jobspec("2" + NODE), 1, 10_000));
        assertThat(((UpMessage.Grow) up().get(0)).hops()).isZero();
        ask(middle, new Request.Grow("g3", Optional.empty(), Jobs.jobspec("3" + NODE), 10_000));
        assertThat(((UpMessage.Grow) up().get(0)).hops()).isEqualTo(1);
    }

    @Test
    void aGrowCanWaitForAsLongAsThereIsTime() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, new UpMessage.Grow("g1", Jobs.jobspec("2" + NODE), 5, Long.MAX_VALUE));
        on(middle, new Event.TimeReached());
        assertThat(down()).isEmpty();
        ask(middle, new Request.Grow("g2", Optional.empty(), Jobs.jobspec("3" + NODE), Long.MAX_VALUE));
        on(middle, new Event.TimeReached());
        assertThat(replies()).isEmpty();
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(down()).singleElement().isInstanceOf(DownMessage.Granted.class);
    }

    @Test
    void aRepeatedGrowOfAChildGetsTheSameGrant() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        List<DownMessage> first = down();
        said(middle, childGrow("g1", 2));
        assertThat(down()).isEqualTo(first).singleElement().isInstanceOf(DownMessage.Granted.class);
        assertThat(decisions()).isEmpty();
    }

    @Test
    void aRepeatedGrowOfAChildThatStillWaitsIsNotPassedOnAgain() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        said(middle, childGrow("g1", 2));
        assertThat(last).isEmpty();
    }

    @Test
    void aRepeatedGrowOfAClientJoinsTheOneThatWaitsAndBothAreAnswered() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        ask(middle, grow("g1", 2));
        assertThat(up()).isEmpty();
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(replies()).hasSize(2).allMatch(Answer.Grown.class::isInstance);
    }

    @Test
    void aGrowThatWasGrantedAndGivenBackIsRefused() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        ask(middle, grow("g1", 2));
        assertThat(replies()).singleElement().isInstanceOf(Answer.Refused.class);
    }

    @Test
    void aLateCopyOfAChildsGrowIsRefusedAfterItWasGivenBack() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 1));
        parent(middle, grant("g1", "node1"));
        said(middle, new UpMessage.Return("s1", List.of(new Parcel("g1", List.of("/cluster0/node1")))));
        parent(middle, new DownMessage.Freed("s1!of1", List.of()));
        said(middle, childGrow("g1", 1));
        assertThat(up()).isEmpty();
        assertThat(down()).singleElement().isInstanceOf(DownMessage.GrowRefused.class);
    }

    @Test
    void aLateCopyOfAReturnDoesNotFreeWhatWasGrantedAgain() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        var parcels = List.of(new Parcel("g1", List.of("/cluster0/node1/core0")));
        said(middle, childGrow("g1", 1));
        parent(middle, grant("g1", "node1"));
        said(middle, new UpMessage.Return("s1", parcels));
        parent(middle, new DownMessage.Freed("s1!of1", List.of()));
        said(middle, new UpMessage.Return("s1", parcels));
        said(middle, new UpMessage.Return("s2", parcels));
        assertThat(decisions()).hasSize(1);
        assertThat(effects(Effect.Warn.class)).as("it holds no such thing").hasSize(1);
        assertThat(middle.graph().orElseThrow().find("/cluster0/node1/core1")).isNotNegative();
    }

    @Test
    void anIdThatServesAnotherAskerIsRefused() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        ask(middle, grow("g1", 2));
        assertThat(replies()).singleElement().isInstanceOf(Answer.Failed.class);
    }

    @Test
    void anIdThatServesAnotherJobspecOfAClientIsRefusedWhileItWaitsAndAfterwards() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        var used = new Answer.Failed(ErrorCode.INVALID, "The request id g1 was already used for a different request.");
        ask(middle, grow("g1", 2));
        ask(middle, grow("g1", 3));
        assertThat(replies()).containsExactly(used);
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(replies()).singleElement().isInstanceOf(Answer.Grown.class);
        ask(middle, grow("g1", 3));
        assertThat(replies()).containsExactly(used);
        ask(middle, grow("g1", 2));
        assertThat(replies()).singleElement().isInstanceOf(Answer.Grown.class);
    }

    @Test
    void anIdThatServesAnotherJobspecOfAChildIsRefusedOnceItIsGranted() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        said(middle, childGrow("g1", 3));
        assertThat(decisions()).isEmpty();
        assertThat(down()).singleElement().isInstanceOf(DownMessage.GrowRefused.class);
        assertThat(down().toString()).contains("The request id g1 was already used for a different request.");
        said(middle, childGrow("g1", 2));
        assertThat(down()).singleElement().isInstanceOf(DownMessage.Granted.class);
    }

    @Test
    void aGrowOfAChildWhoseJobHasEndedIsRefused() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, new UpMessage.Leave("done"));
        said(middle, childGrow("g1", 2));
        assertThat(down()).singleElement().isInstanceOf(DownMessage.GrowRefused.class);
    }

    @Test
    void aGrowThatHasPassedAsManyLevelsAsItMayIsRefusedWithThatReason() {
        Instance middle = middleWithChild(GrowOrder.LOCAL_ONLY);
        Instance asking = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, new UpMessage.Grow("g1", Jobs.jobspec("2" + NODE), 0, 10_000));
        assertThat(down()).singleElement().isInstanceOf(DownMessage.GrowRefused.class);
        said(asking, new UpMessage.Grow("g1", Jobs.jobspec("2" + NODE), 0, 10_000));
        assertThat(up()).isEmpty();
        assertThat(effects(Effect.CallProvider.class)).hasSize(1);
        on(asking, new Event.ProviderAnswered("lab", "g1", new ProvisionResult.Refused("the lab is closed")));
        assertThat(down().toString()).contains("its limit of levels").contains("the lab is closed");
    }

    @Test
    void moreGrowsThanMayWaitAreRefused() {
        InstanceLimits few = new InstanceLimits(32, 1, 100, 100, 1_000, 5_000, 1_000, 100, 1_000, 1_000);
        Instance root = Instance.root(
                InstanceConfig.root("top").within(few).asking(GrowOrder.PROVIDER_ONLY, List.of("lab")),
                Graphs.graph("cluster { 1 node { 2 core } }"),
                Graphs.HORIZON);
        ask(root, grow("g1", 2));
        ask(root, grow("g2", 2));
        assertThat(replies()).singleElement().isInstanceOf(Answer.Refused.class);
        assertThat(replies().toString()).contains("which is the limit");
    }

    // ---- the parent's answers -------------------------------------------------------------------------------------

    @Test
    void aGrantIsBookedToTheChildInTheDecisionThatAttachesIt() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(decisions()).singleElement().isInstanceOf(GrowDecision.Grown.class);
        assertThat(free(middle)).isZero();
        assertThat(last.get(0)).as("appends come first").isInstanceOf(Effect.Append.class);
    }

    @Test
    void aRepeatedGrantChangesNothing() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(decisions()).isEmpty();
        assertThat(up()).isEmpty();
    }

    @Test
    void aRepeatedGrantOfWhatWasGivenBackChangesNothing() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(decisions()).isEmpty();
        assertThat(up()).isEmpty();
    }

    @Test
    void aGrantThatComesAfterTheDeadlineGoesBackUp() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        now += 10_000;
        on(middle, new Event.TimeReached());
        assertThat(down().toString()).contains("no answer arrived in time");
        parent(middle, grant("g1", "node1", "node2"));
        UpMessage.Return back = (UpMessage.Return) up().get(0);
        assertThat(back.parcels()).containsExactly(new Parcel("g1", List.of("/cluster0/node1", "/cluster0/node2")));
        assertThat(middle.graph().orElseThrow().find("/cluster0/node1")).isNegative();
    }

    @Test
    void aGrantThatNobodyAskedForGoesBackUpOnce() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        parent(middle, grant("g9", "node5"));
        assertThat(up()).singleElement().isInstanceOf(UpMessage.Return.class);
        assertThat(effects(Effect.Warn.class)).hasSize(1);
        parent(middle, grant("g9", "node5"));
        assertThat(up()).isEmpty();
    }

    @Test
    void aGrantOfWhatIsHereAlreadyIsRefusedAndGoesBackUp() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, grant("g1", "node0", "node1"));
        assertThat(up()).hasAtLeastOneElementOfType(UpMessage.Return.class);
        assertThat(effects(Effect.CallProvider.class))
                .as("the provider is next")
                .hasSize(1);
        assertThat(middle.graph().orElseThrow().find("/cluster0/node1")).isNegative();
    }

    @Test
    void aRefusalOfTheParentSendsTheGrowToTheProvider() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, refusal("g1"));
        assertThat(effects(Effect.CallProvider.class)).hasSize(1);
        parent(middle, refusal("g1"));
        assertThat(last).as("a repeated refusal").isEmpty();
    }

    @Test
    void providerFirstAsksTheParentOnlyAfterTheProvider() {
        Instance middle = middle(GrowOrder.PROVIDER_FIRST);
        ask(middle, grow("g1", 2));
        assertThat(up()).isEmpty();
        assertThat(effects(Effect.CallProvider.class)).hasSize(1);
        on(middle, new Event.ProviderAnswered("lab", "g1", new ProvisionResult.Refused("sold out")));
        assertThat(up()).singleElement().isInstanceOf(UpMessage.Grow.class);
        parent(middle, refusal("g1"));
        assertThat(replies().toString()).contains("sold out").contains("the top is full");
    }

    private static DownMessage.GrowRefused refusal(String id) {
        return refusal(id, "");
    }

    private static DownMessage.GrowRefused refusal(String id, String asked) {
        return new DownMessage.GrowRefused(
                id, asked, List.of(LevelReasons.because("/", LevelReasons.LOCAL, "the top is full")));
    }

    @Test
    void anotherJobspecOfAnIdThatStillWaitsIsRefusedAndTheRefusalSaysWhichWasMeant() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        said(middle, childGrow("g1", 3));
        assertThat(up()).isEmpty();
        assertThat(down()).singleElement().isInstanceOfSatisfying(DownMessage.GrowRefused.class, refused -> {
            assertThat(refused.asked()).isEqualTo(digest(3)).isNotEqualTo(digest(2));
            assertThat(refused.reasons().toString())
                    .contains("The request id g1 was already used for a different request.");
        });
        parent(middle, grant("g1", "node1", "node2"));
        assertThat(down())
                .singleElement()
                .isInstanceOfSatisfying(
                        DownMessage.Granted.class,
                        granted -> assertThat(granted.asked()).isEqualTo(digest(2)));
    }

    @Test
    void aRefusalOfAnotherJobspecOfTheSameIdIsNotTakenAsTheAnswer() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, refusal("g1", digest(3)));
        assertThat(last).isEmpty();
        parent(middle, refusal("g1", digest(2)));
        assertThat(effects(Effect.CallProvider.class)).hasSize(1);
    }

    @Test
    void aGrantForAnotherJobspecOfTheSameIdGoesBackUpAndTheGrowWaitsOn() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        DownMessage.Granted late = grant("g1", "node5");
        parent(middle, new DownMessage.Granted(late.grant(), digest(1)));
        assertThat(up()).singleElement().isInstanceOf(UpMessage.Return.class);
        assertThat(replies()).isEmpty();
        parent(middle, refusal("g1", digest(2)));
        assertThat(effects(Effect.CallProvider.class)).hasSize(1);
    }

    @Test
    void aGrantThatIsSentAgainAfterALostSessionSaysWhichJobspecItAnswers() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        said(middle, new UpMessage.Register(CHILD, "below", "", true, List.of(Parcel.SPAWN)));
        assertThat(down())
                .anySatisfy(message -> assertThat(message)
                        .isInstanceOfSatisfying(
                                DownMessage.Granted.class,
                                granted -> assertThat(granted.asked()).isEqualTo(digest(2))));
    }

    private static String digest(int nodes) {
        return JobspecDigest.of(Jobs.jobspec(nodes + NODE));
    }

    @Test
    void whatThePreviousSessionMayHaveLostIsSaidAgain() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        List<UpMessage> firstReturn = up();
        ask(middle, grow("g2", 2));
        List<UpMessage> firstGrow = up();
        on(middle, new Event.ParentUnlinked());
        on(middle, new Event.ParentLinked());
        assertThat(up())
                .containsExactly(new UpMessage.Register(new JobId(7), "middle", "", true, List.of(Parcel.SPAWN)));
        parent(middle, new DownMessage.Registered("/7", GrantedNodes.of("node0"), new TimeWindow(0, 100_000), 5_000));
        assertThat(up()).containsExactly(firstReturn.get(0), firstGrow.get(0));
    }

    // ---- the provider's answers -----------------------------------------------------------------------------------

    @Test
    void whatTheProviderBringsTooLateIsReleased() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        ask(middle, grow("g1", 2));
        now += 60_000;
        on(middle, new Event.TimeReached());
        ProvisionResult result = Clouds.of(2).apply("g1");
        on(middle, new Event.ProviderAnswered("lab", "g1", result));
        assertThat(effects(Effect.ReleaseProvider.class))
                .singleElement()
                .satisfies(release -> assertThat(release.handles()).hasSize(2));
        on(middle, new Event.ProviderAnswered("lab", "g1", result));
        assertThat(last).as("the same again").noneMatch(Effect.ReleaseProvider.class::isInstance);
    }

    @Test
    void aRepeatedAnswerOfTheProviderChangesNothing() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        ask(middle, grow("g1", 2));
        ProvisionResult result = Clouds.of(2).apply("g1");
        on(middle, new Event.ProviderAnswered("lab", "g1", result));
        assertThat(replies()).singleElement().isInstanceOf(Answer.Grown.class);
        on(middle, new Event.ProviderAnswered("lab", "g1", result));
        assertThat(last).isEmpty();
    }

    @Test
    void whatAProviderBringsThatDoesNotFitIsReleasedAndRefused() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        ask(middle, grow("g1", 2));
        Subgraph twoRoots = new Subgraph(GrantedNodes.of("node1").vertices(), List.of());
        on(
                middle,
                new Event.ProviderAnswered(
                        "lab",
                        "g1",
                        new ProvisionResult.Provisioned(twoRoots, List.of(new io.banyan.provider.Handle("", "all")))));
        assertThat(effects(Effect.ReleaseProvider.class)).hasSize(1);
        assertThat(replies().toString()).contains("two roots");
    }

    // ---- returns --------------------------------------------------------------------------------------------------

    @Test
    void whatAChildReturnsGoesOnUpAndIsAnsweredWhenTheTopHasFreedIt() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        var parcels = List.of(new Parcel("g1", List.of("/cluster0/node1", "/cluster0/node2")));
        said(middle, new UpMessage.Return("s1", parcels));
        assertThat(up()).containsExactly(new UpMessage.Return("s1!of1", parcels));
        assertThat(down()).isEmpty();
        parent(middle, new DownMessage.Freed("s1!of1", List.of()));
        assertThat(down()).containsExactly(new DownMessage.Freed("s1", List.of()));
        parent(middle, new DownMessage.Freed("s1!of1", List.of()));
        assertThat(last).as("repeated").isEmpty();
        said(middle, new UpMessage.Return("s1", parcels));
        assertThat(down()).as("asked again").containsExactly(new DownMessage.Freed("s1", List.of()));
        assertThat(decisions()).isEmpty();
    }

    /** A child that takes the ids of its parent's own returns keeps none of them from getting through. */
    @Test
    void aChildsReturnHasAnIdThatTheInstanceMakesItself() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        String id = middle.path() + "!end2";
        said(middle, new UpMessage.Return(id, List.of(new Parcel("g1", List.of("/cluster0/node1")))));
        assertThat(down()).containsExactly(new DownMessage.Freed(id, List.of()));
        assertThat(middle.state().returns().settled(id)).isEmpty();
    }

    @Test
    void aChildsReturnWithAnIdAsLongAsOneMayBeStopsNobody() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 1));
        parent(middle, grant("g1", "node1"));
        String id = "x".repeat(ValueChecks.MAX_ID_LENGTH);
        var message = new UpMessage.Return(id, List.of(new Parcel("g1", List.of("/cluster0/node1"))));
        said(middle, message);
        String above = ((UpMessage.Return) up().getFirst()).returnId();
        assertThat(above).hasSizeLessThan(100);
        parent(middle, new DownMessage.Freed(above, List.of()));
        said(middle, message);
        assertThat(down()).containsExactly(new DownMessage.Freed(id, List.of()));
    }

    @Test
    void whatWasNotGrownForTheChildStaysHereWhenItReturnsIt() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, new UpMessage.Return("s1", List.of(new Parcel(Parcel.SPAWN, List.of("/cluster0/node0")))));
        assertThat(up()).isEmpty();
        assertThat(down()).containsExactly(new DownMessage.Freed("s1", List.of()));
        assertThat(free(middle)).isEqualTo(1);
    }

    @Test
    void aChildCannotReturnWhatItDoesNotHold() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 1));
        parent(middle, grant("g1", "node1"));
        said(middle, new UpMessage.Return("s1", List.of(new Parcel("g1", List.of("/cluster0/node1")))));
        assertThat(down()).containsExactly(new DownMessage.Freed("s1", List.of()));
        assertThat(effects(Effect.Warn.class)).hasSize(1);
        assertThat(middle.graph().orElseThrow().find("/cluster0/node1")).isNotNegative();
    }

    /** A message that could not be built would stop the parent, whoever sent the return. */
    @Test
    void aReturnOfVeryMuchThatIsNotHeldIsLoggedInAFewWords() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        List<String> paths = IntStream.range(0, 100_000)
                .mapToObj(i -> "/cluster0/nowhere/core" + i)
                .toList();
        said(middle, new UpMessage.Return("s1", List.of(new Parcel("g1", paths))));
        assertThat(down()).containsExactly(new DownMessage.Freed("s1", List.of()));
        assertThat(effects(Effect.Warn.class))
                .singleElement()
                .extracting(Effect.Warn::message)
                .asString()
                .endsWith("/core9 and 99990 more of grant g1, but holds nothing");
    }

    @Test
    void aReturnOfWhatThereIsNotBelowAGrantIsPassedOver() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        said(middle, childGrow("g1", 1));
        parent(middle, grant("g1", "node1"));
        List<String> paths = List.of("/cluster0/node1/core7", "/cluster0/node1/core0/pu3", "/cluster0/node1/core1");
        said(middle, new UpMessage.Return("s1", List.of(new Parcel("g1", paths))));
        assertThat(effects(Effect.Warn.class)).hasSize(1);
        parent(middle, new DownMessage.Freed("s1!of1", List.of()));
        assertThat(down()).containsExactly(new DownMessage.Freed("s1", List.of()));
        assertThat(middle.graph().orElseThrow().find("/cluster0/node1/core0")).isNotNegative();
        assertThat(middle.graph().orElseThrow().find("/cluster0/node1/core1")).isNegative();
    }

    @Test
    void idsThatInstancesMakeAreNobodyElses() {
        for (String id : List.of("/7!end1", "!", "spawn")) {
            assertThatIllegalArgumentException().isThrownBy(() -> grow(id, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> childGrow(id, 1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Request.Shrink(id, new ShrinkTarget.ByJob(new JobId(1))));
        }
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        for (String id : List.of("/7!end1", "/7!endless", "/7!end1!back/7")) {
            said(middle, new UpMessage.Return(id, List.of(new Parcel("g1", List.of("/cluster0/node1")))));
            assertThat(down()).containsExactly(new DownMessage.Freed(id, List.of()));
        }
    }

    @Test
    void aTopStandsForAllBelowItAlsoWhereNotAllOfThatIsMarked() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 1));
        DownMessage.Granted whole = grant("g1", "node1");
        List<SubgraphVertex> marked = whole.grant().subgraph().vertices().stream()
                .map(vertex -> vertex.path().endsWith("/node1") ? vertex.withExclusive(false) : vertex)
                .map(vertex -> vertex.path().equals("/cluster0") ? vertex.withExclusive(true) : vertex)
                .toList();
        var nested = new Subgraph(marked, whole.grant().subgraph().edges());
        assertThat(GrantedParts.tops(nested)).containsExactly("/cluster0");
        assertThat(GrantedParts.tops(whole.grant().subgraph())).containsExactly("/cluster0/node1");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatRunsInACircleGoesBack() {
        Subgraph tree = Graphs.subgraph("cluster { 1 node { 2 core } }");
        var edges = new ArrayList<>(List.of(SubgraphEdge.containment(2, 1), SubgraphEdge.containment(1, 2)));
        edges.addAll(tree.edges().subList(2, tree.edges().size()));
        var vertices = new ArrayList<>(tree.vertices());
        vertices.set(3, vertices.get(3).withExclusive(true));
        var circle = new Subgraph(vertices, edges);
        for (GrowOrder order : List.of(GrowOrder.PARENT_FIRST, GrowOrder.PROVIDER_FIRST)) {
            Instance middle = middle(order);
            ask(middle, grow("g1", 2));
            if (order == GrowOrder.PARENT_FIRST) {
                parent(middle, new DownMessage.Granted(new Grant("g1", circle, GrantSource.graphOf("/")), ""));
            } else {
                var brought = new ProvisionResult.Provisioned(circle, List.of(new Handle("", "i-1")));
                on(middle, new Event.ProviderAnswered("lab", "g1", brought));
                assertThat(effects(Effect.ReleaseProvider.class)).hasSize(1);
            }
            assertThat(free(middle)).isEqualTo(1);
        }
    }

    @Test
    void whatIsGrantedHasItsPlace() {
        var nowhere = new Subgraph(
                List.of(SubgraphVertex.of("1", ResourceType.NODE, 1, "/cluster0/node1")
                        .withPaths(Map.of(new Subsystem("power"), "/panel0/node1"))),
                List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Grant("g1", nowhere, GrantSource.graphOf("/")))
                .withMessage("granted resources must have a containment path, but /panel0/node1 has none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DownMessage.Registered("/7", nowhere, new TimeWindow(0, 1), 1));
    }

    /** A provider's text is repeated in the log, with words around it. */
    @Test
    void theLongestErrorOfAProviderIsLogged() {
        String longest = "x".repeat(ValueChecks.MAX_TEXT_LENGTH);
        var left = new Unreleased("/", "lab", "g1", List.of(), longest);
        assertThat(new Effect.Warn(left.sentence()).message()).hasSize(ValueChecks.MAX_TEXT_LENGTH);
        assertThat(new Answer.Failed(ErrorCode.INVALID, left.sentence()).message())
                .hasSize(ValueChecks.MAX_TEXT_LENGTH);
    }

    @Test
    void shrinkOfWhatIsInUseIsRefusedWithTheJobs() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 2));
        parent(middle, grant("g1", "node1", "node2"));
        ask(
                middle,
                new JobRequest.Match(Jobs.jobspec("2" + NODE), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "sweep"));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        assertThat(replies()).singleElement().isInstanceOf(Answer.InUse.class);
        assertThat(((Answer.InUse) replies().get(0)).jobs()).containsExactly(new JobId(1));
        assertThat(replies().toString()).contains("job 1 (sweep)");
        assertThat(decisions()).isEmpty();
    }

    @Test
    void shrinkOfTheInstancesOwnIsRefused() {
        Instance root = Instance.root(
                InstanceConfig.root("top"), Graphs.graph("cluster { 1 node { 2 core } }"), Graphs.HORIZON);
        ask(root, new Request.Shrink("s1", new ShrinkTarget.ByPaths(List.of("/cluster0/node0"))));
        assertThat(replies().toString()).contains("belongs to this instance");
        ask(root, new Request.Shrink("s2", new ShrinkTarget.ByPaths(List.of("/cluster0/node7"))));
        assertThat(replies().toString()).contains("no vertex /cluster0/node7");
        ask(root, new Request.Shrink("s3", new ShrinkTarget.ByGrow("nothing")));
        assertThat(replies().toString()).contains("no resources were added here by a grow nothing");
    }

    @Test
    void shrinkAskedAgainGetsTheSameAnswer() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        ask(middle, grow("g1", 1));
        parent(middle, grant("g1", "node1"));
        // One node was free already, so that nothing had to come; the grant is late and goes back.
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByPaths(List.of("/cluster0/node0"))));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByPaths(List.of("/cluster0/node0"))));
        assertThat(last).as("pending").isEmpty();
        parent(middle, new DownMessage.Freed("s1", List.of()));
        List<Answer> both = replies();
        assertThat(both).hasSize(2);
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByPaths(List.of("/cluster0/node0"))));
        assertThat(replies()).containsExactly(both.get(0));
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    @Test
    void whoCannotSayThatItsChildHasEndedTakesNoLeave() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        on(middle, new Event.StopAsked());
        now += 2 * InstanceLimits.DEFAULT.stopMillis();
        on(middle, new Event.TimeReached());
        assertThat(up()).noneMatch(UpMessage.Leave.class::isInstance);
        assertThat(effects(Effect.Halt.class)).hasSize(1);
    }

    @Test
    void whoseChildHasEndedTakesLeave() {
        Instance middle = middleWithChild(GrowOrder.PARENT_FIRST);
        on(middle, new Event.StopAsked());
        on(middle, new Event.ChildExited(CHILD, "ended"));
        assertThat(up()).anyMatch(UpMessage.Leave.class::isInstance);
    }
}
