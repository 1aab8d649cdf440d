package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.Malleables;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs with a checkpoint that the elastic policy has stopped for more urgent ones. The harness checks the invariants
 * after every event.
 */
class ElasticStopTest {
    private static final String EIGHT = "cluster { 2 node { 4 core } }";
    private static final int LOW = 5;
    private static final int HIGH = 24;
    /**
     * Nobody is stopped before it has had its part for that long: twice 20 s for the checkpoint and as much for the
     * restart.
     */
    private static final long LONG_ENOUGH = 81_000;

    private TreeHarness tree = under("benefit");

    private static TreeHarness under(String policy) {
        return under(policy, "easy");
    }

    private static TreeHarness under(String policy, String queue) {
        return TreeHarness.over(
                EIGHT,
                config -> config.queueing(QueuePolicy.parse(queue))
                        .rescaling(Elasticity.of(policy, new ResourceType("core"), 10, 30_000)));
    }

    private void submit(String jobspec, int urgency, Map<String, ?> banyan, Map<String, ?> malleable) {
        Map<String, Object> system = new HashMap<>();
        if (!banyan.isEmpty()) {
            system.put("banyan", banyan);
        }
        if (!malleable.isEmpty()) {
            system.put("malleable", malleable);
        }
        Answer answer = tree.ask("/", new JobRequest.Submit(Jobs.with(Jobs.jobspec(jobspec), system), "", urgency));
        assertThat(answer).isInstanceOf(JobAnswer.Submitted.class);
    }

    private static String cores(int count, long sec) {
        return count + " slot { 1 core } for " + sec;
    }

    private void checkpointed(int count, long sec, int urgency) {
        submit(cores(count, sec), urgency, Map.of("checkpoint", Map.of("within", 20)), Map.of());
    }

    private JobState state(long job) {
        return tree.job("/", job).state();
    }

    private List<JobState> states(int count) {
        return tree.states("/", count);
    }

    private void restart() {
        tree.restart("/", Instance.root(tree.member("/").instance.config(), Graphs.graph(EIGHT), Graphs.HORIZON));
    }

