package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueShare;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * For what jobs count among what their users have had. Of a half-life of years next to nothing is lost in a test, so
 * that core seconds can be added up.
 */
class ChargesTest {
    private static final String EIGHT = "cluster { 2 node { 4 core } }";
    private static final Queues QUEUES =
            QueuesTest.queues("", "fairshare=100,half-life=1000d,every=10s", "batch", "debug");
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final InstanceLimits FEW =
            new InstanceLimits(32, 1024, 1000, 2, 3_000, 3_000, 1_000, 100, 3_000, 2_000);

    private final TreeHarness tree = TreeHarness.over(EIGHT, config -> configured());

    private static InstanceConfig configured() {
        return InstanceConfig.root("L0")
                .queueing(QUEUES)
                .rescaling(Elasticity.of("none", new ResourceType("core"), 60, 30_000))
                .within(FEW);
    }

    private void submit(String jobspec) {
        tree.ask("/", ALICE, new JobRequest.Submit(Jobs.jobspec(jobspec), "", Submission.USUAL_URGENCY));
    }

    private void malleable(long min, long max) {
        var jobspec = Jobs.with(
                Jobs.jobspec("1 slot { 1 core } for 1000"), Map.of("malleable", Map.of("min", min, "max", max)));
        tree.ask("/", ALICE, new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY));
    }

    private void malleable() {
        malleable(2, 8);
    }

    private void propose(long slots) {
        tree.send("/", new RescaleRequest.Propose(new JobId(1), slots));
    }

    private void reply(boolean isAccepted) {
        long number = tree.proposed.getFirst().number();
        tree.ask("/", ALICE, new RescaleRequest.Reply(new JobId(1), number, isAccepted, isAccepted ? "" : "no"));
    }

    /** Returns what is used in so many seconds from now on. */
    private double usedIn(int sec) {
        double before = used();
        tree.runFor(sec * 1000L);
        return used() - before;
    }

    private double used() {
        JobAnswer.Queues answer = (JobAnswer.Queues) tree.ask("/", new JobRead.Queues());
        return answer.shares().stream().mapToDouble(QueueShare::used).sum();
    }

    private void assertUsedIn(int sec, double cores) {
        assertThat(usedIn(sec)).isCloseTo(sec * cores, within(0.05 * cores + 0.01));
    }

    @Test
    void aMalleableJobIsChargedForWhatItHolds() {
        malleable();
        assertUsedIn(10, 8);
        propose(3);
        assertUsedIn(10, 8);
        reply(true);
        assertUsedIn(10, 3);
        propose(5);
        assertUsedIn(10, 5);
        reply(false);
        assertUsedIn(10, 3);
        propose(4);
        reply(true);
        assertUsedIn(10, 4);
        propose(2);
        reply(false);
        assertUsedIn(10, 4);
        tree.finish("/", 1);
        assertUsedIn(10, 0);
    }

    @Test
    void aJobThatStartsWithMoreThanItNeedsIsChargedForThat() {
        submit("2-6 slot { 1 core } for 1000");
        assertUsedIn(10, 6);
    }

    @Test
    void whatAMalleableJobHasLostItIsNotChargedFor() {
        malleable(2, 8);
        tree.ask("/", new Request.SetStatus("/cluster0/node1", Status.LOST));
        assertUsedIn(10, 4);
    }

    /** Also in the middle of a proposal, and where the jobs are forgotten that ended before. */
    @Test
    void aReplayOfAShortenedJournalChargesTheSame() {
        for (int i = 0; i < 6; i++) {
            submit("3 slot { 1 core } for 5");
            tree.runFor(6_000);
        }
        malleable();
        tree.runFor(5_000);
        for (long slots : new long[] {4, 6, 2, 7}) {
            tree.send("/", new RescaleRequest.Propose(new JobId(7), slots));
            tree.runFor(3_000);
            long number = tree.proposed.getFirst().number();
            tree.ask("/", ALICE, new RescaleRequest.Reply(new JobId(7), number, slots != 6, ""));
            tree.runFor(7_000);
            submit("8 slot { 1 core } for 5");
        }
        tree.send("/", new RescaleRequest.Propose(new JobId(7), 3));
        tree.runFor(3_000);

        List<Transaction> all = tree.member("/").journal.stream()
                .map(append -> new Transaction(append.atMillis(), List.of(append.decision())))
                .toList();
        var compaction = new JournalCompaction(2, -1);
        all.forEach(compaction::note);
        Instance whole = fresh();
        Instance shortened = fresh();
        all.forEach(one -> {
            one.decisions().forEach(decision -> whole.replay(decision, one.atMillis()));
            compaction
                    .left(one)
                    .ifPresent(rest -> rest.decisions().forEach(it -> shortened.replay(it, rest.atMillis())));
        });
        assertThat(compaction.leftOut()).isPositive();
        String now = Fingerprint.of(tree.member("/").instance.state());
        assertThat(Fingerprint.of(whole.state())).isEqualTo(now);
        assertThat(Fingerprint.of(shortened.state())).isEqualTo(now);
    }

    private static Instance fresh() {
        return Instance.root(configured(), Graphs.graph(EIGHT), Graphs.HORIZON);
    }
}
