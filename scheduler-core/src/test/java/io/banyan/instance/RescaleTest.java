package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Malleables;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Malleable jobs: what is proposed to them, and what comes of it. The harness checks the invariants after every event.
 */
class RescaleTest {
    private static final String EIGHT = "cluster { 2 node { 4 core, 1 gpu } }";
    private static final int URGENT = 24;

    private TreeHarness tree = under("none");

    private static TreeHarness under(String policy) {
        return TreeHarness.over(
                EIGHT,
                config -> config.queueing(QueuePolicy.EASY)
                        .rescaling(Elasticity.of(policy, new ResourceType("core"), 60, 30_000)));
    }

    private JobRecord submit(String jobspec, int urgency, Map<String, ?> malleable) {
        Answer answer = tree.ask(
                "/",
                new JobRequest.Submit(Jobs.with(Jobs.jobspec(jobspec), Map.of("malleable", malleable)), "", urgency));
        return ((JobAnswer.Submitted) answer).job();
    }

    private JobRecord malleable(long min, long max) {
        return submit("1 slot { 1 core } for 1000", Submission.USUAL_URGENCY, Map.of("min", min, "max", max));
    }

    private MalleableAnswer.Slots look(long job) {
        return (MalleableAnswer.Slots) tree.ask("/", new RescaleRequest.Look(new JobId(job)));
    }

    private long slots(long job) {
        return look(job).slots();
    }

    private long cores(long job) {
        return tree.member("/").instance.inspect().held(new JobId(job)).stream()
                .filter(it -> it.path().contains("/core"))
                .count();
    }

    private String propose(long job, long slots) {
        return tree.send("/", new RescaleRequest.Propose(new JobId(job), slots));
    }

    private Answer reply(long job, boolean isAccepted) {
        Effect.Rescale asked = tree.proposed.stream()
                .filter(it -> it.job().value() == job)
                .findFirst()
                .orElseThrow();
        return tree.ask(
                "/",
                new RescaleRequest.Reply(new JobId(job), asked.number(), isAccepted, isAccepted ? "" : "nearly done"));
    }

    private void restart() {
        tree.proposed.clear();
        tree.restart("/", Instance.root(tree.member("/").instance.config(), Graphs.graph(EIGHT), Graphs.HORIZON));
    }

