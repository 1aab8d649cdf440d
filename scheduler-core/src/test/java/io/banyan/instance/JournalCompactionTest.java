package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests what is left of a journal after the same was done many times. That what is left is enough is tested on random
 * trees.
 */
class JournalCompactionTest {
    private static final String GRAPH = "cluster { 4 node { 2 core } }";
    private static final String NODE = " slot { 1 node { 2 core } }";
    private static final int OFTEN = 50;
    private static final long FORGETS_AT_ONCE = -1;

    private final TreeHarness tree = TreeHarness.over(GRAPH, plain -> {
        InstanceConfig few =
                plain.within(new InstanceLimits(32, 1024, 1000, 2, 3_000, 3_000, 1_000, 100, 3_000, 2_000));
        return plain.parentJob().isEmpty() ? few.asking(GrowOrder.PARENT_FIRST, List.of("ec2")) : few;
    });

    private static List<Decision> left(Member member) {
        var compaction = new JournalCompaction(2, FORGETS_AT_ONCE);
        List<Transaction> all = member.journal.stream()
                .map(append -> new Transaction(append.atMillis(), List.of(append.decision())))
                .toList();
        all.forEach(compaction::note);
        List<Decision> left = new ArrayList<>();
        all.forEach(one -> compaction.left(one).ifPresent(rest -> left.addAll(rest.decisions())));
        assertThat(compaction.leftOut()).isEqualTo(all.size() - left.size());
        return left;
    }

    private List<Decision> left(String path) {
        return left(tree.member(path));
    }

    @Test
    void jobsThatHaveEndedGoButForThoseThatAreRemembered() {
        IntStream.rangeClosed(1, OFTEN).forEach(job -> {
            tree.allocate("/", "1" + NODE);
            tree.cancel("/", job);
        });
        assertThat(left("/")).hasSize(4);
        assertThat(tree.member("/").journal).hasSize(2 * OFTEN);
    }

