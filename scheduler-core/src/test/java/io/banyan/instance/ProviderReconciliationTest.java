package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.UseRule;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory.Holding;
import io.banyan.provider.ProvisionResult;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Tests what a provider says that it has out there, and what an instance makes of it. The provider has brought two
 * nodes for one grow, and is the test.
 */
class ProviderReconciliationTest {
    private static final String NODE = "/cluster0/lab/zone0/node";

    private final List<Effect> last = new ArrayList<>();
    private final Instance top = Instance.root(
            InstanceConfig.root("top")
                    .asking(GrowOrder.PROVIDER_ONLY, List.of("lab"))
                    .matching(MatchPolicy.parse("low"), PruneFilters.DEFAULT),
            Graphs.graph("cluster { 1 node { 2 core } }"),
            Graphs.HORIZON);
    private long now = 1_000;
    private final Function<String, ProvisionResult> clouds = Clouds.of(1);
    private int calls;

    private void on(Event event) {
        last.clear();
        last.addAll(top.on(event, now++));
        top.checkInvariants();
    }

    private Answer ask(Request request) {
        String call = "c" + calls++;
        on(new Event.ClientAsked(call, request));
        return effects(Effect.Reply.class).stream()
                .map(Effect.Reply::answer)
                .findFirst()
                .orElse(new Answer.Stopping());
    }

    private <T extends Effect> List<T> effects(Class<T> type) {
        return last.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Two nodes of 2 sockets with 4 cores each, beside the own one of 2 cores. */
    private void grow() {
        ask(new Request.Grow("g1", Optional.empty(), Jobs.jobspec("2 node! { 2 socket { 4 core } }"), 10_000));
        on(new Event.ProviderAnswered("lab", "g1", Clouds.of(2).apply("g1")));
        assertThat(top.graph().orElseThrow().find(NODE + 1)).isPositive();
    }

    private JobId jobOnNode0() {
        var jobspec = Jobs.jobspec("1 node! { 2 socket { 4 core } }");
        var request = new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "j");
        JobId job = ((Answer.Matched) ask(request)).job().orElseThrow();
        assertThat(top.inspect().held(job)).anyMatch(held -> held.path().equals(NODE + 0));
        return job;
    }

    private static Holding holding(String id, String handle, boolean usable) {
        return new Holding(id, handle, "", Optional.empty(), usable);
    }

    private void look(Holding... holdings) {
        on(new Event.ProviderAskedToList("lab"));
        assertThat(last).isEmpty();
        on(new Event.ProviderListed("lab", List.of(holdings)));
    }

    private static Holding until(String handle, long millis) {
        return new Holding(
                "g1",
                handle,
                "",
                Optional.empty(),
                true,
                Optional.of(Instant.ofEpochMilli(millis).plusNanos(999_999)));
    }

    @Test
    void whatWentBackWhileTheProviderLookedIsNotForgottenButGone() {
        grow();
        String handle = top.broughtBy("lab").getFirst().handle();
        on(new Event.ProviderAskedToList("lab"));
        ask(new Request.Shrink("s", new ShrinkTarget.ByGrow("g1")));
        effects(Effect.ReleaseProvider.class)
                .forEach(release -> on(new Event.ProviderReleased(release.returnId(), release.requestId(), "")));
        on(new Event.ProviderListed("lab", List.of(holding("g1", handle, true))));
        assertThat(last).isEmpty();
        // At the next look it is known to be forgotten.
        on(new Event.ProviderAskedToList("lab"));
        on(new Event.ProviderListed("lab", List.of(holding("g1", handle, true))));
        assertThat(effects(Effect.ReleaseProvider.class)).hasSize(1);
    }

    @Test
    void whatItHasOfAProviderIsWhatThatWasNotGivenBack() {
        grow();
        assertThat(top.broughtBy("lab")).extracting(Holding::requestId).containsExactly("g1", "g1");
        assertThat(top.broughtBy("other")).isEmpty();
        ask(new Request.Shrink("s", new ShrinkTarget.ByGrow("g1")));
        assertThat(top.broughtBy("lab")).isEmpty();
    }

