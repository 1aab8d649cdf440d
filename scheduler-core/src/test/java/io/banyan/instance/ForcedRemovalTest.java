package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.InstanceState;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Jobs that lose resources because these are removed. The harness checks the invariants after every event. */
class ForcedRemovalTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";

    private final TreeHarness tree = TreeHarness.over(
            FOUR, config -> config.queueing(QueuePolicy.EASY).asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));

    private Answer remove(String path) {
        return tree.ask("/", new Request.Remove(new VertexTarget.ByPath(path), true));
    }

    private String nodeOf(long job) {
        InstanceState state = tree.member("/").instance.state();
        return state.resources()
                .held()
                .of(state.schedule().holdings().selection(new JobId(job)))
                .getFirst()
                .path();
    }

    private void submit(String jobspec, String onLost) {
        tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", Map.of("on-lost", onLost))),
                        "",
                        Submission.USUAL_URGENCY));
    }

    private void replaysToTheSame() {
        var member = tree.member("/");
        String before = member.instance.state().jobs().toString();
        tree.restart("/", Instance.root(member.instance.config(), Graphs.graph(FOUR), Graphs.HORIZON));
        assertThat(tree.member("/").instance.state().jobs().toString()).isEqualTo(before);
    }

    @Test
    void aJobWhoseOnlyNodeIsRemovedFailsWithItsProcessesStopped() {
        tree.submit("/", nodes(1, 10_000));
        tree.runFor(100_000);
        tree.killMillis = 2_000;
        String node = nodeOf(1);

        Answer.Removed removed = (Answer.Removed) remove(node);

        assertThat(removed.hurt()).containsExactly(new JobId(1));
        JobRecord stopping = tree.job("/", 1);
        assertThat(stopping.state()).as("its processes have 2 s to end").isEqualTo(JobState.STOPPING);
        assertThat(stopping.lost()).containsExactly(node);
        replaysToTheSame();
        tree.runFor(10_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 1).detail()).isEqualTo("all its resources were removed");
        assertThat(tree.archived.getFirst().account().orElseThrow().coreSec())
                .as("2 cores for the 100 s until the node went")
                .isEqualTo(200);
    }

    @Test
    void jobsThatAreEmptiedTogetherEndInAscendingOrder() {
        var racks = TreeHarness.over("cluster { 1 rack { 8 node { 1 core } } }", it -> it.queueing(QueuePolicy.EASY));
        for (int i = 0; i < 8; i++) {
            racks.submit("/", nodes(1, 10_000));
        }
        racks.ask("/", new Request.Remove(new VertexTarget.ByPath("/cluster0/rack0"), true));
        assertThat(racks.member("/").journal.stream()
                        .map(Effect.Append::decision)
                        .filter(JobDecision.JobStopping.class::isInstance)
                        .map(it -> ((JobDecision.JobStopping) it).job().value()))
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void aJobThatIsBeingRequeuedWaitsAgainAlsoWhereItsNodeIsRemoved() {
        tree.killMillis = 2_000;
        tree.submit("/", nodes(1, 10_000));
        String node = nodeOf(1);
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.STOPPING);
        remove(node);
        assertThat(tree.job("/", 1).detail()).isEqualTo("the job was requeued");
        tree.runFor(10_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(nodeOf(1)).isNotEqualTo(node);
        replaysToTheSame();
    }

    @Test
    void aJobThatShrinksToNothingWhileItIsBeingRequeuedWaitsAgain() {
        tree.killMillis = 2_000;
        submit(nodes(1, 10_000), "shrink");
        String node = nodeOf(1);
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath(node), Status.LOST, "gone"));
        tree.runFor(10_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(nodeOf(1)).isNotEqualTo(node);
    }

    @Test
    void aJobThatKeepsOtherNodesGoesOnAndIsMarked() {
        tree.submit("/", nodes(2, 10_000));
        String node = nodeOf(1);
        remove(node);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.job("/", 1).lost()).containsExactly(node);
    }

    @Test
    void aJobThatIsToBeRequeuedStartsAnewElsewhere() {
        submit(nodes(1, 10_000), "requeue");
        String node = nodeOf(1);
        remove(node);
        tree.runFor(10_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 1).detail()).isEqualTo(node + " was removed; the job is restarted");
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(nodeOf(2)).isNotEqualTo(node);
    }

    @Test
    void aMatchedJobAndAReservationWithoutResourcesFail() {
        tree.allocate("/", nodes(1, 100));
        tree.allocate("/", nodes(3, 100));
        tree.ask(
                "/",
                new JobRequest.Match(
                        Jobs.jobspec(nodes(1, 100)), MatchOperation.ALLOCATE_ORELSE_RESERVE, MatchFormat.SIMPLE, ""));
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.RESERVED);
        String reserved = nodeOf(3);
        long holder = reserved.equals(nodeOf(1)) ? 1 : 2;
        remove(reserved);
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", holder).state()).isEqualTo(holder == 1 ? JobState.FAILED : JobState.RUNNING);
        remove(nodeOf(3 - holder));
    }

    @Test
    void underFluxionsRulesAMatchedJobStaysAndASubmittedOneDoesNot() {
        tree.allocate("/", nodes(1, 100));
        tree.submit("/", nodes(1, 10_000));
        for (long job : new long[] {1, 2}) {
            tree.ask("/", new Request.Remove(new VertexTarget.ByPath(nodeOf(job)), true, MatchRules.FLUXION));
        }
        tree.runFor(10_000);
        assertThat(tree.states("/", 2)).containsExactly(JobState.RUNNING, JobState.FAILED);
    }

    @Test
    void aReservationWhoseNodesAreRemovedIsOver() {
        tree.ask(
                "/",
                new ReservationRequest.Create(
                        new Reservation(
                                "tidy",
                                "owner",
                                new ReservationTarget.Where("names=node3"),
                                1_000,
                                100,
                                Recurrence.ONCE,
                                new TreeSet<>()),
                        false));
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RESERVED);
        remove("/cluster0/node3");
        assertThat(tree.job("/", 1).state().isOver()).isTrue();
        assertThat(tree.member("/").instance.state().reservations().all()).isEmpty();
    }

    @Test
    void aJobThatHoldsOnlyWhatWasGrownForItEndsWhenThatIsGivenBack() {
        tree.provide("ec2", Clouds.of(1));
        tree.submit("/", nodes(1, 10_000));
        tree.submit("/", nodes(3, 10_000));
        tree.growJob("/", "g1", 1, nodes(1, 100));
        InstanceState state = tree.member("/").instance.state();
        long rank = state.resources().graph().rank(state.resources().graph().find(nodeOfOwn()));
        tree.ask(
                "/",
                new JobRequest.PartialCancel(new JobId(1), new GivenPart.OfRanks(IdSet.of(rank)), MatchRules.BANYAN));
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);

        tree.ask("/", new Request.Shrink("s1", new ShrinkTarget.ByJob(new JobId(1)), UseRule.CANCEL, 0, false));

        tree.runFor(10_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 1).detail()).isEqualTo("none of its resources are left");
        assertThat(tree.released("ec2")).isNotEmpty();
    }

    private String nodeOfOwn() {
        InstanceState state = tree.member("/").instance.state();
        return state.resources().held().of(state.schedule().holdings().selection(new JobId(1))).stream()
                .map(HeldPart::path)
                .filter(path -> state.origins().of(path).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aJobThatAnOlderVersionLeftWithoutResourcesEndsAtTheNextStart() {
        tree.submit("/", nodes(1, 10_000));
        String node = nodeOf(1);
        var member = tree.member("/");
        var removed = new EditDecision.Removed(
                List.of(node), List.of(new ReturnDecision.Release(new JobId(1), List.of(node))));
        member.journal.add(new Effect.Append(removed, tree.now()));
        tree.restart("/", Instance.root(member.instance.config(), Graphs.graph(FOUR), Graphs.HORIZON));
        tree.runFor(10_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(Optional.of(tree.job("/", 1).detail())).hasValue("all its resources were removed");
    }
}
