package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Dependency;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what submitted jobs wait for, how long they may run, and how they come to wait again. The harness checks the
 * invariants after every event.
 */
class JobLifeTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final String CORE = "1 slot { 1 core } for 20";
    /** A job that has its nodes for itself, and is not given the cores by name. */
    private static final String NODES = "4 slot { 1 node } for 100";

    private final TreeHarness tree = under(QueuePolicy.EASY);

    private static TreeHarness under(QueuePolicy policy) {
        return TreeHarness.over(FOUR, config -> config.queueing(policy));
    }

    private Answer submit(String jobspec, Map<String, ?> system) {
        return submit(tree, jobspec, system);
    }

    private static Answer submit(TreeHarness to, String jobspec, Map<String, ?> system) {
        return to.ask(
                "/", new JobRequest.Submit(Jobs.with(Jobs.jobspec(jobspec), system), "", Submission.USUAL_URGENCY));
    }

    private static Map<String, ?> depends(String scheme, Object value) {
        return Map.of("dependencies", List.of(Map.of("scheme", scheme, "value", value)));
    }

    private static Map<String, ?> deadline(long sec) {
        return Map.of("banyan", Map.of("deadline", sec));
    }

    private JobState state(long job) {
        return tree.job("/", job).state();
    }

    private WaitReason why(long job) {
        return why(tree, job);
    }

    private static WaitReason why(TreeHarness of, long job) {
        Answer answer = of.ask("/", new JobRead.Pending(Optional.of(new JobId(job))));
        return ((JobAnswer.Pending) answer).waiting().getFirst().why();
    }

    private void end(long job, boolean isFailed) {
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(job), isFailed, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "afterok, false, RUNNING",
        "afterok, true, CANCELLED",
        "afternotok, true, RUNNING",
        "afternotok, false, CANCELLED",
        "afterany, true, RUNNING",
        "afterany, false, RUNNING"
    })
    void aJobStartsWhenTheOtherHasEndedAsItWasTo(String scheme, boolean isFailed, JobState then) {
        tree.submit("/", nodes(1, 100));
        submit(nodes(1, 100), depends(scheme, "1"));
        assertThat(state(2)).isEqualTo(JobState.PENDING);
        assertThat(why(2)).hasToString("Depends[dependencies=[" + scheme + ":1]]");

        end(1, isFailed);

        assertThat(state(2)).isEqualTo(then);
    }

    private JobRecord named(String name, Map<String, ?> system) {
        Answer answer = tree.ask(
                "/",
                new JobRequest.Submit(Jobs.with(Jobs.jobspec(nodes(1, 100)), system), name, Submission.USUAL_URGENCY));
        return ((JobAnswer.Submitted) answer).job();
    }

    private void hold(long job) {
        tree.ask("/", new JobRequest.Urge(new JobId(job), 0));
    }

    private void replays() {
        var member = tree.member("/");
        String before = Fingerprint.of(member.instance.state());
        Instance fresh = Instance.root(member.instance.config(), Graphs.graph(FOUR), Graphs.HORIZON);
        member.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }

    @Test
    void aJobThatNeverStartedHasNotFailedSoThatAChainOfAttemptsEnds() {
        submit(nodes(1, 100), Map.of());
        hold(1);
        tree.submit("/", nodes(1, 100), 0);
        for (long before = 1; before <= 3; before++) {
            submit(nodes(1, 100), depends("afternotok", Long.toString(before == 1 ? 2 : before + 1)));
        }
        submit(nodes(1, 100), depends("afterany", "4"));
        replays();
        tree.ask("/", new JobRequest.Urge(new JobId(2), 16));
        end(2, false);

        assertThat(tree.states("/", 6).subList(2, 6))
                .containsExactly(JobState.CANCELLED, JobState.CANCELLED, JobState.CANCELLED, JobState.RUNNING);
        assertThat(tree.job("/", 4).detail())
                .isEqualTo(
                        "its dependency afternotok on job 3 cannot be met: that job ended as cancelled before it had started");
        assertThat(submit(nodes(1, 100), depends("afternotok", "3")).toString()).contains("before it had started");
        replays();
    }

    @Test
    void afterIsMetWhenTheOtherStartsAndNeverIfItDoesNot() {
        tree.submit("/", nodes(1, 100), 0);
        tree.submit("/", nodes(1, 100), 0);
        submit(nodes(1, 100), depends("after", "1"));
        submit(nodes(1, 100), depends("afterstart", "2"));
        assertThat(why(3)).hasToString("Depends[dependencies=[after:1]]");

        tree.ask("/", new JobRequest.Urge(new JobId(1), 16));
        tree.cancel("/", 2);

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(4)).isEqualTo(JobState.CANCELLED);
        submit(nodes(1, 100), depends("after", "1"));
        assertThat(state(5)).isEqualTo(JobState.RUNNING);
        replays();
    }

    @ParameterizedTest
    @CsvSource({
        "its command ended with status 1, CANCELLED, RUNNING",
        "it could not be started, RUNNING, RUNNING",
        ", RUNNING, RUNNING"
    })
    void afterexceptIsMetWhereNotItsOwnCommandEndedTheOther(String detail, JobState except, JobState notok) {
        tree.submit("/", nodes(1, 100));
        submit(nodes(1, 100), depends("afterexcept", "1"));
        submit(nodes(1, 100), depends("afternotok", "1"));
        if (detail == null) {
            tree.cancel("/", 1);
        } else {
            tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), true, detail));
        }
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(except);
        assertThat(state(3)).isEqualTo(notok);
        replays();
    }

    @Test
    void aSingletonWaitsForAllEarlierJobsOfItsNameAndOwner() {
        named("train", Map.of());
        named("train", Map.of());
        named("other", depends("singleton", ""));
        named("train", depends("singleton", ""));
        named("train", depends("singleton", ""));
        assertThat(tree.states("/", 5))
                .containsExactly(
                        JobState.RUNNING, JobState.RUNNING, JobState.RUNNING, JobState.PENDING, JobState.PENDING);
        assertThat(why(5)).hasToString("Depends[dependencies=[singleton:1]]");
        tree.cancel("/", 4);
        end(1, false);
        assertThat(state(5)).isEqualTo(JobState.PENDING);
        replays();
        end(2, true);
        assertThat(state(5)).isEqualTo(JobState.RUNNING);
        assertThat(submit(nodes(1, 100), depends("singleton", "")).toString()).contains("must have a name");
        replays();
    }

    private static Map<String, ?> anyOf(String scheme, String jobs) {
        return Map.of("dependencies", List.of(Map.of("scheme", scheme, "value", jobs, "any", true)));
    }

    @Test
    void oneThatFailsOfAnArrayIsEnoughWhereThatIsAskedFor() {
        tree.ask("/", new JobRequest.Submit(Jobs.jobspec(CORE), "sweep", 16, IdSet.parse("0-2")));
        submit(CORE, anyOf("afternotok", "1-3"));
        submit(CORE, anyOf("afternotok", "1-2"));
        assertThat(why(4)).hasToString("Depends[dependencies=[afternotok:1-3?any=true]]");
        end(1, false);
        end(2, false);
        assertThat(state(4)).isEqualTo(JobState.PENDING);
        assertThat(state(5)).as("neither of its two failed").isEqualTo(JobState.CANCELLED);
        replays();
        end(3, true);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
        assertThat(submit(CORE, anyOf("afternotok", "1-3")).toString()).doesNotContain("Failed");
        assertThat(submit(CORE, anyOf("afternotok", "1-2")).toString()).contains("that job ended as completed");
        replays();
    }

    /** An unknown job could be the new one itself, or one that somebody else submits later. */
    @ParameterizedTest
    @ValueSource(strings = {"1,2", "1,1000000000"})
    void whereOneOfSeveralIsEnoughAllMustBeThere(String jobs) {
        tree.submit("/", nodes(1, 100));
        long missing = jobs.equals("1,1000000000") ? 1_000_000_000L : 2;
        assertThat(((Answer.Failed) submit(CORE, anyOf("afterok", jobs))).message())
                .isEqualTo("there is no job " + new JobId(missing) + " here, so the dependency afterok cannot be met");
    }

    @Test
    void aJournalOfAVersionThatCountedUnstartedJobsAsFailedLeadsToWhatItDecided() {
        tree.submit("/", nodes(1, 100), 0);
        submit(nodes(1, 100), depends("afternotok", "1"));
        tree.cancel("/", 1);
        assertThat(state(2)).isEqualTo(JobState.CANCELLED);
        var member = tree.member("/");
        Instance old = Instance.root(member.instance.config(), Graphs.graph(FOUR), Graphs.HORIZON);
        member.journal.stream()
                .filter(append -> !(append.decision() instanceof JobDecision.JobEnded ended
                        && ended.job().value() == 2))
                .forEach(append -> old.replay(append.decision(), append.atMillis()));
        old.replay(new JobDecision.JobEligible(new JobId(2)), 0);
        old.on(new Event.Restarted(), 1);
        assertThat(old.state().jobs().find(new JobId(2)).orElseThrow().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobInItsEpilogIsNeitherCancelledNorRequeued() {
        tree.submit("/", nodes(1, 100));
        tree.happen(tree.member("/"), new Event.EpilogStarted(new JobId(1)));
        String why = "its command has ended and its epilog is running; the job ends with the epilog";
        assertThat(((Answer.Failed) tree.cancel("/", 1)).message())
                .isEqualTo("job 1 can no longer be cancelled: " + why);
        assertThat(((Answer.Failed) tree.ask("/", new JobRequest.Requeue(new JobId(1)))).message())
                .isEqualTo("job 1 is no longer running: " + why);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        end(1, false);
        assertThat(state(1)).isEqualTo(JobState.COMPLETED);
        tree.happen(tree.member("/"), new Event.EpilogStarted(new JobId(1)));
        assertThat(((Answer.Failed) tree.cancel("/", 1)).message()).isEqualTo("job 1 has ended: completed");
    }

    @Test
    void whatCanNotComeAnyMoreEndsAllThatWaitForIt() {
        tree.submit("/", nodes(1, 100));
        submit(nodes(1, 100), depends("afterok", "1"));
        submit(nodes(1, 100), depends("afterok", "2"));
        submit(nodes(1, 100), depends("afterany", "3"));

        end(1, true);

        assertThat(List.of(state(2), state(3))).containsOnly(JobState.CANCELLED);
        assertThat(tree.job("/", 2).detail())
                .isEqualTo("its dependency afterok on job 1 cannot be met: that job ended as failed");
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobThatDependsOnAnArrayWaitsForAllOfIt() {
        Answer array =
                tree.ask("/", new JobRequest.Submit(Jobs.jobspec(nodes(1, 100)), "sweep", 16, IdSet.parse("10,20-21")));
        assertThat(((JobAnswer.Submitted) array)
                        .job()
                        .submission()
                        .orElseThrow()
                        .array())
                .hasValue(new ArrayPlace(new JobId(1), 10, 3));
        assertThat(tree.job("/", 3).submission().orElseThrow().array()).hasValue(new ArrayPlace(new JobId(1), 21, 3));
        submit(nodes(1, 100), depends("afterany", "1-3"));

        end(1, false);
        end(3, true);
        assertThat(why(4))
                .isEqualTo(new WaitReason.Depends(List.of(new Dependency(Dependency.Scheme.AFTERANY, IdSet.of(2)))));
        end(2, false);

        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void nobodyWaitsForWhatIsNotThereOrCanNotCome() {
        tree.submit("/", nodes(1, 100));
        end(1, true);

        assertThat(submit(nodes(1, 100), depends("afterok", "7")).toString())
                .contains("there is no job 7 here, so the dependency afterok cannot be met");
        assertThat(submit(nodes(1, 100), depends("afterok", "1")).toString()).contains("that job ended as failed");
        assertThat(submit(nodes(1, 100), depends("fluid", "horse")).toString())
                .contains(
                        "there is no dependency scheme 'fluid'; expected one of after, afterok, afterany, afternotok, afterexcept, "
                                + "singleton, begin-time");
        assertThat(submit(nodes(1, 100), depends("afterok", "x")).toString()).contains("not an idset");
    }

    @Test
    void aJobStartsAtItsBeginTime() {
        submit(nodes(1, 100), depends("begin-time", "60.5"));
        assertThat(why(1)).isEqualTo(new WaitReason.BeginTime(60_500));

        tree.runFor(60_400);
        assertThat(state(1)).isEqualTo(JobState.PENDING);
        tree.runFor(200);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aHeldJobWhoseTimeHasComeWaitsToBeReleased() {
        submit(nodes(1, 100), depends("begin-time", 60));
        tree.ask("/", new JobRequest.Urge(new JobId(1), Submission.HELD));
        tree.runFor(61_000);
        assertThat(why(1)).isEqualTo(new WaitReason.Held());
        tree.ask("/", new JobRequest.Urge(new JobId(1), 3));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobThatCanNotMeetItsDeadlineIsNotTaken() {
        assertThat(submit(nodes(1, 100), deadline(99)).toString())
                .contains("the job would run for 100 s and cannot end at its deadline, 1970-01-01T00:01:39Z");
        assertThat(submit("1 slot { 1 node! }", deadline(99)).toString()).contains("must have a duration");
    }

    @Test
    void aJobThatCanNotMeetItsDeadlineAnyMoreEnds() {
        tree.submit("/", nodes(4, 500));
        submit(nodes(4, 100), deadline(300));
        submit(nodes(4, 100), deadline(2_000));
        tree.runFor(199_000);
        assertThat(state(2)).isEqualTo(JobState.PENDING);
        tree.runFor(1_002);
        assertThat(state(2)).isEqualTo(JobState.CANCELLED);
        assertThat(tree.job("/", 2).detail())
                .isEqualTo("it would run for 100 s and cannot end by its deadline, 1970-01-01T00:05:00Z");
        assertThat(state(3)).isEqualTo(JobState.RESERVED);
    }

    @Test
    void aJobThatIsStartedAnewAfterALossEndsWhenItCanNotMeetItsDeadlineAnyMore() {
        submit(nodes(4, 100), Map.of("banyan", Map.of("deadline", 300, "on-lost", "requeue")));
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.LOST));
        tree.runFor(10_000);
        assertThat(state(2)).isEqualTo(JobState.PENDING);
        tree.runFor(200_000);
        assertThat(state(2)).isEqualTo(JobState.CANCELLED);
        assertThat(tree.job("/", 2).detail())
                .isEqualTo("it would run for 100 s and cannot end by its deadline, 1970-01-01T00:05:00Z");
    }

    @Test
    void aJobThatWaitsIsNotMadeTooLongForItsDeadline() {
        tree.submit("/", nodes(4, 100));
        submit(nodes(4, 100), deadline(300));
        tree.runFor(50_000);
        assertThat(limit(2, 251).toString())
                .contains("the job would run for 251 s and cannot end at its deadline, 1970-01-01T00:05:00Z");
        assertThat(limit(2, 0).toString()).contains("a job with a deadline must have a duration");
        assertThat(tree.job("/", 2).window().durationSec())
                .as("nothing has changed")
                .isEqualTo(100);

        assertThat(limit(2, 200)).isInstanceOf(JobAnswer.Submitted.class);
        assertThat(limit(1, 200)).as("one without a deadline").isInstanceOf(JobAnswer.Submitted.class);
        tree.runFor(50_100);
        assertThat(tree.job("/", 2).detail())
                .isEqualTo("it would run for 200 s and cannot end by its deadline, 1970-01-01T00:05:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative", "hybrid:reservation-depth=2"})
    void nothingIsReservedForAJobThatCouldOnlyStartTooLate(String policy) {
        TreeHarness late = under(QueuePolicy.parse(policy));
        late.submit("/", nodes(4, 500));
        submit(late, nodes(4, 100), deadline(300));
        assertThat(late.job("/", 2).state()).isEqualTo(JobState.PENDING);
        assertThat(why(late, 2)).isEqualTo(new WaitReason.TooLate(200));

        late.submit("/", nodes(4, 100));
        assertThat(late.job("/", 3).window().startSec())
                .as("another one of its shape")
                .isEqualTo(500);
        late.ask("/", new JobRequest.Limit(new JobId(1), 150));

        assertThat(late.job("/", 2).state()).as("there is room in time").isEqualTo(JobState.RESERVED);
        assertThat(late.job("/", 2).window().startSec()).isEqualTo(150);
        assertThat(why(late, 2)).isEqualTo(reserved(150, new Reason("node", 4, 0, "of 4 free")));
    }

    @Test
    void whoIsTooLateIsLookedAtAgainWhenThereIsMore() {
        tree.submit("/", nodes(3, 500));
        for (int i = 0; i < 20; i++) {
            submit(nodes(4, 100), deadline(300));
        }
        tree.submit("/", nodes(1, 50));
        assertThat(state(22)).isEqualTo(JobState.RUNNING);
        long before = tree.stat("/").matches();
        tree.submit("/", nodes(2, 100));
        tree.finish("/", 22);
        long after = tree.stat("/").matches();
        assertThat(after - before).as("by 20 that are too late").isLessThan(60);
    }

    private Answer limit(long job, long sec) {
        return tree.ask("/", new JobRequest.Limit(new JobId(job), sec));
    }

    @Test
    void aJobThatRunsCanBeMadeToWaitAgain() {
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));
        assertThat(why(1)).isEqualTo(new WaitReason.Stopping());

        tree.runFor(10);

        assertThat(state(1)).as("it has kept its place").isEqualTo(JobState.RUNNING);
        assertThat(tree.ran).extracting(Effect.StartJob::job).containsExactly(new JobId(1), new JobId(1));
        assertThat(state(2)).isEqualTo(JobState.RESERVED);
    }

    @Test
    void aJobThatCouldNotMeetItsDeadlineThenGoesOn() {
        submit(tree, nodes(1, 20), deadline(30));
        tree.runFor(5_000);
        tree.runFor(10_000);
        assertThat(tree.ask("/", new JobRequest.Requeue(new JobId(1))).toString())
                .contains(
                        "the job would run for 20 s and cannot end at its deadline, 1970-01-01T00:00:30Z if it started again");
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobThatIsToWaitAgainCanBeCancelled() {
        tree.submit("/", nodes(4, 100));
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));
        tree.cancel("/", 1);
        assertThat(state(1)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void onlyWhatRunsCanBeMadeToWaitAgain() {
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        assertThat(tree.ask("/", new JobRequest.Requeue(new JobId(2))).toString())
                .contains("is not running: it is reserved");
        tree.allocate("/", "1 node");
        assertThat(tree.ask("/", new JobRequest.Requeue(new JobId(9))).toString())
                .contains("there is no job 9");
    }

    @Test
    void aJobThatRunsGetsMoreTimeAndPlansYield() {
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(4, 100));

        Answer answer = tree.ask("/", new JobRequest.Limit(new JobId(1), 150));

        assertThat(((JobAnswer.Submitted) answer).job().window().endSec()).isEqualTo(150);
        assertThat(tree.job("/", 2).window().startSec()).isEqualTo(150);
        tree.runFor(151_000);
        assertThat(state(1)).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void aJobThatRunsGetsMoreTimeAlsoWhereAPartOfWhatItHasIsPlannedForAnother() {
        tree.submit("/", NODES);
        tree.submit("/", CORE);
        assertThat(tree.job("/", 2).window().startSec()).isEqualTo(100);

        assertThat(limit(1, 150)).isInstanceOf(JobAnswer.Submitted.class);

        assertThat(tree.job("/", 1).window().endSec()).isEqualTo(150);
        assertThat(tree.job("/", 2).window().startSec()).isEqualTo(150);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nobodyStartsOnAPartOfWhatAnotherStillHas(boolean isPartFirst) {
        tree.submit("/", isPartFirst ? "8 slot { 1 core } for 100" : NODES);
        tree.submit("/", isPartFirst ? NODES : CORE);
        tree.runFor(100_000 - tree.now() % 1_000);
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        assertThat(state(2)).as("while the other has not ended").isEqualTo(JobState.RESERVED);
        assertThat(tree.ran).extracting(Effect.StartJob::job).containsExactly(new JobId(1));
        tree.runFor(2_000);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobThatIsToEndSoonerMakesRoomSooner() {
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.ask("/", new JobRequest.Limit(new JobId(1), 60));
        assertThat(tree.job("/", 2).window().startSec()).isEqualTo(60);
        tree.runFor(50_000);
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(1), 20)).toString())
                .contains("has already run longer");
    }

    @Test
    void aJobGetsNoTimeThatSomebodyElseWasPromised() {
        tree.submit("/", nodes(4, 100));
        tree.ask(
                "/",
                new JobRequest.Match(
                        Jobs.jobspec(nodes(4, 100)), MatchOperation.ALLOCATE_ORELSE_RESERVE, MatchFormat.SIMPLE, ""));
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(1), 101)).toString())
                .contains("the resources of job 1 are not free for that long");
        assertThat(tree.job("/", 1).window().endSec()).isEqualTo(100);
    }

    @Test
    void aJobThatWaitsCanAskForLessTimeAndOvertake() {
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(1, 200));
        assertThat(state(3)).isEqualTo(JobState.PENDING);
        tree.ask("/", new JobRequest.Limit(new JobId(3), 50));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoAsksForAnotherTimeHearsWhatCameOfIt() {
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        JobRecord planned = ((JobAnswer.Submitted) limit(2, 50)).job();
        assertThat(planned.state()).isEqualTo(JobState.RESERVED);
        assertThat(planned.window().endSec()).isEqualTo(150);

        tree.submit("/", nodes(1, 200));
        tree.ask("/", new JobRequest.Cancel(new JobId(1)));
        assertThat(((JobAnswer.Submitted) limit(3, 40)).job().state()).isEqualTo(JobState.RESERVED);
    }

    @Test
    void everyJobThatWaitsSaysWhy() {
        TreeHarness fcfs = under(QueuePolicy.FCFS);
        fcfs.submit("/", nodes(3, 100));
        fcfs.submit("/", nodes(2, 100));
        fcfs.submit("/", nodes(1, 100));
        Answer answer = fcfs.ask("/", new JobRead.Pending(Optional.empty()));
        List<Waiting> waiting = ((JobAnswer.Pending) answer).waiting();
        assertThat(waiting).extracting(Waiting::job).containsExactly(new JobId(2), new JobId(3));
        assertThat(waiting.getFirst().why().toString()).contains("node: 2 needed, 1 of 4 free");
        assertThat(waiting.getLast().why()).isEqualTo(new WaitReason.Behind(1));

        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(2, 100));
        assertThat(why(2)).isEqualTo(reserved(100, new Reason("node", 2, 1, "of 4 free")));
        assertThat(why(3).toString()).contains("node: 2 needed, 1 of 4 free");
    }

    @Test
    void aDaemonThatGoesOnKnowsWhatIsWaitedFor() {
        tree.submit("/", nodes(1, 100));
        submit(nodes(1, 100), depends("afterok", "1"));
        submit(nodes(1, 100), depends("begin-time", 60));
        submit(
                nodes(1, 100),
                Map.of(
                        "dependencies",
                        List.of(Map.of("scheme", "begin-time", "value", 150)),
                        "banyan",
                        Map.of("deadline", 400)));
        tree.ask("/", new JobRequest.Limit(new JobId(1), 90));
        InstanceConfig config = InstanceConfig.root("L0").queueing(QueuePolicy.EASY);
        String before = Fingerprint.of(tree.member("/").instance.state());

        tree.restart("/", Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON));

        assertThat(Fingerprint.of(tree.member("/").instance.state())).isEqualTo(before);
        end(1, false);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        tree.runFor(61_000);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(4)).isEqualTo(JobState.PENDING);
        tree.runFor(90_000);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aUserShortensAndAnAdminLengthens() {
        Principal user = new Principal("ann", Role.USER);
        tree.ask("/", user, new JobRequest.Submit(Jobs.jobspec(nodes(1, 100)), "", 16));
        assertThat(tree.ask("/", user, new JobRequest.Limit(new JobId(1), 101)).toString())
                .contains("requires the role admin");
        assertThat(tree.ask("/", user, new JobRequest.Limit(new JobId(1), 50))).isInstanceOf(JobAnswer.Submitted.class);
        Principal other = new Principal("bob", Role.USER);
        assertThat(tree.ask("/", other, new JobRequest.Requeue(new JobId(1))).toString())
                .contains("another user");
    }

    private static WaitReason reserved(long startSec, Reason reason) {
        return new WaitReason.Reserved(startSec, Optional.of(new WaitReason.Resources(List.of(reason))));
    }
}