    @Test
    void whatWillEndByItselfIsDrainedWhenItIsTimeAndThatIsSaidOnce() {
        grow();
        look(until("i-0", 60_000), until("i-1", 90_000));
        assertThat(status(0)).isEqualTo(Status.UP);
        now = 59_999;
        look(until("i-0", 60_000), until("i-1", 90_000));
        assertThat(status(0)).isEqualTo(Status.DRAINED);
        assertThat(status(1)).isEqualTo(Status.UP);
        ask(new Request.SetStatus(NODE + 0, Status.UP));
        look(until("i-0", 60_000), until("i-1", 90_000));
        assertThat(status(0)).isEqualTo(Status.UP);
    }

    private Status status(int node) {
        return top.state().statuses().toParent(NODE + node);
    }

    private List<String> given() {
        return effects(Effect.ReleaseProvider.class).stream()
                .map(it -> it.requestId() + " "
                        + it.handles().stream().map(Handle::value).toList())
                .toList();
    }

    @Test
    void whereBothSayTheSameNothingHappens() {
        grow();
        look(holding("g1", "i-0", true), holding("g1", "i-1", true));
        assertThat(last).isEmpty();
    }

    @Test
    void whatBelongsToNoGrowGoesBack() {
        grow();
        look(holding("g1", "i-0", true), holding("g1", "i-1", true), holding("old", "i-9", true));
        assertThat(given()).containsExactly("old []");
        look(holding("g1", "i-0", true), holding("g1", "i-1", true), holding("old", "i-9", true));
        assertThat(given())
                .as("where it did not go, the next look finds it again")
                .containsExactly("old []");
    }

    @Test
    void whatIsMoreThanCameOfAGrowGoesBack() {
        grow();
        look(holding("g1", "i-0", true), holding("g1", "i-7", true), holding("g1", "i-1", true));
        assertThat(given()).containsExactly("g1 [i-7]");
        assertThat(top.graph().orElseThrow().find(NODE + 1)).isPositive();
    }

    @Test
    void whatHasAnIdThatIsNoneIsOnlySaid() {
        grow();
        look(
                holding("g1", "i-0", true),
                holding("g1", "i-1", true),
                holding("a\nb", "i-9", true),
                holding("x".repeat(1000), "i-8", true));
        assertThat(given()).containsExactly("x".repeat(1000) + " []");
        assertThat(effects(Effect.Warn.class)).hasSize(2);
    }

    @Test
    void whatIsBeingAskedForIsLeftAlone() {
        ask(new Request.Grow("g1", Optional.empty(), Jobs.jobspec("2 node! { 2 socket { 4 core } }"), 10_000));
        look(holding("g1", "i-0", true));
        assertThat(last).isEmpty();
    }

