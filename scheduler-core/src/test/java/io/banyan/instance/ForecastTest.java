package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.jobs.Forecast;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Span;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When those that wait would start; the question changes nothing. */
class ForecastTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";

    private static TreeHarness under(String policy) {
        return TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.parse(policy)));
    }

    private static List<Waiting> waiting(TreeHarness tree) {
        return ((JobAnswer.Pending) tree.ask("/", new JobRead.Pending(Optional.empty(), true))).waiting();
    }

    private static List<OptionalLong> starts(TreeHarness tree) {
        return waiting(tree).stream().map(Waiting::startSec).toList();
    }

    private static List<Span> timeline(TreeHarness tree, long fromSec, long toSec) {
        return ((JobAnswer.Timeline) tree.ask("/", new JobRead.Timeline(fromSec, toSec))).spans();
    }

    private static InstanceState state(TreeHarness tree) {
        return tree.member("/").instance.state();
    }

    private static void fill(TreeHarness tree) {
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 50));
        tree.submit("/", nodes(4, 30));
        tree.submit("/", nodes(2, 100));
    }

    @Test
    void everybodyInTheQueueHasAnEstimate() {
        TreeHarness tree = under("easy");
        fill(tree);
        assertThat(starts(tree)).containsExactly(OptionalLong.of(100), OptionalLong.of(150), OptionalLong.of(180));
    }

    @Test
    void whereNobodyOvertakesNobodyIsExpectedTo() {
        TreeHarness tree = under("fcfs");
        fill(tree);
        tree.submit("/", nodes(1, 10));
        assertThat(starts(tree))
                .containsExactly(
                        OptionalLong.of(100), OptionalLong.of(150), OptionalLong.of(180), OptionalLong.of(180));
    }

    /** The restarted instance has been asked for nothing yet. */
    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative"})
    void theSameIsExpectedAfterARestart(String policy) {
        TreeHarness tree = under(policy);
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(3, 50));
        tree.submit("/", nodes(4, 30));
        List<OptionalLong> before = starts(tree);
        assertThat(before).containsExactly(OptionalLong.of(100), OptionalLong.of(150));
        InstanceConfig config = InstanceConfig.root("L0").queueing(QueuePolicy.parse(policy));
        tree.restart("/", Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON));
        assertThat(starts(tree)).isEqualTo(before);
    }

    @Test
    void whoIsHeldHasNone() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(1, 10), Submission.HELD);
        assertThat(starts(tree)).containsExactly(OptionalLong.empty());
    }

    @Test
    void whoWouldHaveToHaveEndedByThenIsNotExpectedToStart() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 1_000));
        for (int i = 0; i < 2; i++) {
            Jobspec jobspec = Jobs.with(Jobs.jobspec(nodes(4, 100)), Map.of("banyan", Map.of("deadline", 500)));
            tree.ask("/", new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY));
        }
        tree.submit("/", nodes(2, 50));
        assertThat(starts(tree)).containsExactly(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(1_000));
    }

    @Test
    void whoIsBehindOthersAndWillBeTooLateIsToldSo() {
        TreeHarness tree = under("easy:queue-depth=2");
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 100));
        for (int i = 0; i < 2; i++) {
            Jobspec jobspec = Jobs.with(Jobs.jobspec(nodes(2, 100)), Map.of("banyan", Map.of("deadline", 500)));
            tree.ask("/", new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY));
        }
        tree.submit("/", nodes(2, 100));
        List<WaitReason> reasons = waiting(tree).stream().map(Waiting::why).toList();
        assertThat(reasons)
                .containsExactly(
                        reserved(1_000, new Reason("node", 4, 0, "of 4 free")),
                        new WaitReason.TooLate(400),
                        new WaitReason.TooLate(400),
                        new WaitReason.Behind(2));
    }

    private static WaitReason reserved(long startSec, Reason... reasons) {
        return new WaitReason.Reserved(startSec, Optional.of(new WaitReason.Resources(List.of(reasons))));
    }

    private static void submit(TreeHarness tree, String jobspec, int jobs) {
        IdSet indices = IdSet.parse("0-" + (jobs - 1));
        tree.ask("/", new JobRequest.Submit(Jobs.jobspec(jobspec), "many", Submission.USUAL_URGENCY, indices));
    }

    /** Jobs behind the first ones are placed by sums. */
    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy"})
    void howeverManyWaitEachHasAnEstimate(String policy) {
        TreeHarness tree = under(policy);
        tree.submit("/", nodes(4, 100));
        submit(tree, nodes(1, 10), 3 * Forecast.MOST);
        tree.submit("/", nodes(3, 10));
        Aggregates sums = state(tree).schedule().aggregates();
        String before = sums.describe(sums.root());
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 3 * Forecast.MOST; i++) {
            expected.add(100 + 10L * (i / 4));
        }
        expected.add(100 + 10L * (3 * Forecast.MOST / 4));
        assertThat(starts(tree).stream().map(OptionalLong::getAsLong)).isEqualTo(expected);
        assertThat(timeline(tree, 0, 1_000_000)).hasSize(expected.size() + 1);
        assertThat(sums.describe(sums.root())).as("to ask changes nothing").isEqualTo(before);
    }

    @Test
    void noMoreOfAKindAreExpectedAtOnceThanTheSystemHasRoomFor() {
        TreeHarness tree = TreeHarness.over(
                "cluster { 1 rack { 2 node { 2 core, 1 gpu } }, 1 rack { 6 node { 2 core } } }", config -> config);
        tree.submit("/", nodes(8, 100));
        int jobs = 2 * Forecast.MOST;
        submit(tree, "1 slot { 1 node! { 1 gpu } } for 10", jobs);
        List<OptionalLong> starts = starts(tree);
        assertThat(starts).hasSize(jobs);
        for (int i = 0; i < jobs; i++) {
            assertThat(starts.get(i)).hasValue(100 + 10L * (i / 2));
        }
    }

    @Test
    void whoIsOfAKindThatNobodyHasBeenBeforeHasAnEstimateFarBehindAsWell() {
        TreeHarness tree = under("fcfs");
        tree.submit("/", nodes(4, 100));
        submit(tree, nodes(4, 10), Forecast.MOST);
        for (int kind = 0; kind < 40; kind++) {
            String jobspec = kind % 2 == 0 ? "4 slot { 1 node! { 2 core } } for 10" : "1 slot { 4 node! } for 10";
            Jobspec other = Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", Map.of("deadline", 900_000 + kind)));
            tree.ask("/", new JobRequest.Submit(other, "", Submission.USUAL_URGENCY));
        }
        List<OptionalLong> starts = starts(tree);
        for (int i = 0; i < starts.size(); i++) {
            assertThat(starts.get(i)).as("job %d", i).hasValue(100 + 10L * i);
        }
    }

    /** There is a core in each node from 100 on, and two in one node from 200 on. */
    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy"})
    void whatIsLeftInTooSmallPiecesIsNobodysTime(String policy) {
        TreeHarness tree =
                TreeHarness.over("cluster { 2 node { 2 core } }", config -> config.queueing(QueuePolicy.parse(policy)));
        for (int sec : List.of(100, 100, 200, 200)) {
            tree.submit("/", "1 slot { 1 core } for " + sec);
        }
        tree.submit("/", "1 slot { 1 core } for 10");
        tree.submit("/", "1 slot { 1 node { 2 core } } for 10");
        tree.submit("/", "1 slot { 1 node { 2 core } } for 10");
        assertThat(starts(tree)).containsExactly(OptionalLong.of(100), OptionalLong.of(200), OptionalLong.of(200));
    }

    /**
     * A job that is over its account's limit counts against the limit of all jobs together when it starts, and not
     * before.
     */
    @ParameterizedTest
    @ValueSource(strings = {"a,policy=conservative", "a,policy=easy"})
    void whoIsOverOneLimitIsInNobodysWayAtAnother(String queue) {
        TreeHarness tree = TreeHarness.over(
                FOUR, config -> config.queueing(QueuesTest.queues("account:physics.node=1,total.jobs=2", "", queue)));
        Jobspec physics = Jobs.with(Jobs.jobspec(nodes(1, 100)), Map.of("bank", "physics"));
        for (int i = 0; i < 3; i++) {
            tree.ask("/", new JobRequest.Submit(physics, "", Submission.USUAL_URGENCY));
        }
        tree.submit("/", nodes(1, 40));
        tree.submit("/", nodes(1, 10));
        assertThat(tree.states("/", 4))
                .containsExactly(JobState.RUNNING, JobState.PENDING, JobState.PENDING, JobState.RUNNING);
        assertThat(starts(tree)).containsExactly(OptionalLong.of(100), OptionalLong.of(200), OptionalLong.of(40));
        tree.runFor(41_000);
        assertThat(tree.job("/", 5).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoHasRoomNowhereAsLongAsSomeAreDrainedIsToldSo() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(2, 100));
        tree.ask("/", new Request.SetStatus("/cluster0/node3", Status.DRAINED));
        tree.submit("/", nodes(4, 10));
        tree.submit("/", nodes(3, 10));
        assertThat(waiting(tree))
                .containsExactly(
                        new Waiting(new JobId(2), new WaitReason.NotUp(1), OptionalLong.empty()),
                        new Waiting(
                                new JobId(3),
                                reserved(100, new Reason("node", 3, 2, "of 4 free")),
                                OptionalLong.of(100)));
        tree.ask("/", new Request.SetStatus("/cluster0/node3", Status.UP));
        assertThat(starts(tree)).containsExactly(OptionalLong.of(100), OptionalLong.of(110));
    }

    @Test
    void whoIsLateStartsNowAtTheEarliest() {
        TreeHarness tree = under("easy");
        tree.killMillis = 100_000;
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 50));
        tree.runFor(120_000 - tree.now() % 1_000);
        assertThat(timeline(tree, 0, 1_000))
                .extracting(Span::window)
                .containsExactly(new TimeWindow(0, 121), new TimeWindow(120, 170));
        assertThat(waiting(tree))
                .extracting(Waiting::why)
                .containsExactly(reserved(
                        120,
                        new Reason("slot", 4, 0, "found in one place"),
                        new Reason("slot/node", 1, 0, "found in one place (4 busy)")));
    }

    /** The second one has half of the nodes, and the third one needs all of them. */
    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative"})
    void whoIsBehindOneThatIsLateStartsAfterIt(String policy) {
        TreeHarness tree = under(policy);
        tree.killMillis = 100_000;
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(2, 50));
        tree.submit("/", nodes(4, 30));
        tree.runFor(140_000 - tree.now() % 1_000);
        assertThat(timeline(tree, 0, 1_000))
                .extracting(Span::window)
                .containsExactly(new TimeWindow(0, 141), new TimeWindow(140, 190), new TimeWindow(190, 220));
        assertThat(starts(tree)).containsExactly(OptionalLong.of(140), OptionalLong.of(190));
        tree.member("/").instance.checkInvariants();
        tree.runFor(1_000);
        assertThat(starts(tree)).containsExactly(OptionalLong.of(141), OptionalLong.of(191));
    }

    /** The first in the queue is the first to start of several jobs that are all late and need the same. */
    @Test
    void ofThoseThatAreLateOneStartsAfterTheOther() {
        TreeHarness tree = under("conservative");
        tree.killMillis = 100_000;
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 10));
        tree.submit("/", nodes(4, 20));
        tree.submit("/", nodes(2, 30));
        tree.runFor(150_000 - tree.now() % 1_000);
        assertThat(timeline(tree, 0, 1_000))
                .extracting(Span::window)
                .containsExactly(
                        new TimeWindow(0, 151),
                        new TimeWindow(150, 160),
                        new TimeWindow(160, 180),
                        new TimeWindow(180, 210));
    }

    @Test
    void aTimelineHasWhatRunsWhatIsReservedAndWhatIsExpected() {
        TreeHarness tree = under("easy");
        fill(tree);
        assertThat(timeline(tree, 0, 180))
                .containsExactly(
                        new Span(new JobId(1), "owner", new TimeWindow(0, 100), Span.Kind.HELD),
                        new Span(new JobId(2), "owner", new TimeWindow(100, 150), Span.Kind.RESERVED),
                        new Span(new JobId(3), "owner", new TimeWindow(150, 180), Span.Kind.EXPECTED));
        assertThat(timeline(tree, 180, 200)).extracting(Span::job).containsExactly(new JobId(4));
    }

    @Test
    void whoIsPastItsTimeHoldsWhatItHasUpToNow() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 100));
        tree.runFor(100_000 - tree.now() % 1_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.STOPPING);
        assertThat(timeline(tree, 100, 200))
                .containsExactly(new Span(new JobId(1), "owner", new TimeWindow(0, 101), Span.Kind.HELD));
    }

    @Test
    void aUserSeesHisOwn() {
        TreeHarness tree = under("easy");
        fill(tree);
        Principal ann = new Principal("ann", Role.USER);
        tree.ask("/", ann, new JobRequest.Submit(Jobs.jobspec(nodes(1, 10)), "", 16));
        Answer answer = tree.ask("/", ann, new JobRead.Timeline(0, 1_000));
        assertThat(((JobAnswer.Timeline) answer).spans()).extracting(Span::job).containsExactly(new JobId(5));
    }

    /** With and without the question, everything that follows is the same. */
    @Test
    void toAskChangesNothing() {
        requireNoTrace(new Random().nextLong());
    }

    /** Where the forecast changed in which order the nodes are come to. */
    @Test
    void toAskChangesNothingUnderFirst() {
        requireNoTrace(-9151901088920202813L);
    }

    private static void requireNoTrace(long seed) {
        for (String policy : List.of("fcfs", "easy", "conservative", "hybrid")) {
            for (String match : List.of("first", "low")) {
                assertThat(decisions(policy, match, seed, true))
                        .as("%s, %s, seed %d", policy, match, seed)
                        .isEqualTo(decisions(policy, match, seed, false));
            }
        }
    }

    private static List<Decision> decisions(String policy, String match, long seed, boolean asks) {
        TreeHarness tree = TreeHarness.over(
                FOUR,
                config -> config.queueing(QueuePolicy.parse(policy))
                        .matching(MatchPolicy.parse(match), PruneFilters.DEFAULT));
        Random random = new Random(seed);
        tree.killMillis = 2_500;
        for (int i = 1; i <= 80; i++) {
            tree.submit("/", nodes(1 + random.nextInt(4), 1L + random.nextInt(100)));
            if (asks) {
                starts(tree);
                timeline(tree, 0, 1_000);
            }
            if (random.nextInt(3) == 0) {
                tree.finish("/", 1L + random.nextInt(i));
            }
            tree.runFor(random.nextInt(40_000));
        }
        return tree.member("/").journal.stream().map(Effect.Append::decision).toList();
    }
}
