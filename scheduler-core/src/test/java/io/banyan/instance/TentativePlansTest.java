package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.Selection;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.InstanceState;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that what is reserved for a job that waits keeps nobody from taking resources away: the job waits for others.
 */
class TentativePlansTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";

    private final TreeHarness tree = TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.EASY));

    private static String nodes(int count) {
        return count + " slot { 1 node! } for 100";
    }

    private static RevokeTarget.ByCounts count(long count) {
        return RevokeTarget.ByCounts.of(Map.of("node", count));
    }

    private JobState state(String path, long job) {
        return tree.job(path, job).state();
    }

    private long total(String path) {
        return tree.stat(path).amounts().get("node").total();
    }

    /** The nodes that are booked for a job. */
    private List<String> held(String path, long job) {
        InstanceState state = tree.member(path).instance.state();
        Selection held = state.schedule().holdings().selection(new JobId(job));
        return IntStream.range(0, held.size())
                .filter(held::exclusive)
                .mapToObj(i -> state.resources().graph().path(held.vertex(i)))
                .filter(it -> it.matches(".*/node[0-9]+"))
                .toList();
    }

    /** At {@code /1}: job 1 runs on one node of three, and two more are free; job 2 waits for all of them. */
    private void aJobWaitsForAllOfAChild() {
        tree.spawn("/", "c", nodes(3).replace(" for 100", ""));
        tree.submit("/1", nodes(1));
        tree.submit("/1", nodes(3));
        assertThat(state("/1", 2)).isEqualTo(JobState.RESERVED);
    }

    @Test
    void whatIsOnlyPlannedGoesWithAShrink() {
        aJobWaitsForAllOfAChild();

        Answer answer = tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByCount(count(2))));

        assertThat(((Answer.Shrunk) answer).paths()).hasSize(2);
        assertThat(total("/1")).isEqualTo(1);
        assertThat(state("/1", 2)).isEqualTo(JobState.PENDING);
        assertThat(state("/1", 1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aShrinkOfWhatRunsNamesOnlyWhatRuns() {
        aJobWaitsForAllOfAChild();

        assertThat(tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByCount(count(3)))))
                .isEqualTo(new Answer.InUse("s1", List.of(new JobId(1)), "in use by job 1"));
        assertThat(state("/1", 2)).isEqualTo(JobState.RESERVED);
    }

    @Test
    void whatIsOnlyPlannedGoesWithAShrinkByPath() {
        aJobWaitsForAllOfAChild();
        List<String> planned = new ArrayList<>(held("/1", 2));
        planned.removeAll(held("/1", 1));

        Answer answer = tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByPaths(planned)));

        assertThat(((Answer.Shrunk) answer).paths()).containsExactlyInAnyOrderElementsOf(planned);
        assertThat(state("/1", 2)).isEqualTo(JobState.PENDING);
    }

    @Test
    void whatIsOnlyPlannedIsIdle() {
        aJobWaitsForAllOfAChild();
        tree.runFor(5_000);

        Answer answer = tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByIdle(1_000)));

        assertThat(((Answer.Shrunk) answer).paths()).hasSize(2);
        assertThat(state("/1", 2)).isEqualTo(JobState.PENDING);
    }

    @Test
    void whatIsOnlyPlannedGoesToTheParentThatWantsItBack() {
        aJobWaitsForAllOfAChild();

        Answer answer = tree.ask("/", new Request.Reclaim("r1", new JobId(1), count(2), 0, false));

        assertThat(((Answer.Reclaimed) answer).paths()).hasSize(2);
        assertThat(((Answer.Reclaimed) answer).why()).isEmpty();
        assertThat(total("/1")).isEqualTo(1);
        assertThat(state("/1", 2)).isEqualTo(JobState.PENDING);
    }

    @Test
    void whatNobodyHasPlannedGoesFirst() {
        tree.spawn("/", "c", "4 slot { 1 node! }");
        tree.submit("/1", nodes(3));
        tree.submit("/1", nodes(2));
        List<String> planned = held("/1", 2);
        tree.submit("/1", "1 slot { 1 node! } for 10");
        tree.finish("/1", 3);
        assertThat(held("/1", 2)).isEqualTo(planned);

        tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByCount(count(1))));

        assertThat(tree.job("/1", 2).window().startSec())
                .isEqualTo(tree.job("/1", 1).window().endSec());
    }

    @Test
    void whoIsPlannedOnWhatIsDrainedWaitsAndIsPlannedAgain() {
        tree.spawn("/", "c", "4 slot { 1 node! }");
        tree.submit("/1", "1 slot { 1 node! } for 10");
        tree.submit("/1", nodes(3));
        tree.submit("/1", nodes(2));

        String call = tree.send(
                "/1", new Request.Shrink("s1", new ShrinkTarget.ByPaths(held("/1", 2)), UseRule.AWAIT, 50_000, false));
        assertThat(state("/1", 3)).as("one node is left").isEqualTo(JobState.PENDING);
        tree.runFor(60_000);

        assertThat(((Answer.Shrunk) tree.await(call)).paths()).isEmpty();
        assertThat(tree.job("/1", 3).window().startSec())
                .as("when the drain is over, two are up again when job 2 ends")
                .isEqualTo(tree.job("/1", 2).window().endSec());
    }

    @Test
    void whatIsOnlyPlannedCanBeRemoved() {
        tree.submit("/", nodes(3));
        tree.submit("/", nodes(4));
        assertThat(state("/", 2)).isEqualTo(JobState.RESERVED);
        List<String> free = new ArrayList<>(held("/", 2));
        free.removeAll(held("/", 1));

        Answer answer = tree.ask("/", new Request.Remove(new VertexTarget.ByPath(free.getFirst()), false));

        assertThat(answer).isEqualTo(new Answer.Removed(free, List.of()));
        assertThat(state("/", 2)).isEqualTo(JobState.PENDING);
    }

    @Test
    void whatIsRemovedByForceIsTakenFromWhoRunsAndNotFromWhoWaits() {
        tree.submit("/", nodes(4));
        tree.submit("/", nodes(3));
        String taken = held("/", 2).getFirst();

        Answer answer = tree.ask("/", new Request.Remove(new VertexTarget.ByPath(taken), true));

        assertThat(answer).isEqualTo(new Answer.Removed(List.of(taken), List.of(new JobId(1))));
        assertThat(held("/", 2)).hasSize(3).doesNotContain(taken);
        assertThat(tree.job("/", 2).window().startSec())
                .isEqualTo(tree.job("/", 1).window().endSec());
    }

    @Test
    void whatAProviderBroughtGoesBackAlthoughSomethingIsPlannedThere() {
        TreeHarness rented = TreeHarness.over(
                "cluster { 1 node { 2 core } }",
                config -> config.queueing(QueuePolicy.EASY).asking(GrowOrder.PROVIDER_FIRST, List.of("lab")));
        rented.provide("lab", Clouds.of(1));
        assertThat(rented.grow("/", "g1", "1 slot { 1 node { 2 socket { 4 core } } }"))
                .isInstanceOf(Answer.Grown.class);
        rented.submit("/", nodes(1));
        rented.submit("/", "2 node! for 100");
        assertThat(rented.job("/", 2).state()).isEqualTo(JobState.RESERVED);

        Answer answer = rented.ask("/", new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));

        assertThat(((Answer.Shrunk) answer).why()).isEmpty();
        assertThat(rented.released("lab")).hasSize(1);
        assertThat(rented.job("/", 2).state()).isEqualTo(JobState.PENDING);
    }
}
