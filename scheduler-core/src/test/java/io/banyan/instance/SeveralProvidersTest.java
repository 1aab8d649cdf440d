package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.ProvisionResult.Failed;
import io.banyan.provider.ProvisionResult.Provisioned;
import io.banyan.provider.ProvisionResult.Refused;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several providers of one instance, {@code lab} before {@code ec2}, whose parent is the test as well. */
class SeveralProvidersTest {
    private static final String NODE = "2 slot { 1 node { 2 core } }";
    private static final Refused NO = new Refused("sold out");
    private static final Failed BROKEN = new Failed("the script was killed");

    private final List<Effect> last = new ArrayList<>();
    private final List<Effect.Append> journal = new ArrayList<>();
    private final Provisioned brought = (Provisioned) Clouds.of(2).apply("g1");
    private long now = 1_000;
    private int calls;

    private static InstanceConfig config(GrowOrder order) {
        return InstanceConfig.child("middle", new JobId(7)).asking(order, List.of("lab", "ec2"));
    }

    private Instance middle(GrowOrder order) {
        return middle(config(order));
    }

    /** A child with one node, of a cluster with more of them. */
    private Instance middle(InstanceConfig config) {
        Instance instance = Instance.child(config);
        on(instance, new Event.ParentLinked());
        parent(instance, new DownMessage.Registered("/7", GrantedNodes.of("node0"), new TimeWindow(0, 100_000), 5_000));
        return instance;
    }

    private void on(Instance instance, Event event) {
        last.clear();
        last.addAll(instance.on(event, now));
        journal.addAll(effects(Effect.Append.class));
        instance.checkInvariants();
    }

    private void grow(Instance instance) {
        ask(instance, new Request.Grow("g1", Optional.empty(), Jobs.jobspec(NODE), 10_000));
    }

    private void ask(Instance instance, Request request) {
        on(instance, new Event.ClientAsked("c" + calls++, request));
    }

    private void parent(Instance instance, DownMessage message) {
        on(instance, new Event.ParentSaid(message));
    }

    private void parentRefuses(Instance instance) {
        var why = List.of(LevelReasons.because("/", LevelReasons.LOCAL, "the top is full"));
        parent(instance, new DownMessage.GrowRefused("g1", "", why));
    }

    private void answer(Instance instance, String provider, ProvisionResult result) {
        on(instance, new Event.ProviderAnswered(provider, "g1", result));
    }

    private <T extends Effect> List<T> effects(Class<T> type) {
        return last.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns the providers, and the parent, that the last event made the instance ask. */
    private List<String> asked() {
        List<String> asked = new ArrayList<>();
        for (Effect effect : last) {
            if (effect instanceof Effect.CallProvider call) {
                asked.add(call.provider());
            } else if (effect instanceof Effect.ToParent(UpMessage.Grow grow)) {
                asked.add("parent");
            }
        }
        return asked;
    }

    private List<String> released() {
        return effects(Effect.ReleaseProvider.class).stream()
                .map(release -> release.provider() + " "
                        + release.handles().stream().map(Handle::value).toList())
                .toList();
    }

    private String returnId() {
        return effects(Effect.ReleaseProvider.class).getFirst().returnId();
    }

    private String replies() {
        return effects(Effect.Reply.class).stream()
                .map(Effect.Reply::answer)
                .toList()
                .toString();
    }

    private List<String> reasons() {
        Answer answer = effects(Effect.Reply.class).getFirst().answer();
        return ((Answer.Refused) answer)
                .reasons().stream().map(LevelReasons::toString).toList();
    }

    private Instance restarted(GrowOrder order) {
        return restarted(config(order));
    }

    private Instance restarted(InstanceConfig config) {
        Instance fresh = Instance.child(config);
        journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        on(fresh, new Event.Restarted());
        return fresh;
    }

    // ---- the order ------------------------------------------------------------------------------------------------

    @Test
    void providersAreAskedInTheirOrderBeforeTheParentWhereTheyGoFirst() {
        Instance middle = middle(GrowOrder.PROVIDER_FIRST);
        grow(middle);
        assertThat(asked()).containsExactly("lab");
        answer(middle, "lab", NO);
        assertThat(asked()).containsExactly("ec2");
        answer(middle, "ec2", new Refused("the quota is used up"));
        assertThat(asked()).containsExactly("parent");
        parentRefuses(middle);
        assertThat(reasons())
                .hasSize(4)
                .endsWith("/7 (lab): sold out", "/7 (ec2): the quota is used up", "/ (local): the top is full");
    }

    @Test
    void theyAreAskedAfterTheParentWhereItGoesFirst() {
        Instance middle = middle(GrowOrder.PARENT_FIRST);
        grow(middle);
        assertThat(asked()).containsExactly("parent");
        parentRefuses(middle);
        assertThat(asked()).containsExactly("lab");
        answer(middle, "lab", NO);
        assertThat(asked()).containsExactly("ec2");
        answer(middle, "ec2", brought);
        assertThat(effects(Effect.Reply.class))
                .singleElement()
                .satisfies(reply -> assertThat(
                                ((Answer.Grown) reply.answer()).grant().source())
                        .isEqualTo(new GrantSource("/7", Optional.of("ec2"))));
        assertThat(middle.graph().orElseThrow().find("/cluster0/ec2")).isNotNegative();
    }

    @Test
    void theParentIsNeverAskedWhereItIsNotToBe() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", NO);
        answer(middle, "ec2", NO);
        assertThat(reasons()).hasSize(3).endsWith("/7 (lab): sold out", "/7 (ec2): sold out");
    }

