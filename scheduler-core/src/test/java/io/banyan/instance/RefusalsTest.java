package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.state.PreemptionRefusals;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For whom nobody can be stopped is looked at again only when that may be otherwise. */
class RefusalsTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final int URGENT = 30;

    private TreeHarness tree = TreeHarness.stopping(FOUR, "easy", "urgency=28,mode=requeue");

    private PreemptionRefusals refusals() {
        return tree.member("/").instance.state().transients().refusals();
    }

    private long looks() {
        return refusals().looks();
    }

    /** Jobs 1 and 2 may not be stopped, job 3 may, and job 4 wants all that there is. */
    private void refuse() {
        tree.submit("/", nodes(2, 2_000), 16, false);
        tree.submit("/", nodes(1, 1_000), 16, false);
        tree.submit("/", nodes(1, 1_000), 16, true);
        tree.submit("/", nodes(4, 100), URGENT, false);
        assertThat(tree.job("/", 4).state()).isEqualTo(JobState.RESERVED);
        assertThat(looks()).as("without anybody, and without job 3").isEqualTo(2);
    }

    @Test
    void whatHappensToWhoIsInNobodysWayIsNoReasonToLookAgain() {
        refuse();
        for (int i = 0; i < 20; i++) {
            tree.submit("/", nodes(3, 50), 16, i % 2 == 0);
        }
        tree.finish("/", 3);
        tree.submit("/", nodes(1, 50), 17, true);
        assertThat(tree.job("/", 25).state()).isEqualTo(JobState.RUNNING);
        tree.finish("/", 25);
        tree.submit("/", nodes(1, 20), 17, false);
        tree.runFor(30_000);
        assertThat(tree.job("/", 26).state()).isEqualTo(JobState.EXPIRED);
        tree.ask("/", new JobRequest.Cancel(new JobId(10)));
        assertThat(looks()).isEqualTo(2);
    }

    @Test
    void whoWasInTheWayAndEndsIsAReason() {
        refuse();
        tree.finish("/", 2);
        assertThat(looks()).isEqualTo(4);
        tree.finish("/", 1);
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.STOPPING);
        tree.runFor(60_000);
        assertThat(tree.job("/", 4).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatIsUpAgainAndAnotherUrgencyAreReasons() {
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath("/cluster0/node3"), Status.DOWN));
        tree.submit("/", nodes(1, 2_000), 16, true);
        tree.submit("/", nodes(2, 2_000), 29, true);
        tree.submit("/", nodes(3, 100), URGENT - 2, false);
        long before = looks();
        tree.submit("/", nodes(3, 50), 16, true);
        assertThat(looks()).isEqualTo(before);
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath("/cluster0/node3"), Status.UP));
        assertThat(looks()).isGreaterThan(before);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        tree.ask("/", new JobRequest.Urge(new JobId(3), URGENT));
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.STOPPING);
    }

    /**
     * No preemption helps job 4. The room for job 5 is reserved, since the first victim would otherwise start again
     * before the last is gone, and be stopped once more.
     */
    @Test
    void aLaterUrgentJobIsHelpedOnceBehindOneThatPreemptionCannotHelp() {
        tree.submit("/", nodes(2, 1_000), 16, false);
        tree.submit("/", nodes(1, 500), 10, true);
        tree.submit("/", nodes(1, 500), 10, true);
        tree.submit("/", nodes(4, 100), 31, false);
        tree.submit("/", nodes(2, 100), 28, false);
        tree.runFor(20_000);
        assertThat(List.of(state(1), state(4), state(5)))
                .containsExactly(JobState.RUNNING, JobState.RESERVED, JobState.RUNNING);
        assertThat(tree.member("/").journal).hasSizeLessThan(20);

        tree.runFor(200_000);
        assertThat(state(5)).isEqualTo(JobState.EXPIRED);
        assertThat(state(4)).as("it starts when job 1 ends, and no sooner").isEqualTo(JobState.RESERVED);
        assertThat(tree.member("/").journal).hasSizeLessThan(40);
    }

    /** Then nothing can be reserved before somebody is stopped. */
    @Test
    void whoIsNextIsHelpedWhereNobodyEverEnds() {
        tree.submit("/", nodes(2, 0), 10, true);
        tree.submit("/", nodes(2, 0), 10, true);
        tree.submit("/", nodes(4, 100), 28, false);
        tree.runFor(10_000);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(tree.member("/").journal).hasSizeLessThan(20);
    }

    private JobState state(long job) {
        return tree.job("/", job).state();
    }

    /** Whatever is remembered, the same is decided as where nothing is. */
    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative"})
    void whatIsRememberedChangesNothing(String policy) {
        long looks = 0;
        long looksWithout = 0;
        for (long seed = 1; seed <= 15; seed++) {
            List<String> with = decisions(policy, seed, false);
            looks += looks();
            List<String> without = decisions(policy, seed, true);
            looksWithout += looks();
            assertThat(with).as("policy " + policy + ", seed " + seed).isEqualTo(without);
        }
        assertThat(looks).isLessThan(looksWithout);
    }

    private List<String> decisions(String policy, long seed, boolean forgets) {
        tree = TreeHarness.stopping(FOUR, policy, "urgency=28,mode=cancel");
        var random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            if (forgets) {
                refusals().clear();
            }
            int job = 1 + random.nextInt(i + 1);
            int what = random.nextInt(10);
            if (what < 7) {
                int urgency = random.nextInt(3) == 0 ? 28 + random.nextInt(3) : 10 + random.nextInt(3);
                tree.submit("/", nodes(1 + random.nextInt(4), 1 + random.nextInt(200)), urgency, random.nextInt(3) > 0);
            } else if (what < 9) {
                tree.ask("/", new JobRequest.Cancel(new JobId(job)));
            } else {
                tree.ask("/", new JobRequest.Urge(new JobId(job), 10 + random.nextInt(20)));
            }
            if (forgets) {
                refusals().clear();
            }
            tree.runFor(random.nextInt(30_000));
        }
        return tree.member("/").journal.stream().map(String::valueOf).toList();
    }
}
