package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.schedule.JobId;
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
        return ((JobAnswer.Pending) tree.ask("/", new JobRequest.Pending(Optional.empty(), true))).waiting();
    }

    private static List<OptionalLong> starts(TreeHarness tree) {
        return waiting(tree).stream().map(Waiting::startSec).toList();
    }

    private static List<Span> timeline(TreeHarness tree, long fromSec, long toSec) {
        return ((JobAnswer.Timeline) tree.ask("/", new JobRequest.Timeline(fromSec, toSec))).spans();
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

    /** Who has been asked for nothing yet. */
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
                        new WaitReason.Reserved(1_000),
                        new WaitReason.TooLate(400),
                        new WaitReason.TooLate(400),
                        new WaitReason.Behind(2));
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
    void aUserSeesHisOwn() {
        TreeHarness tree = under("easy");
        fill(tree);
        Principal ann = new Principal("ann", Role.USER);
        tree.ask("/", ann, new JobRequest.Submit(Jobs.jobspec(nodes(1, 10)), "", 16));
        Answer answer = tree.ask("/", ann, new JobRequest.Timeline(0, 1_000));
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