    @Test
    void whatTheFirstOneRefusedIsDecidedBeforeTheNextIsAsked() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", NO);
        assertThat(effects(Effect.Append.class).stream().map(Effect.Append::decision))
                .containsExactly(new GrowDecision.ProvisionRefused("g1"), new GrowDecision.ProvisionAsked("ec2", "g1"));
        assertThat(last.getLast()).isInstanceOf(Effect.CallProvider.class);
    }

    @Test
    void nobodyIsAskedForMoreThanProvidersMayBring() {
        var most = new InstanceConfig.Most(new TreeMap<>(), new TreeMap<>(Map.of("node", 1L)));
        Instance middle = middle(config(GrowOrder.PROVIDER_ONLY).bounded(most));
        grow(middle);
        assertThat(asked()).isEmpty();
        assertThat(reasons().toString())
                .contains("/7 (lab): the limit of its providers is 1 node", "/7 (ec2): the limit of its providers");
    }

    @Test
    void twoOfOneNameAreRefused() {
        assertThatThrownBy(() -> InstanceConfig.root("top").asking(GrowOrder.PROVIDER_ONLY, List.of("lab", "lab")))
                .hasMessage("the providers of an instance must have different names, found 'lab' twice");
    }

    // ---- what is open ---------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(names = {"PROVIDER_FIRST", "PROVIDER_ONLY"})
    void whereOneFailedTheNextIsNotAskedButTheParentIs(GrowOrder order) {
        Instance middle = middle(order);
        grow(middle);
        answer(middle, "lab", BROKEN);
        assertThat(released()).containsExactly("lab []");
        if (order == GrowOrder.PROVIDER_FIRST) {
            assertThat(asked()).containsExactly("parent");
            parentRefuses(middle);
        }
        assertThat(reasons())
                .contains(
                        "/7 (lab): the script was killed",
                        "/7 (ec2): the resources that lab supplied earlier for this request are still being released");
    }

    @Test
    void whatCannotBeUsedGoesBackBeforeAnotherIsAsked() {
        Instance middle = middle(GrowOrder.PROVIDER_FIRST);
        grow(middle);
        var twoRoots = new Subgraph(GrantedNodes.of("node1").vertices(), List.of());
        answer(middle, "lab", new Provisioned(twoRoots, List.of(new Handle("", "all"))));
        assertThat(released()).containsExactly("lab [all]");
        assertThat(asked()).containsExactly("parent");
    }

    @Test
    void onceItWasTakenBackBothAreAskedAgain() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", BROKEN);
        on(middle, new Event.ProviderReleased(returnId(), "g1", ""));
        grow(middle);
        assertThat(asked()).containsExactly("lab");
        answer(middle, "lab", NO);
        assertThat(asked()).containsExactly("ec2");
        answer(middle, "ec2", BROKEN);
        assertThat(released()).containsExactly("ec2 []");
    }

    @Test
    void whileOneHasNotTakenItBackTheOtherIsNotAsked() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", BROKEN);
        on(middle, new Event.ProviderReleased(returnId(), "g1", "the API is down"));
        grow(middle);
        assertThat(asked()).containsExactly("lab");
        answer(middle, "lab", NO);
        assertThat(asked()).isEmpty();
        assertThat(reasons())
                .endsWith("/7 (ec2): lab has not taken back the resources that it supplied earlier for this request");
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.Unreleased()));
        assertThat(released()).containsExactly("lab []");
        on(middle, new Event.ProviderReleased(returnId(), "g1", ""));
        grow(middle);
        answer(middle, "lab", NO);
        assertThat(asked()).containsExactly("ec2");
    }

    @Test
    void theOwnProviderAndTheOneAboveAreAskedAgainAtOnce() {
        Instance middle = middle(GrowOrder.PROVIDER_FIRST);
        grow(middle);
        answer(middle, "lab", BROKEN);
        on(middle, new Event.ProviderReleased(returnId(), "g1", "the API is down"));
        var source = GrantSource.graphOf("/");
        parent(middle, new DownMessage.Granted(new Grant("g1", GrantedNodes.of("node1"), source), ""));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        var above = new Unreleased("/", "ec2", "g1", List.of("i-0"), "the API is down");
        parent(middle, new DownMessage.Freed("s1", List.of(above)));
        ask(middle, new Request.Stat());
        assertThat(replies()).contains("level=/7, provider=lab", "level=/, provider=ec2");

        ask(middle, new Request.Shrink("s2", new ShrinkTarget.Unreleased()));
        assertThat(released()).containsExactly("lab []");
        assertThat(effects(Effect.ToParent.class).toString()).contains("returnId=s2", "grantId=g1, paths=[]");
        on(middle, new Event.ProviderReleased("s2", "g1", ""));
        parent(middle, new DownMessage.Freed("s2", List.of()));
        assertThat(replies()).contains("askedAgain=[g1], unreleased=[]");
        ask(middle, new Request.Stat());
        assertThat(replies()).contains("unreleased=[]");
    }

    @Test
    void theReasonOfADeadlineNamesWhoeverWasAskedLastAndNobodyIsAskedTwiceAtOnce() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", NO);
        now += 10_000;
        on(middle, new Event.TimeReached());
        assertThat(reasons()).endsWith("/7 (lab): sold out", "/7 (ec2): no answer arrived in time");
        grow(middle);
        assertThat(asked()).isEmpty();
        assertThat(reasons())
                .endsWith(
                        "/7 (lab): ec2 has not yet answered an earlier call for this request",
                        "/7 (ec2): it has not yet answered an earlier call for this request");
        answer(middle, "ec2", brought);
        assertThat(released()).containsExactly("ec2 [i-0, i-1]");
    }

    @Test
    void whatOneSaysOnceMoreIsNoAnswerOfTheOther() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", NO);
        answer(middle, "lab", NO);
        assertThat(last).isEmpty();
        answer(middle, "lab", BROKEN);
        assertThat(last).isEmpty();
        answer(middle, "lab", brought);
        assertThat(last)
                .containsExactly(
                        new Effect.Warn(
                                "lab supplied resources for g1, which ec2 is now processing; release them directly at the provider"));
        answer(middle, "ec2", brought);
        assertThat(replies()).contains("Grown");
    }

    @Test
    void whatComesAfterTheParentsGrantHasGoneAlreadyIsReleased() {
        Instance middle = middle(GrowOrder.PROVIDER_FIRST);
        grow(middle);
        now += 10_000;
        on(middle, new Event.TimeReached());
        grow(middle);
        assertThat(asked()).containsExactly("parent");
        var source = GrantSource.graphOf("/");
        parent(middle, new DownMessage.Granted(new Grant("g1", GrantedNodes.of("node1", "node2"), source), ""));
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        parent(middle, new DownMessage.Freed("s1", List.of()));
        answer(middle, "lab", brought);
        assertThat(released()).containsExactly("lab [i-0, i-1]");
    }

    // ---- to whom it goes back -------------------------------------------------------------------------------------

    @Test
    void aShrinkGoesToTheOneThatBroughtIt() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", NO);
        answer(middle, "ec2", brought);
        ask(middle, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        assertThat(released()).containsExactly("ec2 [i-0, i-1]");
        on(middle, new Event.ProviderReleased("s1", "g1", "the API is down"));
        assertThat(replies()).contains("provider=ec2");
        ask(middle, new Request.Shrink("s2", new ShrinkTarget.ByGrow("g1")));
        assertThat(released()).containsExactly("ec2 [i-0, i-1]");
    }

    @Test
    void aRestartReleasesAtTheOneThatWasBeingAsked() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", NO);
        restarted(GrowOrder.PROVIDER_ONLY);
        assertThat(released()).containsExactly("ec2 []");
    }

    @Test
    void aRestartKeepsToTheNameOfOneThatIsNotThereAnyMore() {
        Instance middle = middle(GrowOrder.PROVIDER_ONLY);
        grow(middle);
        answer(middle, "lab", brought);
        Instance other =
                restarted(InstanceConfig.child("middle", new JobId(7)).asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        assertThat(released()).isEmpty();
        ask(other, new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        assertThat(released()).containsExactly("lab [i-0, i-1]");
    }
}