    /** Replay takes a job that is left out for one that has ended as it was to. */
    @Test
    void jobsStayWhileAJobWaitsForOneOfThem() {
        tree.submit("/", "1 slot { 1 core } for 100", 16);
        tree.submit("/", "1 slot { 1 core } for 10000", 16);
        tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(
                                Jobs.jobspec("1 slot { 1 core } for 100"),
                                Map.of(
                                        "dependencies",
                                        List.of(Map.of("scheme", "afternotok", "value", "1-2", "any", true)))),
                        "",
                        Submission.USUAL_URGENCY));
        tree.finish("/", 1);
        IntStream.rangeClosed(4, 3 + OFTEN).forEach(job -> {
            tree.allocate("/", "1 slot { 1 core } for 10");
            tree.cancel("/", job);
        });
        Member member = tree.member("/");
        Instance fresh = Instance.root(member.instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
        left("/").forEach(decision -> fresh.replay(decision, 0));
        assertThat(fresh.state().submitted().prerequisites())
                .hasToString(member.instance.state().submitted().prerequisites().toString());
        tree.happen(member, new Event.JobFinished(new JobId(2), true, "exit 1", true));
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.RUNNING);
        IntStream.rangeClosed(4 + OFTEN, 8 + OFTEN).forEach(job -> {
            tree.allocate("/", "1 slot { 1 core } for 10");
            tree.cancel("/", job);
        });
        assertThat(left("/").stream()
                        .filter(JobDecision.JobEnded.class::isInstance)
                        .map(it -> ((JobDecision.JobEnded) it).job().value()))
                .as("once it runs, nobody needs them")
                .containsExactly(7L + OFTEN, 8L + OFTEN);
    }

    @Test
    void whatTheParentGrantedAndGotBackGoesAtBothWhileTheirJobsRun() {
        tree.spawn("/", "below", "1" + NODE);
        tree.allocate("/1", "1" + NODE);
        int before = left("/").size() + left("/1").size();
        for (int i = 0; i < OFTEN; i++) {
            assertThat(tree.grow("/1", "g" + i, "1" + NODE)).isInstanceOf(Answer.Grown.class);
            tree.shrink("/1", "s" + i, new ShrinkTarget.ByGrow("g" + i));
        }
        assertThat(left("/").size() + left("/1").size()).isEqualTo(before);
        assertThat(tree.member("/1").journal).hasSizeGreaterThan(2 * OFTEN);
    }

    @Test
    void aJobThatGrowsAndShrinksLeavesNothingOfIt() {
        tree.allocate("/", "1" + NODE);
        for (int i = 0; i < OFTEN; i++) {
            assertThat(tree.growJob("/", "g" + i, 1, "1" + NODE)).isInstanceOf(Answer.Grown.class);
            tree.shrink("/", "s" + i, new ShrinkTarget.ByGrow("g" + i));
        }
        assertThat(left("/")).hasSize(1);
    }

    @Test
    void instancesThatHaveEndedGoWithTheirJobs() {
        for (int i = 1; i <= OFTEN; i++) {
            tree.spawn("/", "c" + i, "1" + NODE);
            tree.cancel("/", i);
            tree.runFor(3_000);
        }
        int each = tree.member("/").journal.size() / OFTEN;
        assertThat(left("/")).hasSizeLessThanOrEqualTo(3 * each);
    }

    @Test
    void ofStatusesAndPropertiesTheLastIsLeft() {
        for (int i = 0; i < OFTEN; i++) {
            tree.ask("/", new Request.SetStatus("/cluster0/node1", i % 2 == 0 ? Status.DOWN : Status.UP));
            tree.ask("/", new Request.SetProperty("/cluster0/node1", "a", Optional.of("x" + i)));
            tree.ask("/", new Request.SetProperty("/cluster0/node1", "b", Optional.of("x" + i)));
        }
        assertThat(left("/"))
                .containsExactlyInAnyOrder(
                        new EditDecision.StatusChanged("/cluster0/node1", Status.UP),
                        new EditDecision.PropertyChanged("/cluster0/node1", "a", Optional.of("x" + (OFTEN - 1))),
                        new EditDecision.PropertyChanged("/cluster0/node1", "b", Optional.of("x" + (OFTEN - 1))));
    }

    @Test
    void whatAProviderBroughtGoesOnceItHasTakenItBackAndNotBefore() {
        tree.provide("ec2", Clouds.of(1));
        String many = "5" + NODE;
        for (int i = 0; i < OFTEN; i++) {
            assertThat(tree.grow("/", "g" + i, many)).isInstanceOf(Answer.Grown.class);
            if (i == OFTEN / 2) {
                tree.failReleases("the API is down");
            }
            tree.shrink("/", "s" + i, new ShrinkTarget.ByGrow("g" + i));
            if (i == OFTEN / 2) {
                tree.failReleases("");
            }
        }
        assertThat(left("/")).hasSizeLessThan(15);
        assertThat(tree.stat("/").unreleased()).hasSize(1);
        assertThat(left("/"))
                .filteredOn(GrowDecision.Grown.class::isInstance)
                .extracting(decision -> ((GrowDecision.Grown) decision).grant().requestId())
                .contains("g" + OFTEN / 2);
    }

    @Test
    void aProviderThatRefusesLeavesNothing() {
        tree.provide("ec2", Clouds.refusing("there is none"));
        for (int i = 0; i < OFTEN; i++) {
            assertThat(tree.grow("/", "g" + i, "5" + NODE)).isInstanceOf(Answer.Refused.class);
        }
        assertThat(tree.member("/").journal).hasSize(2 * OFTEN);
        assertThat(left("/")).isEmpty();
    }

    @Test
    void aGrantStaysWithAJobThatIsInIt() {
        tree.spawn("/", "below", "1" + NODE);
        tree.grow("/1", "g", "2" + NODE);
        tree.allocate("/1", "2" + NODE);
        assertThat(left("/1")).filteredOn(GrowDecision.Grown.class::isInstance).hasSize(1);
        tree.cancel("/1", 1);
        tree.shrink("/1", "s", new ShrinkTarget.ByGrow("g"));
        // The last job is remembered, and what it was in with it.
        assertThat(left("/1")).filteredOn(GrowDecision.Grown.class::isInstance).hasSize(1);
        for (int i = 0; i < 3; i++) {
            tree.allocate("/1", "1" + NODE);
            tree.cancel("/1", 2 + i);
        }
        assertThat(left("/1")).filteredOn(GrowDecision.Grown.class::isInstance).isEmpty();
    }

    @Test
    void withinAnHourGrowsAndReturnsAreRememberedWhole() {
        tree.spawn("/", "below", "1" + NODE);
        tree.allocate("/1", "1" + NODE);
        tree.grow("/1", "g", "1" + NODE);
        tree.shrink("/1", "s", new ShrinkTarget.ByGrow("g"));
        List<Transaction> all = tree.member("/1").journal.stream()
                .map(append -> new Transaction(append.atMillis(), List.of(append.decision())))
                .toList();
        var compaction = new JournalCompaction(2);
        all.forEach(compaction::note);
        assertThat(compaction.leftOut()).isZero();
        assertThat(compaction.isWorthIt()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> compaction.note(all.getFirst()));
        var later = new JournalCompaction(2);
        all.forEach(later::note);
        later.note(new Transaction(
                all.getLast().atMillis() + 3_600_001,
                List.of(new EditDecision.StatusChanged("/cluster0/node0", Status.UP))));
        // The grow, that a client began the shrink, what went back, and that it was freed.
        assertThat(later.leftOut()).isEqualTo(4);
    }
}