    @Test
    void aMalleableJobStartsWithWhatThereIs() {
        tree.submit("/", "3 slot { 1 core } for 1000");
        malleable(2, 8);
        assertThat(slots(2)).isEqualTo(5);

        submit("1 slot { 1 core } for 1000", Submission.USUAL_URGENCY, Map.of("min", 1, "max", 1));
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.RESERVED);
    }

    @Test
    void theNumberOfSlotsComesInUnits() {
        tree.submit("/", "1 slot { 1 core } for 1000");
        submit("1 slot { 1 core } for 1000", Submission.USUAL_URGENCY, Map.of("min", 2, "max", 8, "unit", 3));
        assertThat(slots(2)).isEqualTo(5);
        assertThat(tree.ask("/", new RescaleRequest.Propose(new JobId(2), 4)).toString())
                .contains("job 2: it runs with 2 to 8 slots in steps of 3");
    }

    @Test
    void whatIsGivenUpIsFreeWhenTheJobHasSaidSo() {
        malleable(2, 8);
        String call = propose(1, 3);
        assertThat(cores(1)).isEqualTo(8);
        assertThat(tree.answerTo(call)).isEmpty();
        assertThat(tree.proposed.getFirst().resources())
                .contains("\"core\": \"0-2\"")
                .doesNotContain("node1");

        assertThat(reply(1, true)).isInstanceOf(MalleableAnswer.Rescaled.class);
        assertThat(tree.answerTo(call))
                .hasValue(new MalleableAnswer.Rescaled(new JobId(1), 1, 8, 3, RescaleOutcome.ACCEPTED, ""));
        assertThat(cores(1)).isEqualTo(3);
        assertThat(slots(1)).isEqualTo(3);
        assertThat(tree.stat("/").amounts().get("core").free()).isEqualTo(5);
    }

    @Test
    void aJobThatDeclinesKeepsWhatItHas() {
        malleable(2, 8);
        String call = propose(1, 3);
        reply(1, false);
        assertThat(tree.answerTo(call))
                .hasValue(new MalleableAnswer.Rescaled(new JobId(1), 1, 8, 3, RescaleOutcome.DECLINED, "nearly done"));
        assertThat(cores(1)).isEqualTo(8);
    }

    @Test
    void whatIsProposedAsMoreIsNobodyElses() {
        malleable(2, 4);
        propose(1, 2);
        reply(1, true);
        String call = propose(1, 4);
        assertThat(slots(1)).isEqualTo(2);
        tree.submit("/", "5 slot { 1 core } for 100");
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RESERVED);
        assertThat(slots(1)).as("it has not said yes").isEqualTo(2);

        reply(1, false);
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("DECLINED");
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(cores(1)).isEqualTo(2);
    }

    @Test
    void moreThanThereIsIsRefusedWithReasons() {
        malleable(2, 8);
        propose(1, 2);
        reply(1, true);
        tree.submit("/", "5 slot { 1 core } for 100");
        assertThat(tree.ask("/", new RescaleRequest.Propose(new JobId(1), 4)).toString())
                .contains("core");
        propose(1, 3);
        reply(1, true);
        assertThat(slots(1)).isEqualTo(3);
    }

    @Test
    void whoDoesNotAnswerKeepsWhatItHas() {
        malleable(2, 8);
        String call = propose(1, 3);
        tree.runFor(31_000);
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("UNANSWERED", "it did not answer in time");
        assertThat(tree.ask("/", new RescaleRequest.Reply(new JobId(1), 1, true, ""))
                        .toString())
                .contains("job 1 has no proposal 1 to answer: it was answered or has expired");
        assertThat(cores(1)).isEqualTo(8);
    }

    @Test
    void whoeverAskedHearsThatTheJobHasEnded() {
        malleable(2, 8);
        String call = propose(1, 3);
        tree.finish("/", 1);
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("OVERTAKEN", "the job has ended");
    }

    /** Else whoever asked would hear that it declines. */
    @Test
    void whoeverAskedHearsThatTheJobIsBeingStopped() {
        malleable(2, 8);
        String call = propose(1, 3);
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("OVERTAKEN", "the job is being stopped");
        String late = propose(1, 3);
        assertThat(tree.answerTo(late).orElseThrow().toString()).contains("job 1 is stopping");
    }

    @Test
    void anAnswerThatComesAfterTheProcessHasEndedIsTakenByTheNextOne() {
        malleable(2, 8);
        propose(1, 3);
        restart();
        assertThat(tree.proposed.getLast().number()).isEqualTo(1);
        assertThat(look(1).proposal().orElseThrow().to()).isEqualTo(3);
        reply(1, true);
        assertThat(cores(1)).isEqualTo(3);
        restart();
        assertThat(slots(1)).isEqualTo(3);
        propose(1, 8);
        restart();
        assertThat(cores(1)).isEqualTo(8);
        reply(1, false);
        assertThat(cores(1)).isEqualTo(3);
    }

    @Test
    void slotsOfSeveralTypesGoTogether() {
        submit("1 slot { 2 core, 1 gpu } for 100", Submission.USUAL_URGENCY, Map.of("min", 1, "max", 2));
        assertThat(slots(1)).isEqualTo(2);
        propose(1, 1);
        reply(1, true);
        Map<String, Amount> free = tree.stat("/").amounts();
        assertThat(List.of(free.get("core").free(), free.get("gpu").free())).containsExactly(6L, 1L);
        propose(1, 2);
        reply(1, true);
        assertThat(slots(1)).isEqualTo(2);
    }

    @Test
    void wholeNodesAreGivenUpWhole() {
        submit("1 slot { 1 node! } for 100", Submission.USUAL_URGENCY, Map.of("min", 1, "max", 2));
        propose(1, 1);
        reply(1, true);
        assertThat(tree.stat("/").amounts().get("node").free()).isEqualTo(1);
        propose(1, 2);
        reply(1, true);
        assertThat(slots(1)).isEqualTo(2);
    }

    @Test
    void whatAJobLosesIsNotProposedAnyMore() {
        submit("1 slot { 1 node! } for 100", Submission.USUAL_URGENCY, Map.of("min", 1, "max", 2));
        String call = propose(1, 1);
        tree.ask("/", new Request.Remove(new VertexTarget.ByPath("/cluster0/node1"), true));
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("OVERTAKEN");
        assertThat(slots(1)).isEqualTo(1);
    }

    private void lose(String path) {
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath(path), Status.LOST));
    }

    @Test
    void aJobThatLosesANodeGoesOnWithTheRestAndIsToldSo() {
        malleable(2, 8);
        String call = propose(1, 7);
        lose("/cluster0/node1");
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("OVERTAKEN");
        assertThat(cores(1)).isEqualTo(4);
        assertThat(slots(1)).isEqualTo(4);
        Effect.Rescale told = tree.proposed.getFirst();
        assertThat(List.of(told.number(), told.from(), told.to())).containsExactly(2L, 8L, 4L);
        reply(1, false);
        assertThat(cores(1)).isEqualTo(4);
    }

    /** The process before may have ended when that was written down, and the job was not told. */
    @Test
    void whatCameOfTheLastProposalIsToldAgainByTheNextProcess() {
        malleable(2, 8);
        propose(1, 4);
        reply(1, true);
        tree.settled.clear();
        restart();
        assertThat(tree.settled).containsExactly(new Effect.RescaleOver(new JobId(1), 1, true));
        propose(1, 6);
        tree.settled.clear();
        restart();
        assertThat(tree.settled).isEmpty();
        assertThat(tree.proposed).hasSize(1);
    }

    @Test
    void whatAJobWasOnlyToGetItDoesNotLose() {
        malleable(2, 8);
        propose(1, 4);
        reply(1, true);
        String call = propose(1, 8);
        tree.proposed.clear();
        lose("/cluster0/node1");
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("OVERTAKEN");
        assertThat(slots(1)).isEqualTo(4);
        assertThat(tree.proposed).isEmpty();
    }

    @Test
    void aJobThatLosesMoreThanItCanSpareWaitsAgain() {
        malleable(6, 8);
        lose("/cluster0/node1");
        tree.runFor(100);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.PENDING);
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath("/cluster0/node1"), Status.UP));
        assertThat(slots(1)).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 slot { 1 core } | 0 | 4 | a malleable job must have a min of 1 or more",
                "1 slot { 1 core } | 4 | 2 | a malleable job must have a min of 1 or more, and a max that is not less",
                "1 node { 1 slot { 1 core } } | 1 | 4 | a malleable job must request one slot at the top",
                "1 core | 1 | 4 | a malleable job must request one slot at the top",
                "1 slot { 1-4 core } | 1 | 4 | a slot of a malleable job must have a fixed amount of each resource type",
            })
    void whatCannotBeRescaledIsNotTaken(String jobspec, long min, long max, String sentence) {
        Answer answer = tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(Jobs.jobspec(jobspec), Map.of("malleable", Map.of("min", min, "max", max))), "", 16));
        assertThat(answer.toString()).contains(sentence);
    }

    @Test
    void otherJobsAreNotRescaled() {
        tree.submit("/", "1 slot { 1 core } for 100");
        assertThat(tree.ask("/", new RescaleRequest.Propose(new JobId(1), 2)).toString())
                .contains("job 1 is not malleable: its jobspec has no attributes.system.malleable");
        assertThat(tree.ask("/", new RescaleRequest.Look(new JobId(9))).toString())
                .contains("there is no job 9 here");
    }

    // ---- the elastic policy ---------------------------------------------------------------------------------------

    @Test
    void aJobOfHigherPriorityIsGivenRoomAndTheOtherExpandsAfterIt() {
        tree = under("elastic");
        malleable(2, 8);
        assertThat(slots(1)).isEqualTo(8);
        tree.runFor(61_000);
        tree.submit("/", "4 slot { 1 core } for 500", URGENT);
        assertThat(tree.job("/", 2).state()).isNotEqualTo(JobState.RUNNING);
        assertThat(tree.proposed.getFirst().to()).isEqualTo(4);

        reply(1, true);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        tree.runFor(61_000);
        assertThat(tree.proposed).isEmpty();
        tree.finish("/", 2);
        assertThat(tree.proposed.getFirst().to()).isEqualTo(8);
        reply(1, true);
        assertThat(slots(1)).isEqualTo(8);
    }

    @Test
    void nobodyGivesAnythingUpForOneThatIsNotMoreUrgent() {
        tree = under("elastic");
        malleable(2, 8);
        tree.runFor(61_000);
        tree.submit("/", "4 slot { 1 core } for 500");
        assertThat(tree.proposed).isEmpty();
    }

    @Test
    void aJobIsLeftAloneForTheRescaleGap() {
        tree = under("elastic");
        malleable(2, 8);
        tree.submit("/", "4 slot { 1 core } for 500", URGENT);
        assertThat(tree.proposed).isEmpty();
        tree.runFor(59_000);
        assertThat(tree.proposed).isEmpty();
        tree.runFor(2_000);
        assertThat(tree.proposed.getFirst().to()).isEqualTo(4);
    }

    @Test
    void aJobThatDeclinesIsLeftAloneAndAnotherOneIsAsked() {
        tree = under("elastic");
        malleable(1, 4);
        malleable(1, 4);
        tree.runFor(61_000);
        tree.submit("/", "3 slot { 1 core } for 500", URGENT);
        assertThat(tree.proposed.getFirst().job()).isEqualTo(new JobId(2));
        reply(2, false);
        assertThat(tree.proposed.getFirst().job()).isEqualTo(new JobId(1));
        reply(1, true);
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.RUNNING);
        assertThat(slots(2)).isEqualTo(4);
    }

    @Test
    void roomIsMadeForAMalleableJobToo() {
        tree = under("elastic");
        malleable(2, 8);
        tree.runFor(61_000);
        submit("1 slot { 1 core } for 100", URGENT, Map.of("min", 3, "max", 5));
        assertThat(tree.proposed.getFirst().to()).isEqualTo(3);
        reply(1, true);
        assertThat(slots(2)).isEqualTo(5);
    }

    /** The queue's own plans are kept: nothing that is reserved for another job is taken. */
    @Test
    void whatIsReservedIsNotExpandedInto() {
        tree = under("elastic");
        submit("1 slot { 1 core } for 1000", Submission.USUAL_URGENCY, new HashMap<>(Map.of("min", 2, "max", 6)));
        tree.submit("/", "2 slot { 1 core } for 100");
        tree.submit("/", "2 slot { 1 node! } for 100");
        tree.runFor(61_000);
        tree.finish("/", 2);
        assertThat(slots(1)).isEqualTo(6);
        assertThat(tree.proposed).isEmpty();
    }

    // ---- where jobs say how fast they work ------------------------------------------------------------------------

    private void paced(long min, Map<String, Integer> times) {
        submit(
                "1 slot { 1 core } for 5000",
                Submission.USUAL_URGENCY,
                Map.of("min", min, "max", 8, "times", times, "rescale-time", 5));
    }

    @Test
    void whoHardlyGetsFasterMakesRoomForWhomItBringsMost() {
        for (boolean isKnown : new boolean[] {true, false}) {
            tree = under(isKnown ? "benefit" : "elastic");
            paced(1, Map.of("1", 1000, "8", 900));
            tree.runFor(61_000);
            paced(4, Map.of("1", 800, "8", 100));
            assertThat(tree.proposed.isEmpty())
                    .as("the same priority, and submitted later")
                    .isEqualTo(!isKnown);
        }
        tree = under("benefit");
        paced(1, Map.of("1", 1000, "8", 900));
        tree.runFor(61_000);
        paced(4, Map.of("1", 800, "8", 100));
        assertThat(tree.proposed.getFirst().to()).isEqualTo(1);
        restart();
        reply(1, true);
        assertThat(slots(2)).isEqualTo(7);
    }

    @Test
    void whoIsNearlyDoneIsLeftAlone() {
        for (int atSec : new int[] {61, 990}) {
            tree = under("benefit");
            paced(1, Map.of("1", 1000, "8", 1000));
            tree.runFor(atSec * 1_000L);
            paced(4, Map.of("1", 800, "8", 100));
            assertThat(tree.proposed.isEmpty()).isEqualTo(atSec == 990);
        }
    }

    @Test
    void howFarAJobIsCountsWhatItHadInEachTime() {
        tree = under("benefit");
        paced(4, Map.of("4", 400, "8", 100));
        tree.runFor(61_000);
        propose(1, 4);
        reply(1, true);
        tree.runFor(100_000);
        Malleables.Running one = tree.member("/").instance.inspect().malleable(new JobId(1));
        assertThat(one.progress().done()).isBetween(0.6, 0.63);
        assertThat(one.progress()
                        .prospect(one.bounds().pace().orElseThrow(), 4, 1, 161_000)
                        .remainingSec(4))
                .isBetween(40.0, 70.0);
    }
}