    @Test
    void whatIsOnItsWayBackIsLeftAlone() {
        grow();
        ask(new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
        Effect.ReleaseProvider release = effects(Effect.ReleaseProvider.class).get(0);
        look(holding("g1", "i-0", true));
        assertThat(last).isEmpty();
        on(new Event.ProviderReleased(release.returnId(), "g1", "down"));
        look(holding("g1", "i-0", true));
        assertThat(last).as("a shrink asks again for that").isEmpty();
    }

    @Test
    void whatWasTakenAwayIsLostForTheJobThatHasIt() {
        grow();
        JobId job = jobOnNode0();
        look(holding("g1", "i-0", false), holding("g1", "i-1", true));
        assertThat(status(0)).isEqualTo(Status.LOST);
        assertThat(effects(Effect.Append.class).stream().map(Effect.Append::decision))
                .contains(new JobDecision.JobHurt(job, List.of(NODE + 0)));
        look(holding("g1", "i-0", false), holding("g1", "i-1", true));
        assertThat(last).as("it is said once").isEmpty();
    }

    @Test
    void whatWasTakenAwayAndNobodyUsesGoesBackAtOnce() {
        grow();
        look(holding("g1", "i-0", true), holding("g1", "i-1", false));
        assertThat(given()).containsExactly("g1 [i-1]");
        assertThat(top.graph().orElseThrow().find(NODE + 1)).isNegative();
        assertThat(top.graph().orElseThrow().find(NODE + 0)).isPositive();
    }

    @Test
    void whatIsLostGoesBackOnceItsJobHasEnded() {
        grow();
        JobId job = jobOnNode0();
        look(holding("g1", "i-0", false), holding("g1", "i-1", true));
        ask(new JobRequest.Cancel(job));
        assertThat(given()).isEmpty();
        now += 10_000;
        look(holding("g1", "i-1", true));
        assertThat(given()).as("it was missed before").containsExactly("g1 [i-0]");
    }

    @Test
    void whatIsNotListedForTenSecondsIsMissed() {
        grow();
        jobOnNode0();
        look(holding("g1", "i-1", true));
        assertThat(status(0)).isEqualTo(Status.UP);
        now += 10_000;
        look(holding("g1", "i-0", true), holding("g1", "i-1", true));
        look(holding("g1", "i-1", true));
        assertThat(status(0)).as("it was there in between").isEqualTo(Status.UP);
        now += 9_990;
        look(holding("g1", "i-1", true));
        assertThat(status(0)).isEqualTo(Status.UP);
        now += 10;
        look(holding("g1", "i-1", true));
        assertThat(status(0)).isEqualTo(Status.LOST);
    }

    @Test
    void whatComesWhileTheProviderListsIsNotMissed() {
        on(new Event.ProviderAskedToList("lab"));
        grow();
        on(new Event.ProviderListed("lab", List.of()));
        look();
        assertThat(last).isEmpty();
        assertThat(status(0)).isEqualTo(Status.UP);
    }

    @Test
    void aListThatNobodyAskedForMissesNothing() {
        grow();
        on(new Event.ProviderListed("lab", List.of()));
        on(new Event.ProviderListed("lab", List.of()));
        assertThat(last).isEmpty();
    }

    @Test
    void whatAnotherProviderListsChangesNothing() {
        grow();
        on(new Event.ProviderAskedToList("ec2"));
        on(new Event.ProviderListed("ec2", List.of()));
        on(new Event.ProviderAskedToList("ec2"));
        on(new Event.ProviderListed("ec2", List.of()));
        assertThat(last).isEmpty();
    }

    /** Retained resources are the instance's own, also where the job for which they came got them again from here. */
    @Test
    void aJobThatGotRetainedResourcesAgainLosesThemAsResourcesOfTheInstance() {
        var jobspec = Jobs.with(Jobs.jobspec("1 core!"), Map.of("banyan", Map.of("on-lost", "shrink")));
        JobId job = ((Answer.Matched)
                        ask(new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "j")))
                .job()
                .orElseThrow();
        for (String id : List.of("g1", "g2")) {
            var node = Jobs.jobspec("1 node! { 2 socket { 4 core } }");
            ask(new Request.Grow(id, Optional.of(job), node, 10_000));
            on(new Event.ProviderAnswered("lab", id, clouds.apply(id)));
        }
        ask(new Request.Shrink("s1", new ShrinkTarget.ByJob(job), UseRule.SPARE, 0, true));
        var both = Jobs.jobspec("2 node! { 2 socket { 4 core } }");
        assertThat(ask(new Request.Grow("g3", Optional.of(job), both, 10_000))).isInstanceOf(Answer.Grown.class);
        look(holding("g1", "i-0", false), holding("g2", "i-1", true));
        assertThat(top.inspect().held(job))
                .anyMatch(held -> held.path().equals(NODE + 1))
                .noneMatch(held -> held.path().equals(NODE + 0));
        look(holding("g1", "i-0", false), holding("g2", "i-1", true));
        assertThat(top.graph().orElseThrow().find(NODE + 0)).isNegative();
        assertThat(top.broughtBy("lab")).extracting(Holding::handle).containsExactly("i-1");
    }
}
