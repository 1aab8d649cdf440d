package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.JobState;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests what a child must say to its parent in the end, whatever was lost on the way. Found by simulation; the parent
 * is the test.
 */
class SettlingTest {
    private static final String NODE = "1 slot { 1 node { 2 core } }";

    private final List<Effect> last = new ArrayList<>();
    private long now = 1_000;

    private void on(Instance instance, Event event) {
        last.clear();
        last.addAll(instance.on(event, now));
        instance.checkInvariants();
    }

    private <T extends UpMessage> List<T> up(Class<T> type) {
        return last.stream()
                .filter(Effect.ToParent.class::isInstance)
                .map(effect -> ((Effect.ToParent) effect).message())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private boolean hasHalted() {
        return last.stream().anyMatch(Effect.Halt.class::isInstance);
    }

    private static Subgraph granted(String graph) {
        Subgraph all = Graphs.subgraph(graph);
        List<SubgraphVertex> marked = all.vertices().stream()
                .map(vertex -> vertex.withExclusive(vertex.path().lastIndexOf('/') > 0))
                .toList();
        return new Subgraph(marked, all.edges());
    }

    private static DownMessage welcome() {
        return new DownMessage.Registered(
                "/7", granted("cluster { 1 node { 2 core } }"), new TimeWindow(0, 100_000), 5_000);
    }

    private Instance child(InstanceConfig config) {
        Instance instance = Instance.child(config);
        on(instance, new Event.ParentLinked());
        on(instance, new Event.ParentSaid(welcome()));
        return instance;
    }

    private Instance child() {
        return child(InstanceConfig.child("c", new JobId(7)));
    }

    @Test
    void takesLeaveAgainWhereTheSessionBrokeBeforeTheParentHeard() {
        Instance instance = child();
        on(instance, new Event.StopAsked());
        assertThat(up(UpMessage.Leave.class)).hasSize(1);
        on(instance, new Event.ParentUnlinked());
        on(instance, new Event.ParentLinked());
        on(instance, new Event.ParentSaid(welcome()));
        assertThat(up(UpMessage.Leave.class)).hasSize(1);
        assertThat(hasHalted()).isFalse();
        on(instance, new Event.ParentSaid(new DownMessage.LeaveSeen()));
        assertThat(hasHalted()).isTrue();
    }

    @Test
    void takesLeaveAfterARestartInTheMiddleOfItsEnd() {
        Instance before = child();
        List<Decision> journal = new ArrayList<>();
        journal.add(
                new LevelDecision.Joined("/7", granted("cluster { 1 node { 2 core } }"), new TimeWindow(0, 100_000)));
        on(before, new Event.StopAsked());
        last.stream()
                .filter(Effect.Append.class::isInstance)
                .forEach(append -> journal.add(((Effect.Append) append).decision()));
        Instance instance = Instance.child(before.config());
        journal.forEach(decision -> instance.replay(decision, now));
        on(instance, new Event.Restarted());
        assertThat(hasHalted()).isFalse();
        on(instance, new Event.ParentLinked());
        on(instance, new Event.ParentSaid(welcome()));
        assertThat(up(UpMessage.Leave.class)).hasSize(1);
    }

    @Test
    void endsWithoutAParentThatCannotBeReached() {
        Instance instance = child();
        on(instance, new Event.ParentUnlinked());
        on(instance, new Event.StopAsked());
        assertThat(hasHalted()).isFalse();
        now += InstanceLimits.DEFAULT.heartbeatMillis();
        on(instance, new Event.TimeReached());
        assertThat(hasHalted()).isTrue();
    }

    @Test
    void theEndOfAnEarlierProcessFreesNothingOnceAChildIsBeingStopped() {
        JobId job = new JobId(1);
        Instance root = Instance.root(
                InstanceConfig.root("top"), Graphs.graph("cluster { 1 node { 2 core } }"), Graphs.HORIZON);
        on(root, new Event.ClientAsked("c1", new Request.Spawn(Jobs.jobspec(NODE), "c", Map.of())));
        on(root, new Event.ChildSaid(job, new UpMessage.Register(job, "c", "", false, List.of())));
        on(root, new Event.ClientAsked("c2", new JobRequest.Cancel(job)));
        on(root, new Event.ChildExited(job, "killed by signal 9", false));
        assertThat(root.state().jobs().find(job).orElseThrow().state()).isEqualTo(JobState.STOPPING);
        on(root, new Event.ChildExited(job, "it ended with status 0"));
        assertThat(root.state().jobs().find(job).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void givesBackALateGrantOfTheParentThoughAProviderThatWasAskedFirstHasFailed() {
        Instance instance =
                child(InstanceConfig.child("c", new JobId(7)).asking(GrowOrder.PROVIDER_FIRST, List.of("lab")));
        on(
                instance,
                new Event.ClientAsked(
                        "call", new Request.Grow("g1", Optional.empty(), Jobs.jobspec("2" + NODE.substring(1)), 100)));
        on(instance, new Event.ProviderAnswered("lab", "g1", new ProvisionResult.Failed("it did not answer")));
        assertThat(up(UpMessage.Grow.class)).hasSize(1);
        now += 100;
        on(instance, new Event.TimeReached());
        var late = new Grant("g1", granted("cluster { 3 node { 2 core } }"), GrantSource.graphOf("/"));
        on(instance, new Event.ParentSaid(new DownMessage.Granted(late, "")));
        assertThat(up(UpMessage.Return.class))
                .singleElement()
                .satisfies(back -> assertThat(back.grantIds()).containsExactly("g1"));
    }
}
