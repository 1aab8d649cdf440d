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
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests the handling of resources that a provider brought and nobody uses. It brings two nodes for a grow of the
 * instance itself.
 */
class IdlingTest {
    private static final long COME = 1_000;

    private final List<Effect> last = new ArrayList<>();
    private int calls;

    private static Instance top(long idleMillis, long paidMillis) {
        return Instance.root(
                InstanceConfig.root("top")
                        .asking(GrowOrder.PROVIDER_ONLY, List.of("lab"))
                        .idling(new TreeMap<>(Map.of("lab", new InstanceConfig.Idle(idleMillis, paidMillis)))),
                Graphs.graph("cluster { 1 node { 2 core } }"),
                Graphs.HORIZON);
    }

    private void on(Instance top, Event event, long atMillis) {
        last.clear();
        last.addAll(top.on(event, atMillis));
        top.checkInvariants();
    }

    private Instance grown(long idleMillis, long paidMillis) {
        Instance top = top(idleMillis, paidMillis);
        var grow = new Request.Grow("g1", Optional.empty(), Jobs.jobspec("2 node! { 2 socket { 4 core } }"), 10_000);
        on(top, new Event.ClientAsked("c" + calls++, grow), COME);
        on(top, new Event.ProviderAnswered("lab", "g1", Clouds.of(2).apply("g1")), COME);
        return top;
    }

    private JobId job(Instance top, long atMillis) {
        var request = new JobRequest.Match(
                Jobs.jobspec("1 node! { 2 socket { 4 core } }"), MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "j");
        on(top, new Event.ClientAsked("c" + calls++, request), atMillis);
        return last.stream()
                .filter(Effect.Reply.class::isInstance)
                .map(effect -> ((Answer.Matched) ((Effect.Reply) effect).answer()).job())
                .findFirst()
                .orElseThrow()
                .orElseThrow();
    }

    /** When the instance wants to be woken, or was told last that it does. */
    private long wake() {
        return last.stream()
                .filter(Effect.WakeAt.class::isInstance)
                .mapToLong(effect -> ((Effect.WakeAt) effect).atMillis())
                .findFirst()
                .orElse(-1);
    }

    private int given() {
        return last.stream()
                .filter(Effect.ReleaseProvider.class::isInstance)
                .mapToInt(effect -> ((Effect.ReleaseProvider) effect).handles().size())
                .sum();
    }

    @Test
    void whatNobodyUsesGoesBackAfterItsTime() {
        Instance top = grown(500, 0);
        assertThat(wake()).isEqualTo(COME + 500);
        on(top, new Event.TimeReached(), COME + 499);
        assertThat(given()).isZero();
        on(top, new Event.TimeReached(), COME + 500);
        assertThat(given()).isEqualTo(2);
    }

    @Test
    void whatIsUsedStaysUntilItsTimeAfterTheJob() {
        Instance top = grown(500, 0);
        JobId job = job(top, COME + 100);
        on(top, new Event.TimeReached(), COME + 500);
        assertThat(given()).as("the other node").isEqualTo(1);
        on(top, new Event.ClientAsked("c" + calls++, new JobRequest.Cancel(job)), COME + 5_000);
        assertThat(given()).isZero();
        on(top, new Event.TimeReached(), COME + 5_499);
        assertThat(given()).isZero();
        on(top, new Event.TimeReached(), COME + 5_500);
        assertThat(given()).isEqualTo(1);
        on(top, new Event.TimeReached(), COME + 9_000);
        assertThat(wake()).as("nothing is there any more").isEqualTo(-1);
    }

    @Test
    void whatIsPaidForStays() {
        Instance top = grown(500, 60_000);
        on(top, new Event.TimeReached(), COME + 500);
        on(top, new Event.TimeReached(), COME + 59_999);
        assertThat(given()).isZero();
        on(top, new Event.TimeReached(), COME + 60_000);
        assertThat(given()).isEqualTo(2);
    }

    @Test
    void aNewProcessCountsAnew() {
        List<Effect.Append> journal = new ArrayList<>();
        Instance top = grown(500, 0);
        last.stream()
                .filter(Effect.Append.class::isInstance)
                .map(Effect.Append.class::cast)
                .forEach(journal::add);
        Instance next = top(500, 0);
        next.replay(new GrowDecision.ProvisionAsked("lab", "g1"), COME);
        journal.forEach(append -> next.replay(append.decision(), append.atMillis()));
        on(next, new Event.Restarted(), COME + 10_000);
        assertThat(given()).isZero();
        on(next, new Event.TimeReached(), COME + 10_500);
        assertThat(given()).isEqualTo(2);
        assertThat(top.state().origins().isEmpty()).isFalse();
    }
}