    private double remainingSec(long job) {
        Instance instance = tree.member("/").instance;
        return instance.state()
                .checkpoints()
                .prospect(new JobId(job), tree.now())
                .orElseThrow()
                .remainingSec(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative"})
    void aLongJobIsStoppedForAnUrgentOneAndGoesOnAfterIt(String queue) {
        tree = under("benefit", queue);
        checkpointed(8, 10_000, LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        assertThat(tree.job("/", 1).detail()).isEqualTo("it makes room for job 2, which is more urgent");
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(List.of(JobState.PENDING, JobState.RESERVED)).contains(state(1));
        tree.finish("/", 2);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        tree.runFor(100_000);
        assertThat(remainingSec(1)).as("81 s and 100 s of 10 000 s are done").isBetween(9_818.0, 9_822.0);
    }

    @Test
    void itIsLookedAtAgainWhenItHasHadItsPartForLongEnough() {
        checkpointed(8, 10_000, LOW);
        tree.runFor(1_000);
        tree.submit("/", cores(8, 100), HIGH);
        tree.runFor(78_000);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
        tree.runFor(1_500);
        assertThat(states(2)).containsExactly(JobState.RESERVED, JobState.RUNNING);
    }

    @Test
    void whoHasWholeNodesIsCountedByWhatIsInThem() {
        submit("2 slot { 1 node! } for 10000", LOW, Map.of("checkpoint", Map.of("within", 20)), Map.of());
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", "1 slot { 1 node! } for 100", HIGH);
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        assertThat(tree.member("/").instance.state().checkpoints().coming(new ResourceType("core")))
                .isEqualTo(8);
    }

    @Test
    void nobodyIsStoppedWhereNobodySaysThatItGoesOn() {
        tree.submit("/", cores(8, 10_000), LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        tree.runFor(500_000);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "elastic", "benefit-no-stop"})
    void otherPoliciesStopNobody(String policy) {
        tree = under(policy);
        checkpointed(8, 10_000, LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        tree.runFor(500_000);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
    }

    /** Urgency alone does it, and nobody but an admin can have more of it than others have who say nothing. */
    @Test
    void onlyWhoIsLessUrgentIsStopped() {
        checkpointed(8, 10_000, Submission.USUAL_URGENCY);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 10));
        tree.runFor(100_000);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
        tree.ask("/", new JobRequest.Urge(new JobId(2), Submission.USUAL_URGENCY + 1));
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoDoesNotWantToOrIsNearlyDoneOrRunsForItsOwnTimeIsNotStopped() {
        submit(cores(8, 10_000), LOW, Map.of("preemptible", false, "checkpoint", Map.of("within", 20)), Map.of());
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        tree.runFor(500_000);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);

        tree = under("benefit");
        checkpointed(8, 200, LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        assertThat(state(1)).as("119 s are less than three times 40 s").isEqualTo(JobState.RUNNING);

        tree = under("benefit");
        submit("8 slot { 1 core }", LOW, Map.of("checkpoint", Map.of("within", 20)), Map.of());
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        assertThat(state(1)).as("nobody knows how much is left of it").isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoRunsInAReservationIsNotStopped() {
        tree.ask(
                "/",
                new ReservationRequest.Create(
                        new Reservation(
                                "course",
                                "owner",
                                new ReservationTarget.All(),
                                tree.now() / 1000,
                                5_000,
                                Recurrence.ONCE,
                                new TreeSet<>(List.of("owner"))),
                        false));
        tree.runFor(10);
        submit(cores(8, 4_000), LOW, Map.of("reservation", "course", "checkpoint", Map.of("within", 20)), Map.of());
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        tree.runFor(500_000);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void noMoreAreStoppedThanItTakes() {
        checkpointed(4, 10_000, LOW);
        checkpointed(4, 10_000, LOW + 1);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(3, 100), HIGH);
        assertThat(states(2)).containsExactly(JobState.STOPPING, JobState.RUNNING);
        tree.runFor(10);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    /** The job that comes first would get the room, and no job is stopped for that one. */
    @Test
    void nobodyIsStoppedForOneThatIsNotTheFirst() {
        tree.submit("/", cores(4, 10_000), HIGH);
        checkpointed(4, 10_000, LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        tree.submit("/", cores(4, 100), HIGH - 1);
        tree.runFor(100_000);
        assertThat(states(4)).containsExactly(JobState.RUNNING, JobState.RUNNING, JobState.RESERVED, JobState.PENDING);
    }

    @Test
    void nobodyIsStoppedForOneThatStartsSoonAnyway() {
        tree.submit("/", cores(4, 120), HIGH);
        checkpointed(4, 10_000, LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(4, 100), HIGH);
        assertThat(states(3)).containsExactly(JobState.RUNNING, JobState.RUNNING, JobState.RESERVED);
    }

    @Test
    void whatIsBeingStoppedIsCountedAsComing() {
        checkpointed(4, 10_000, LOW);
        submit(
                cores(1, 10_000),
                LOW + 1,
                Map.of(),
                Map.of("min", 1, "max", 4, "times", Map.of("1", 4_000, "4", 1_000)));
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(4, 100), HIGH);
        // Whether by a shrink or by a stop, nobody else gives anything up for it.
        boolean isAsked = !tree.proposed.isEmpty();
        assertThat(state(1) == JobState.STOPPING).isNotEqualTo(isAsked);
        tree.tell("/", new Event.TimeReached());
        tree.runFor(0);
        assertThat(state(1) == JobState.STOPPING).isNotEqualTo(!tree.proposed.isEmpty());
    }

    @Test
    void aMalleableJobIsStoppedToo() {
        submit(
                cores(1, 100_000),
                LOW,
                Map.of("checkpoint", Map.of("within", 20, "restart", 10)),
                Map.of("min", 4, "max", 8, "times", Map.of("4", 8_000, "8", 4_000), "rescale-time", 5));
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        tree.runFor(10);
        tree.finish("/", 2);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        Malleables.Running one = tree.member("/").instance.inspect().malleable(new JobId(1));
        assertThat(one.progress().done()).isBetween(81.0 / 4_000, 82.0 / 4_000);
        assertThat(one.progress()
                        .prospect(one.bounds().pace().orElseThrow(), 8, 1, tree.now())
                        .remainingSec(8))
                .as("10 s of restart, and what is left")
                .isBetween(4_000 - 82 + 9.9, 4_000 - 81 + 10.0);
    }

    @Test
    void howLongTheCheckpointTookCountsTheNextTime() {
        Instance instance = Instance.root(tree.member("/").instance.config(), Graphs.graph(EIGHT), Graphs.HORIZON);
        var within = Map.of("banyan", Map.of("checkpoint", Map.of("within", 60)));
        instance.on(asked(new JobRequest.Submit(Jobs.with(Jobs.jobspec(cores(8, 10_000)), within), "", LOW)), 0);
        assertThat(taking(instance).lostSec(8)).isEqualTo(120);
        instance.on(asked(new JobRequest.Requeue(new JobId(1))), 100_000);
        instance.on(new Event.JobFinished(new JobId(1), true, ""), 104_000);
        assertThat(taking(instance).writeSec(8)).isEqualTo(4);
        assertThat(taking(instance).restartSec(8)).isEqualTo(4);
        assertThat(instance.state()
                        .checkpoints()
                        .prospect(new JobId(1), 204_000)
                        .orElseThrow()
                        .remainingSec(8))
                .as("100 s before, and 4 s less than 100 s after")
                .isEqualTo(10_000 - 100 - 96);
    }

    private static io.banyan.elastic.Checkpoint taking(Instance instance) {
        return instance.state().checkpoints().taking(new JobId(1));
    }

    private static Event asked(Request request) {
        return new Event.ClientAsked("c", request);
    }

    @Test
    void aNewProcessKnowsHowFarTheyWere() {
        checkpointed(8, 10_000, LOW);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        for (int i = 0; i < 3; i++) {
            String before = Fingerprint.of(tree.member("/").instance.state());
            assertThat(before).contains("done=0.0081");
            restart();
            assertThat(Fingerprint.of(tree.member("/").instance.state())).isEqualTo(before);
            tree.runFor(10);
            if (i == 1) {
                tree.finish("/", 2);
            }
        }
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        tree.finish("/", 1);
        assertThat(Fingerprint.of(tree.member("/").instance.state())).contains("checkpoints {} {}");
    }

    @Test
    void nobodyIsStoppedWhoHasSomethingThatWasGrownForIt() {
        checkpointed(4, 10_000, LOW);
        assertThat(tree.growJob("/", "g", 1, "2 core!")).isInstanceOf(Answer.Grown.class);
        tree.runFor(LONG_ENOUGH);
        tree.submit("/", cores(8, 100), HIGH);
        tree.runFor(100_000);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }
}
