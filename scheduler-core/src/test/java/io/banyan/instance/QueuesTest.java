package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueShare;
import io.banyan.instance.message.client.QueueSummary;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Excess;
import io.banyan.queue.Limit;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Several queues over the same resources, and limits of users and accounts. The harness checks the invariants after
 * every event.
 */
class QueuesTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);

    static Queues queues(String limits, String priority, String... named) {
        return new Queues(
                QueuePolicy.EASY,
                Stream.of(named).map(QueueText::queue).toList(),
                new QueueLimits(
                        limits.isEmpty()
                                ? List.of()
                                : Arrays.stream(limits.split(","))
                                        .map(QueueLimits::parse)
                                        .toList()),
                QueueText.priority(priority, List.of()));
    }

    private static TreeHarness over(Queues queues) {
        return TreeHarness.over(FOUR, config -> config.queueing(queues));
    }

    private static Jobspec in(String queue, String jobspec) {
        Jobspec read = Jobs.jobspec(jobspec);
        return new Jobspec(
                read.version(),
                read.resources(),
                read.tasks(),
                read.attributes().inQueue(queue, read.attributes().constraint()));
    }

    private static Jobspec paidBy(String account, String jobspec) {
        return Jobs.with(Jobs.jobspec(jobspec), Map.of("bank", account));
    }

    private static Answer submit(TreeHarness tree, Principal who, Jobspec jobspec) {
        return tree.ask("/", who, new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY));
    }

    private static JobState state(TreeHarness tree, long job) {
        return tree.job("/", job).state();
    }

    private static List<JobState> states(TreeHarness tree, int jobs) {
        return IntStream.rangeClosed(1, jobs).mapToObj(job -> state(tree, job)).toList();
    }

    private static WaitReason why(TreeHarness tree, long job) {
        Answer answer = tree.ask("/", new JobRead.Pending(Optional.of(new JobId(job))));
        return ((JobAnswer.Pending) answer).waiting().getFirst().why();
    }

    private static void restart(TreeHarness tree, Queues queues) {
        boolean isSame = queues.equals(tree.member("/").instance.config().queues());
        String before = Fingerprint.of(tree.member("/").instance.state());
        InstanceConfig config = InstanceConfig.root("L0").queueing(queues);
        var fresh = Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON);
        tree.member("/").journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        if (isSame) {
            assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
        }
        tree.restart("/", Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON));
    }

    // ---- one plan over several queues -----------------------------------------------------------------------------

    @Test
    void whatOneQueueHasReservedNoOtherTakes() {
        TreeHarness tree = over(queues("", "", "batch,policy=easy", "debug,policy=easy"));
        submit(tree, ALICE, in("batch", nodes(3, 100)));
        submit(tree, ALICE, in("batch", nodes(4, 100)));
        submit(tree, BOB, in("debug", nodes(1, 200)));
        submit(tree, BOB, in("debug", nodes(1, 100)));
        assertThat(states(tree, 4))
                .containsExactly(JobState.RUNNING, JobState.RESERVED, JobState.RESERVED, JobState.RUNNING);
        long batch = tree.job("/", 2).window().startSec();
        assertThat(batch - tree.job("/", 1).window().startSec()).isEqualTo(100);
        assertThat(tree.job("/", 3).window().startSec() - batch).isEqualTo(100);
    }

    @Test
    void eachQueueIsWorkedOffByItsOwnPolicy() {
        TreeHarness tree = over(queues("", "", "batch,policy=conservative", "strict,policy=fcfs"));
        submit(tree, ALICE, in("batch", nodes(3, 100)));
        submit(tree, ALICE, in("strict", nodes(2, 100)));
        submit(tree, ALICE, in("strict", nodes(1, 100)));
        assertThat(states(tree, 3)).containsExactly(JobState.RUNNING, JobState.PENDING, JobState.PENDING);
        submit(tree, ALICE, in("batch", nodes(4, 10)));
        submit(tree, ALICE, in("batch", nodes(4, 10)));
        submit(tree, ALICE, in("batch", nodes(1, 100)));
        assertThat(states(tree, 6).subList(3, 6))
                .containsExactly(JobState.RESERVED, JobState.RESERVED, JobState.RUNNING);
        assertThat(why(tree, 3)).isEqualTo(new WaitReason.Behind(1));
    }

    private static Jobspec due(TreeHarness tree, long afterSec, Jobspec jobspec) {
        long deadline = tree.job("/", 1).window().startSec() + afterSec;
        return Jobs.with(jobspec, Map.of("banyan", Map.of("deadline", deadline)));
    }

    private static long startOf(TreeHarness tree, long job) {
        return tree.job("/", job).window().startSec()
                - tree.job("/", 1).window().startSec();
    }

    @Test
    void whoHasNoUseForAReservationTakesItFromNobody() {
        // Jobs of different sizes count differently against the limit, so that each is looked at by itself.
        Queues queues = queues("total.node=1000", "", "a,policy=easy:queue-depth=100");
        TreeHarness tree = over(queues);
        submit(tree, ALICE, in("a", nodes(2, 1_000)));
        submit(tree, ALICE, in("a", nodes(4, 1_000)));
        submit(tree, ALICE, in("a", nodes(1, 5_000)));
        submit(tree, ALICE, due(tree, 500, in("a", nodes(3, 100))));
        List<JobState> expected = List.of(JobState.RUNNING, JobState.RESERVED, JobState.PENDING, JobState.PENDING);
        assertThat(states(tree, 4)).isEqualTo(expected);
        tree.ask("/", new JobRequest.Urge(new JobId(4), 31));
        assertThat(states(tree, 4)).as("the urgent job would be too late").isEqualTo(expected);
        assertThat(startOf(tree, 2)).isEqualTo(1_000);
        tree.ask("/", new JobRequest.Submit(due(tree, 600, in("a", nodes(4, 100))), "", 31));
        assertThat(states(tree, 5).subList(0, 4)).as("and another one").isEqualTo(expected);
        assertThat(startOf(tree, 2)).isEqualTo(1_000);
        assertThat(tree.member("/").journal)
                .as("nothing was taken back")
                .noneMatch(append -> append.decision() instanceof JobDecision.JobUnplanned);
        restart(tree, queues);
        assertThat(states(tree, 5).subList(0, 4)).isEqualTo(expected);
        assertThat(startOf(tree, 2)).isEqualTo(1_000);
    }

    @Test
    void whatBecomesFreeMovesNobodyBackForOneWhoIsTooLate() {
        TreeHarness tree = over(queues("", "", "a,policy=easy", "b,policy=easy"));
        submit(tree, ALICE, in("a", nodes(2, 1_000)));
        submit(tree, ALICE, in("a", nodes(1, 500)));
        submit(tree, ALICE, in("a", nodes(4, 500)));
        submit(tree, BOB, in("b", nodes(4, 500)));
        tree.ask("/", new JobRequest.Submit(due(tree, 1_200, in("a", nodes(3, 500))), "", 20));
        List<Long> promised = List.of(startOf(tree, 3), startOf(tree, 4));
        assertThat(promised).containsExactly(1_000L, 1_500L);
        tree.ask("/", new JobRequest.Cancel(new JobId(2)));
        assertThat(List.of(startOf(tree, 3), startOf(tree, 4))).isEqualTo(promised);
        assertThat(state(tree, 5)).isEqualTo(JobState.PENDING);
        assertThat(tree.member("/").journal).noneMatch(append -> append.decision() instanceof JobDecision.JobUnplanned);
    }

    @Test
    void whatIsLeftByOneWhoMovesIsForThoseWhoComeBeforeIt() {
        TreeHarness tree = TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.CONSERVATIVE));
        tree.submit("/", nodes(2, 300));
        tree.submit("/", nodes(2, 20));
        tree.submit("/", nodes(2, 40));
        tree.submit("/", nodes(4, 60), 20);
        tree.ask("/", new JobRequest.Limit(new JobId(1), 60));
        assertThat(List.of(startOf(tree, 3), startOf(tree, 4))).containsExactly(20L, 60L);
        tree.ask("/", new JobRequest.Cancel(new JobId(1)));
        assertThat(List.of(startOf(tree, 3), startOf(tree, 4)))
                .as("the third one runs, and the fourth one follows at once")
                .containsExactly(0L, 40L);
    }

    @Test
    void whoComesBeforeOneWhoLosesAReservationIsMovedFirst() {
        TreeHarness tree =
                TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.parse("hybrid:reservation-depth=2")));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(4, 60), 3);
        tree.submit("/", nodes(1, 400), 16);
        assertThat(List.of(startOf(tree, 2), startOf(tree, 3))).containsExactly(100L, 160L);
        tree.submit("/", nodes(1, 400), 20);
        assertThat(states(tree, 4))
                .containsExactly(JobState.RUNNING, JobState.RESERVED, JobState.RUNNING, JobState.RUNNING);
        assertThat(startOf(tree, 2)).isEqualTo(400);
    }

    @Test
    void whomALimitMakesRoomForIsTheFirstInTheOrder() {
        TreeHarness tree = TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.CONSERVATIVE));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(2, 200));
        tree.submit("/", nodes(2, 300), 20);
        tree.submit("/", nodes(2, 300), 10);
        assertThat(List.of(startOf(tree, 3), startOf(tree, 4))).containsExactly(100L, 200L);
        tree.ask("/", new JobRequest.Limit(new JobId(1), 150));
        assertThat(List.of(startOf(tree, 3), startOf(tree, 4))).containsExactly(150L, 200L);
    }

    /** One ends early, and another one at its limit, in the same second. */
    @Test
    void whoWaitsForOneThatIsToBeGoneByNowStartsWhenItIs() {
        TreeHarness tree = TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.EASY));
        tree.submit("/", nodes(2, 500));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(4, 60));
        tree.runFor(100_000 - tree.now() % 1_000);
        assertThat(state(tree, 2)).isEqualTo(JobState.STOPPING);
        tree.finish("/", 1);
        assertThat(startOf(tree, 3)).isEqualTo(101);
        tree.runFor(10);
        assertThat(state(tree, 3)).isEqualTo(JobState.RUNNING);
        assertThat(startOf(tree, 3)).isEqualTo(100);
    }

    /** A job counts with its last urgency, not with the one that it had when it came. */
    @Test
    void aRestartPutsNobodyOffWhoHasAReservation() {
        TreeHarness tree = over(queues("", ""));
        tree.submit("/", nodes(2, 200));
        tree.submit("/", nodes(2, 3_600));
        tree.submit("/", nodes(2, 3_600));
        tree.submit("/", nodes(4, 600));
        tree.ask("/", new JobRequest.Urge(new JobId(3), 5));
        tree.ask("/", new JobRequest.Cancel(new JobId(2)));
        List<JobState> states = states(tree, 4);
        long promised = startOf(tree, 4);
        int before = tree.member("/").journal.size();
        tree.restart(
                "/",
                Instance.root(InstanceConfig.root("L0").queueing(queues("", "")), Graphs.graph(FOUR), Graphs.HORIZON));
        assertThat(states(tree, 4)).isEqualTo(states);
        assertThat(startOf(tree, 4)).isEqualTo(promised);
        assertThat(tree.member("/")
                        .journal
                        .subList(before, tree.member("/").journal.size()))
                .noneMatch(append -> append.decision() instanceof JobDecision.JobUnplanned);
    }

    /** Whoever of the other queue has a reservation is less urgent. */
    @Test
    void whomOthersAreStoppedForGetsTheRoomBeforeThoseOfOtherQueues() {
        TreeHarness tree =
                over(queues("", "", "a,policy=easy", "b,policy=easy").stopping(Preemption.parse("urgency=28")));
        submit(tree, ALICE, in("a", nodes(4, 1_000)));
        submit(tree, ALICE, in("a", nodes(4, 1_000)));
        tree.ask("/", new JobRequest.Submit(in("b", nodes(4, 100)), "", 30));
        assertThat(state(tree, 1)).isEqualTo(JobState.STOPPING);
        tree.runFor(10_000);
        assertThat(state(tree, 3)).isEqualTo(JobState.RUNNING);
        assertThat(tree.member("/").journal)
                .filteredOn(append -> append.decision() instanceof JobDecision.JobStopping)
                .hasSize(1);
    }

    @Test
    void aQueueOfGreaterPriorityComesFirst() {
        TreeHarness tree = over(queues("", "", "batch", "debug,priority=10"));
        submit(tree, ALICE, in("batch", nodes(4, 100)));
        submit(tree, ALICE, in("batch", nodes(3, 100)));
        tree.ask("/", new JobRequest.Submit(in("batch", nodes(2, 100)), "", 31));
        submit(tree, BOB, in("debug", nodes(2, 100)));
        tree.ask("/", new JobRequest.Cancel(new JobId(2)));
        tree.finish("/", 1);
        assertThat(states(tree, 4).subList(2, 4)).containsOnly(JobState.RUNNING);
        submit(tree, ALICE, in("batch", nodes(1, 100)));
        tree.ask("/", new JobRequest.Submit(in("batch", nodes(4, 100)), "", 31));
        submit(tree, BOB, in("debug", nodes(4, 100)));
        tree.finish("/", 3);
        tree.finish("/", 4);
        assertThat(tree.member("/").instance.state().submitted().queue().withReservation())
                .extracting(it -> it.id().value())
                .startsWith(7L);
    }

    @Test
    void aQueueAddsWhatItSaysToEachOfItsJobs() {
        Queues queues =
                queues("", "", "batch", "fast,default-time=5m,match-policy=low,node-exclusive=true,requires=ssd+^old");
        Jobspec completed = queues.completed(in("fast", "1 slot { 1 core } for 0"));
        assertThat(completed.attributes().durationSec()).isEqualTo(300);
        assertThat(completed.attributes().constraint()).hasToString("{\"properties\": [\"ssd\", \"^old\"]}");
        assertThat(completed.attributes().extensions().policy()).hasValue("low");
        assertThat(completed.attributes().extensions().nodeExclusive()).hasValue(true);
        assertThat(queues.completed(completed).attributes().constraint()).isInstanceOf(Constraint.And.class);
        assertThat(queues.completed(Jobs.jobspec(nodes(1, 5))).attributes().queue())
                .hasValue("batch");
    }

    @Test
    void aQueueHasWholeNodesAndAMatchPolicyOfItsOwn() {
        TreeHarness tree = over(queues("", "", "low,match-policy=low", "whole,node-exclusive=true"));
        submit(tree, ALICE, in("low", "1 slot { 1 core } for 100"));
        submit(tree, ALICE, in("whole", "1 slot { 1 core } for 100"));
        InstanceState state = tree.member("/").instance.state();
        assertThat(held(state, 1)).containsExactly("/cluster0/node0/core0");
        assertThat(held(state, 2)).contains("/cluster0/node3", "/cluster0/node3/core0", "/cluster0/node3/core1");
    }

    private static List<String> held(InstanceState state, long job) {
        var selection = state.schedule().holdings().selection(new JobId(job));
        return IntStream.range(0, selection.size())
                .filter(selection::exclusive)
                .mapToObj(i -> state.resources().graph().path(selection.vertex(i)))
                .sorted()
                .toList();
    }

    @Test
    void aJobThatItsQueueCannotTakeIsRefused() {
        Queues queues =
                queues("user.node=3", "", "batch,max.node=2,user.submitted=2,account.node=1", "debug,max-time=10m");
        TreeHarness tree = over(queues);
        assertThat(refusal(tree, in("none", nodes(1, 10))))
                .isEqualTo("there is no queue 'none' here; there are batch, debug");
        assertThat(refusal(tree, in("debug", nodes(1, 601))))
                .isEqualTo("jobs in queue debug run for 600 s at most, but this job requests 601 s");
        assertThat(refusal(tree, in("debug", nodes(1, 0))))
                .isEqualTo("jobs in queue debug run for 600 s at most, but this job has no time limit");
        assertThat(refusal(tree, in("batch", nodes(3, 10))))
                .isEqualTo("a job in queue batch can have at most 2 of node, but this job requests 3");
        assertThat(refusal(tree, in("debug", nodes(4, 10))))
                .isEqualTo("user alice may have at most 3 of node at once here, but this job requests 4");
        assertThat(refusal(tree, paidBy("physics", nodes(2, 10))))
                .isEqualTo(
                        "account physics may have at most 1 of node at once in queue batch, but this job requests 2");
        submit(tree, ALICE, in("batch", nodes(1, 10)));
        submit(tree, BOB, in("batch", nodes(1, 10)));
        submit(tree, ALICE, in("batch", nodes(1, 10)));
        assertThat(refusal(tree, in("batch", nodes(1, 10))))
                .isEqualTo("user alice has 2 jobs in queue batch that have not ended, and the limit is 2");
        tree.finish("/", 1);
        assertThat(submit(tree, ALICE, in("batch", nodes(1, 10)))).isInstanceOf(JobAnswer.Submitted.class);
    }

    private static JobRequest.Submit submission(Jobspec jobspec) {
        return new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY);
    }

    /** Jobs of one request count for the limits of those behind them, each by its own queue. */
    @Test
    void ofSeveralJobsAllAreTakenOrNone() {
        TreeHarness tree = over(queues("", "", "batch,user.submitted=2", "debug"));
        Jobspec batch = in("batch", nodes(1, 10));
        Jobspec debug = in("debug", nodes(1, 10));
        var tooMany = new JobRequest.SubmitAll(Stream.of(batch, debug, debug, batch, batch)
                .map(QueuesTest::submission)
                .toList());
        assertThat(tree.ask("/", ALICE, tooMany))
                .isEqualTo(new JobAnswer.NoneSubmitted(
                        4,
                        new Answer.Failed(
                                ErrorCode.INVALID,
                                "user alice has 2 jobs in queue batch that have not ended, and the limit is 2")));
        var impossible = new JobRequest.SubmitAll(List.of(submission(debug), submission(in("debug", nodes(5, 10)))));
        assertThat(((JobAnswer.NoneSubmitted) tree.ask("/", ALICE, impossible)).why())
                .isInstanceOf(Answer.Refused.class);
        var possible = new JobRequest.SubmitAll(Stream.of(batch, debug, debug, batch)
                .map(QueuesTest::submission)
                .toList());
        assertThat(tree.ask("/", ALICE, possible)).isEqualTo(new JobAnswer.AllSubmitted(new JobId(1), 4));
        assertThat(states(tree, 4)).containsOnly(JobState.RUNNING);
        assertThat(tree.ask("/", BOB, possible)).isEqualTo(new JobAnswer.AllSubmitted(new JobId(5), 4));
    }

    /** However the kinds follow each other. The jobs are held, so that nothing but the submission matches. */
    @Test
    void ofSeveralJobsEachKindIsMatchedOnce() {
        TreeHarness tree = over(queues("", "", "batch", "debug"));
        Jobspec batch = in("batch", nodes(1, 10));
        Jobspec debug = in("debug", nodes(1, 10));
        var jobs = new JobRequest.SubmitAll(Stream.of(batch, debug, batch, debug, debug, batch)
                .map(jobspec -> new JobRequest.Submit(jobspec, "", Submission.HELD))
                .toList());
        assertThat(tree.ask("/", ALICE, jobs)).isEqualTo(new JobAnswer.AllSubmitted(new JobId(1), 6));
        assertThat(tree.stat("/").matches()).isEqualTo(2);
    }

    /** Others go on: only the array's own jobs count, and only the array's own jobs wait. */
    @Test
    void ofAnArrayOnlySoManyJobsRunAtOnceAsItsSubmitterSays() {
        TreeHarness tree = over(queues("", ""));
        Jobspec one = Jobs.jobspec(nodes(1, 10));
        tree.ask("/", new JobRequest.Submit(one, "", Submission.USUAL_URGENCY, IdSet.parse("0-4"), 2));
        assertThat(states(tree, 5))
                .containsExactly(
                        JobState.RUNNING, JobState.RUNNING, JobState.PENDING, JobState.PENDING, JobState.PENDING);
        assertThat(why(tree, 3))
                .isEqualTo(
                        new WaitReason.OverLimit(new Excess(new Limit("", Limit.Of.ARRAY, "1", Limit.JOBS, 2), 2, 1)));
        tree.ask("/", new JobRequest.Submit(one, "", Submission.USUAL_URGENCY, IdSet.parse("0-1"), 1));
        assertThat(state(tree, 6)).isEqualTo(JobState.RUNNING);
        assertThat(state(tree, 7)).isEqualTo(JobState.PENDING);
        tree.finish("/", 1);
        assertThat(state(tree, 3)).isEqualTo(JobState.RUNNING);
        assertThat(state(tree, 4)).isEqualTo(JobState.PENDING);
        tree.restart("/", Instance.root(tree.member("/").instance.config(), Graphs.graph(FOUR), Graphs.HORIZON));
        assertThat(state(tree, 4)).isEqualTo(JobState.PENDING);
        tree.finish("/", 6);
        assertThat(state(tree, 7)).isEqualTo(JobState.RUNNING);
        assertThat(state(tree, 4)).isEqualTo(JobState.PENDING);
        assertThatThrownBy(() -> new JobRequest.Submit(one, "", 16, IdSet.empty(), 2))
                .hasMessageContaining("only an array");
    }

    @Test
    void whereQueuesHaveNoNamesNoneIsNamed() {
        TreeHarness tree = over(queues("", ""));
        assertThat(refusal(tree, in("nope", nodes(1, 10))))
                .isEqualTo("this instance has a single queue without a name, not a queue 'nope'");
        assertThat(submit(tree, ALICE, Jobs.jobspec(nodes(1, 10)))).isInstanceOf(JobAnswer.Submitted.class);
    }

    /** Else a job that starts small, and grows or takes what is free, would have more than is allowed. */
    @Test
    void aJobThatCanHaveMoreCountsWithTheMostThatItCanHave() {
        TreeHarness tree = over(queues("user.core=4", "", "batch", "small,max.core=3"));
        assertThat(refusal(tree, malleable("batch", 2, 8)))
                .isEqualTo("user alice may have at most 4 of core at once here, but this job requests up to 8");
        assertThat(refusal(tree, malleable("small", 2, 4)))
                .isEqualTo("a job in queue small can have at most 3 of core, but this job requests up to 4");
        assertThat(refusal(tree, in("batch", "1-4294967295 slot { 1 core } for 100")))
                .isEqualTo("user alice may have at most 4 of core at once here, but this job requests all that exist");
        submit(tree, ALICE, malleable("batch", 2, 3));
        submit(tree, ALICE, malleable("small", 1, 2));
        submit(tree, ALICE, malleable("small", 1, 1));
        assertThat(states(tree, 3)).containsExactly(JobState.RUNNING, JobState.PENDING, JobState.RUNNING);
    }

    private static Jobspec malleable(String queue, long min, long max) {
        return Jobs.with(in(queue, "1 slot { 1 core } for 100"), Map.of("malleable", Map.of("min", min, "max", max)));
    }

    /** Usage is reported by account, and is written to the journal again and again. */
    @Test
    void anAccountHasANameThatCanBePrinted() {
        TreeHarness tree = over(queues("", "fairshare=1", "batch"));
        assertThat(refusal(tree, paidBy("a\tb", nodes(1, 10))))
                .isEqualTo("an account's name must be 1 to 100 printable characters, found 'a\\u0009b'");
        assertThat(refusal(tree, paidBy("physics\u200b", nodes(1, 10))))
                .isEqualTo("an account's name must contain only printable characters, found U+200B (ZERO WIDTH SPACE)");
        assertThat(refusal(tree, paidBy("x".repeat(101), nodes(1, 10)))).contains("1 to 100 printable characters");
        Jobspec number = Jobs.with(Jobs.jobspec(nodes(1, 10)), Map.of("bank", 7));
        assertThat(refusal(tree, number)).isEqualTo("'bank' must be the name of an account, found 7");
    }

    @Test
    void whatAQueueAllowsTakesAnAdminToExceed() {
        TreeHarness tree = over(queues("", "", "debug,max-time=100s"));
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 100)));
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 50)));
        var longer = new JobRequest.Limit(new JobId(2), 101);
        assertThat(((Answer.Failed) tree.ask("/", ALICE, longer)).message())
                .isEqualTo(
                        "jobs in queue debug run for 100 s at most, but this job requests 101 s; more requires the role admin");
        assertThat(tree.ask("/", longer)).isInstanceOf(JobAnswer.Submitted.class);
    }

    private static String refusal(TreeHarness tree, Jobspec jobspec) {
        return ((Answer.Failed) submit(tree, ALICE, jobspec)).message();
    }

    // ---- limits ---------------------------------------------------------------------------------------------------

    @Test
    void whoeverIsOverALimitStopsNobodyBehind() {
        TreeHarness tree = over(queues("user.jobs=1", "", "batch,policy=fcfs"));
        submit(tree, ALICE, in("batch", nodes(1, 100)));
        submit(tree, ALICE, in("batch", nodes(1, 100)));
        submit(tree, BOB, in("batch", nodes(1, 100)));
        assertThat(states(tree, 3)).containsExactly(JobState.RUNNING, JobState.PENDING, JobState.RUNNING);
        WaitReason.OverLimit over = (WaitReason.OverLimit) why(tree, 2);
        assertThat(over.excess().limit()).hasToString("user:alice.jobs=1");
        assertThat(over.excess().used()).isEqualTo(1);
        tree.finish("/", 1);
        assertThat(state(tree, 2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aReservationCountsAsMuchAsAJobThatRuns() {
        TreeHarness tree = over(queues("", "", "batch,user.jobs=2"));
        submit(tree, BOB, in("batch", nodes(3, 100)));
        submit(tree, ALICE, in("batch", nodes(2, 100)));
        submit(tree, ALICE, in("batch", "1 slot { 1 core } for 50"));
        submit(tree, ALICE, in("batch", "1 slot { 1 core } for 50"));
        assertThat(states(tree, 4))
                .containsExactly(JobState.RUNNING, JobState.RESERVED, JobState.RUNNING, JobState.PENDING);
        tree.finish("/", 3);
        assertThat(state(tree, 4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aLimitOfOneUserTakesThePlaceOfThatOfEach() {
        TreeHarness tree = over(queues("user.core=2,user:bob.core=4,total.core=5", "", "batch"));
        for (int i = 0; i < 4; i++) {
            submit(tree, ALICE, Jobs.jobspec("1 slot { 1 core } for 100"));
            submit(tree, BOB, Jobs.jobspec("1 slot { 1 core } for 100"));
        }
        assertThat(states(tree, 8).stream().filter(JobState.RUNNING::equals)).hasSize(5);
        assertThat(List.of(state(tree, 1), state(tree, 3))).containsOnly(JobState.RUNNING);
        assertThat(((WaitReason.OverLimit) why(tree, 7)).excess().limit()).hasToString("user:alice.core=2");
        assertThat(((WaitReason.OverLimit) why(tree, 8)).excess().limit()).hasToString("total.core=5");
    }

    @Test
    void accountsShareWhatTheyMayHave() {
        TreeHarness tree = over(queues("account.node=2", "", "batch"));
        submit(tree, ALICE, paidBy("physics", nodes(1, 100)));
        submit(tree, BOB, paidBy("physics", nodes(1, 100)));
        submit(tree, BOB, paidBy("physics", nodes(1, 100)));
        submit(tree, BOB, paidBy("chemistry", nodes(1, 100)));
        assertThat(states(tree, 4))
                .containsExactly(JobState.RUNNING, JobState.RUNNING, JobState.PENDING, JobState.RUNNING);
        assertThat(tree.job("/", 4).submission().orElseThrow().account()).isEqualTo("chemistry");
    }

    @Test
    void whenAJobOverALimitIsExpectedToStart() {
        TreeHarness tree = over(queues("user.jobs=1", "", "batch"));
        submit(tree, ALICE, nodes1(100));
        submit(tree, ALICE, nodes1(100));
        submit(tree, ALICE, nodes1(100));
        JobAnswer.Pending answer = (JobAnswer.Pending) tree.ask("/", new JobRead.Pending(Optional.empty(), true));
        long start = tree.job("/", 1).window().startSec();
        assertThat(answer.waiting())
                .extracting(it -> it.startSec().orElseThrow() - start)
                .containsExactly(100L, 200L);
    }

    private static Jobspec nodes1(long sec) {
        return Jobs.jobspec(nodes(1, sec));
    }

    // ---- who comes first ------------------------------------------------------------------------------------------

    @Test
    void anAccountThatNobodyKnowsIsNoShareOfItsOwn() {
        TreeHarness tree = over(queues("", "fairshare=100,half-life=1h,every=10s", "batch"));
        submit(tree, ALICE, paidBy("mine", nodes(4, 100)));
        tree.runFor(60_000);
        submit(tree, ALICE, paidBy("another", nodes(4, 100)));
        submit(tree, BOB, paidBy("mine", nodes(4, 100)));
        tree.runFor(11_000);
        assertThat(states(tree, 3)).containsExactly(JobState.RUNNING, JobState.PENDING, JobState.RESERVED);
        assertThat(shares(tree, Principal.OWNER))
                .extracting(QueueShare::account)
                .containsOnly("");
    }

    @Test
    void whoHasUsedLessComesFirst() {
        Queues queues = queues("", "fairshare=100,half-life=1h,every=10s", "batch");
        TreeHarness tree = over(queues);
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 100)));
        tree.runFor(60_000);
        assertThat(shares(tree, BOB)).isEmpty();
        assertThat(shares(tree, ALICE).getFirst().used()).isBetween(230.0, 240.0);
        assertThat(shares(tree, Principal.OWNER).getFirst().factor()).isEqualTo(0.25);
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 100)));
        submit(tree, BOB, Jobs.jobspec(nodes(4, 100)));
        tree.runFor(11_000);
        assertThat(states(tree, 3)).containsExactly(JobState.RUNNING, JobState.PENDING, JobState.RESERVED);
        restart(tree, queues);
        tree.runFor(30_000);
        assertThat(states(tree, 3)).containsExactly(JobState.EXPIRED, JobState.RESERVED, JobState.RUNNING);
    }

    private static List<QueueShare> shares(TreeHarness tree, Principal who) {
        return ((JobAnswer.Queues) tree.ask("/", who, new JobRead.Queues())).shares();
    }

    @Test
    void nobodyIsRankedAnewWhereNobodyWaits() {
        TreeHarness tree = over(queues("", "age=10,fairshare=100,every=10s", "batch"));
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 1_000)));
        long first = ranked(tree);
        tree.runFor(500_000);
        assertThat(ranked(tree)).isEqualTo(first);
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 1_000)));
        tree.runFor(100_000);
        assertThat(ranked(tree) - first).isBetween(10L, 11L);
    }

    private static long ranked(TreeHarness tree) {
        return tree.member("/").journal.stream()
                .filter(append -> append.decision() instanceof QueueDecision.Ranked)
                .count();
    }

    /** Also where the jobs are forgotten that had used something. */
    @Test
    void aShortenedJournalKeepsWhoHasUsedHowMuch() {
        Queues queues = queues("", "fairshare=100,half-life=1h,every=10s", "batch", "debug");
        InstanceLimits few = new InstanceLimits(32, 1024, 1000, 2, 3_000, 3_000, 1_000, 100, 3_000, 2_000);
        TreeHarness tree =
                TreeHarness.over(FOUR, config -> config.queueing(queues).within(few));
        for (int i = 0; i < 40; i++) {
            submit(tree, i % 3 == 0 ? ALICE : BOB, Jobs.jobspec(nodes(1 + i % 4, 20)));
            tree.ask("/", new JobRequest.SetQueue("debug", Optional.empty(), Optional.of(i % 2 == 0), ""));
            tree.runFor(7_000);
        }
        var member = tree.member("/");
        var compaction = new JournalCompaction(2, -1);
        List<Transaction> all = member.journal.stream()
                .map(append -> new Transaction(append.atMillis(), List.of(append.decision())))
                .toList();
        all.forEach(compaction::note);
        InstanceConfig config = InstanceConfig.root("L0").queueing(queues).within(few);
        var fresh = Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON);
        all.forEach(one -> compaction
                .left(one)
                .ifPresent(rest -> rest.decisions().forEach(decision -> fresh.replay(decision, rest.atMillis()))));
        assertThat(compaction.leftOut()).isGreaterThan(all.size() / 2);
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(Fingerprint.of(member.instance.state()));
    }

    // ---- stopped queues -------------------------------------------------------------------------------------------

    @Test
    void aStoppedQueueStartsNobodyAndKeepsNothing() {
        Queues queues = queues("", "", "batch", "debug");
        TreeHarness tree = over(queues);
        submit(tree, ALICE, in("batch", nodes(3, 100)));
        submit(tree, ALICE, in("batch", nodes(2, 100)));
        submit(tree, BOB, in("debug", nodes(1, 200)));
        assertThat(states(tree, 3)).containsExactly(JobState.RUNNING, JobState.RESERVED, JobState.RUNNING);
        var stop = new JobRequest.SetQueue("batch", Optional.empty(), Optional.of(false), "the file system is down");
        assertThat(tree.ask("/", ALICE, stop)).isInstanceOf(Answer.Failed.class);
        JobAnswer.Queues answer = (JobAnswer.Queues) tree.ask("/", stop);
        assertThat(answer.queues().getFirst().starts()).isFalse();
        assertThat(state(tree, 2)).isEqualTo(JobState.PENDING);
        assertThat(why(tree, 2)).isEqualTo(new WaitReason.QueueStopped("batch", "the file system is down"));
        tree.finish("/", 1);
        assertThat(state(tree, 2)).isEqualTo(JobState.PENDING);
        restart(tree, queues);
        tree.ask("/", new JobRequest.SetQueue("batch", Optional.empty(), Optional.of(true), ""));
        assertThat(state(tree, 2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aDisabledQueueTakesNobody() {
        TreeHarness tree = over(queues("", "", "batch", "debug"));
        tree.ask("/", new JobRequest.SetQueue("debug", Optional.of(false), Optional.empty(), "use batch"));
        assertThat(refusal(tree, in("debug", nodes(1, 10))))
                .isEqualTo("queue debug does not accept jobs now: use batch");
        assertThat(((Answer.Failed)
                                tree.ask("/", new JobRequest.SetQueue("x", Optional.of(false), Optional.empty(), "")))
                        .message())
                .isEqualTo("there is no queue 'x' here; the queues are batch, debug");
    }

    /** A queue that is taken out of the configuration keeps its jobs, and can be told to start them. */
    @Test
    void aQueueThatIsNotConfiguredAnyMoreIsThereAsLongAsItHasJobs() {
        TreeHarness tree = over(queues("", "", "batch", "gone"));
        submit(tree, ALICE, in("gone", nodes(4, 100)));
        submit(tree, ALICE, in("gone", nodes(4, 100)));
        tree.ask("/", new JobRequest.SetQueue("gone", Optional.empty(), Optional.of(false), "power"));
        restart(tree, queues("", "", "batch"));
        QueueSummary gone = summary(tree, "gone").orElseThrow();
        assertThat(List.of(gone.waiting(), gone.running())).containsExactly(1L, 1L);
        assertThat(gone.takes()).isFalse();
        assertThat(gone.why()).isEqualTo("the queue is no longer in the configuration; power");
        assertThat(refusal(tree, in("gone", nodes(1, 10)))).isEqualTo("there is no queue 'gone' here; there are batch");
        assertThat(((Answer.Failed)
                                tree.ask("/", new JobRequest.SetQueue("gone", Optional.of(true), Optional.empty(), "")))
                        .message())
                .isEqualTo("queue gone accepts no jobs: the queue is no longer in the configuration");

        tree.ask("/", new JobRequest.SetQueue("gone", Optional.empty(), Optional.of(true), ""));
        tree.finish("/", 1);
        assertThat(state(tree, 2)).isEqualTo(JobState.RUNNING);
        tree.finish("/", 2);
        assertThat(summary(tree, "gone")).isEmpty();
    }

    @Test
    void aJobThatNamesNoQueueIsCountedInTheFirst() {
        TreeHarness tree = over(queues("", ""));
        submit(tree, ALICE, Jobs.jobspec(nodes(1, 100)));
        restart(tree, queues("", "", "batch", "debug"));
        assertThat(summary(tree, "batch").orElseThrow().running()).isEqualTo(1);
    }

    private static Optional<QueueSummary> summary(TreeHarness tree, String queue) {
        return ((JobAnswer.Queues) tree.ask("/", new JobRead.Queues()))
                .queues().stream().filter(it -> it.name().equals(queue)).findFirst();
    }

    // ---- restart --------------------------------------------------------------------------------------------------

    @Test
    void whatAReplayBringsBackIsTheSameAfterEveryStep() {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            Queues queues = queues(
                    "user.core=5,account.node=3",
                    seed % 2 == 0 ? "" : "age=10,age-max=1m,size=-3,fairshare=50,half-life=1m,every=10s",
                    "batch,policy=conservative,user.jobs=3,user.submitted=9",
                    "debug,priority=3,policy=fcfs,total.node=2",
                    "hybrid,policy=hybrid:reservation-depth=2:queue-depth=3");
            TreeHarness tree = over(queues);
            for (int step = 0; step < 60; step++) {
                step(tree, random);
                if (step % 10 == 9) {
                    restart(tree, queues);
                }
            }
        }
    }

    private static void step(TreeHarness tree, Random random) {
        JobId job = new JobId(1 + random.nextInt(30));
        switch (random.nextInt(8)) {
            case 0 -> tree.runFor(random.nextInt(20_000));
            case 1 -> tree.finish("/", job.value());
            case 2 -> tree.ask("/", new JobRequest.Urge(job, random.nextInt(32)));
            case 3 -> tree.ask("/", random.nextBoolean() ? new JobRequest.Cancel(job) : new JobRequest.Requeue(job));
            case 4 ->
                tree.ask(
                        "/",
                        new JobRequest.SetQueue(
                                List.of("batch", "debug").get(random.nextInt(2)),
                                Optional.empty(),
                                Optional.of(random.nextInt(3) > 0),
                                ""));
            default -> {
                String queue = List.of("batch", "debug", "hybrid").get(random.nextInt(3));
                String what = random.nextBoolean()
                        ? nodes(1 + random.nextInt(3), 1 + random.nextInt(60))
                        : (1 + random.nextInt(5)) + " slot { 1 core } for " + (1 + random.nextInt(60));
                Jobspec jobspec = in(queue, what);
                String account = List.of("", "physics", "chemistry").get(random.nextInt(3));
                submit(
                        tree,
                        random.nextBoolean() ? ALICE : BOB,
                        account.isEmpty() ? jobspec : Jobs.with(jobspec, Map.of("bank", account)));
            }
        }
    }
}
