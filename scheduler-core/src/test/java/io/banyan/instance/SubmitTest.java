package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Jobs that are submitted: who starts when, and what becomes of them. The harness checks the invariants after every
 * event.
 */
class SubmitTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";

    private static TreeHarness under(String policy) {
        return TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.parse(policy)));
    }

    private static JobState state(TreeHarness tree, long job) {
        return tree.job("/", job).state();
    }

    private static OptionalLong start(TreeHarness tree, long job) {
        return tree.job("/", job).plan().stream()
                .mapToLong(plan -> plan.startSec() - tree.job("/", 1).window().startSec())
                .findFirst();
    }

    @Test
    void aJobThatFitsStartsAtOnceAndRuns() {
        TreeHarness tree = under("easy");
        JobRecord job = tree.submit("/", nodes(2, 100));
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.ran).extracting(Effect.StartJob::job).containsExactly(job.id());
        tree.finish("/", 1);
        assertThat(state(tree, 1)).isEqualTo(JobState.COMPLETED);
        assertThat(tree.stat("/").amounts().get("node").free()).isEqualTo(4);
    }

    @Test
    void whatFailedSaysSo() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(2, 100));
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), true, "exit status 3"));
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 1).detail()).isEqualTo("exit status 3");
    }

    @Test
    void nobodyOvertakesFirstComeFirstServed() {
        TreeHarness tree = under("fcfs");
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(1, 10));
        assertThat(List.of(state(tree, 2), state(tree, 3))).containsOnly(JobState.PENDING);
        tree.finish("/", 1);
        assertThat(List.of(state(tree, 2), state(tree, 3))).containsOnly(JobState.RUNNING);
    }

    @Test
    void whoeverDoesNotDelayTheFirstOvertakes() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 100));
        assertThat(start(tree, 2)).hasValue(100);
        tree.submit("/", nodes(1, 100));
        tree.submit("/", nodes(4, 10));
        assertThat(state(tree, 2)).isEqualTo(JobState.RESERVED);
        assertThat(state(tree, 3)).isEqualTo(JobState.RUNNING);
        assertThat(state(tree, 4)).isEqualTo(JobState.PENDING);
    }

    @Test
    void conservativeBackfillingPromisesATimeToEverybody() {
        TreeHarness tree = under("conservative");
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(4, 10));
        assertThat(start(tree, 2)).hasValue(100);
        assertThat(start(tree, 3)).hasValue(200);
        tree.submit("/", nodes(1, 100));
        assertThat(state(tree, 4)).isEqualTo(JobState.RUNNING);
        assertThat(start(tree, 2)).hasValue(100);
    }

    @Test
    void anEarlyEndMovesEverybodyForward() {
        TreeHarness tree = under("conservative");
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(4, 10));
        tree.runFor(20_000);
        tree.finish("/", 1);
        assertThat(state(tree, 2)).isEqualTo(JobState.RUNNING);
        assertThat(start(tree, 3)).hasValue(120);
    }

    @Test
    void aReservationStartsAtItsTime() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(2, 50));
        tree.runFor(101_000);
        assertThat(state(tree, 1)).isEqualTo(JobState.EXPIRED);
        assertThat(state(tree, 2)).isEqualTo(JobState.RUNNING);
        assertThat(tree.ran).extracting(Effect.StartJob::job).containsExactly(new JobId(1), new JobId(2));
    }

    @Test
    void nothingIsFreeBeforeWhatRanIsGone() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 100));
        String cancel = tree.send("/", new JobRequest.Cancel(new JobId(1)));
        assertThat(state(tree, 1)).isEqualTo(JobState.STOPPING);
        assertThat(tree.stat("/").amounts().get("node").free()).isZero();
        tree.await(cancel);
        assertThat(state(tree, 1)).isEqualTo(JobState.CANCELLED);
        assertThat(tree.stat("/").amounts().get("node").free()).isEqualTo(4);
    }

    @Test
    void theMoreUrgentTakesTheReservationOfTheFirst() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100), Submission.MOST_URGENT);
        assertThat(state(tree, 2)).isEqualTo(JobState.PENDING);
        assertThat(start(tree, 3)).hasValue(100);
        tree.ask("/", new JobRequest.Urge(new JobId(3), 1));
        assertThat(state(tree, 3)).isEqualTo(JobState.PENDING);
        assertThat(start(tree, 2)).hasValue(100);
    }

    @Test
    void aHeldJobWaitsUntilItIsReleased() {
        TreeHarness tree = under("easy");
        assertThat(tree.submit("/", nodes(1, 100), Submission.HELD).state()).isEqualTo(JobState.PENDING);
        Answer released = tree.ask("/", new JobRequest.Urge(new JobId(1), Submission.USUAL_URGENCY));
        assertThat(((JobAnswer.Submitted) released).job().state()).isEqualTo(JobState.RUNNING);
        Answer late = tree.ask("/", new JobRequest.Urge(new JobId(1), Submission.HELD));
        assertThat(late.toString()).contains("is not waiting");
    }

    @Test
    void whatCanNeverStartIsRefusedWithReasons() {
        TreeHarness tree = under("easy");
        Answer never = tree.ask("/", new JobRequest.Submit(Jobs.jobspec(nodes(5, 10)), "", 16));
        assertThat(((Answer.Refused) never).unsatisfiable()).isTrue();
    }

    @Test
    void aJobThatWaitsCanBeCancelled() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.cancel("/", 2);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.CANCELLED);
        assertThat(start(tree, 3)).hasValue(100);
        tree.cancel("/", 3);
        assertThat(tree.job("/", 3).plan()).as("it never had one that held").isPresent();
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatIsReservedOnANodeThatIsDrainedIsReservedElsewhere() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(2, 200));
        tree.submit("/", nodes(2, 50));
        assertThat(start(tree, 3)).hasValue(100);
        String node = exclusivelyHeld(tree, 3);
        tree.ask("/", new Request.SetStatus(node, Status.DRAINED));
        assertThat(exclusivelyHeld(tree, 3)).isNotEqualTo(node);
        assertThat(start(tree, 3))
                .as("of those that are left, two are free when job 2 has ended")
                .hasValue(200);
        tree.ask("/", new Request.SetStatus(node, Status.UP));
        assertThat(start(tree, 3)).hasValue(100);
    }

    private static String exclusivelyHeld(TreeHarness tree, long job) {
        InstanceState state = tree.member("/").instance.state();
        Selection held = state.schedule().holdings().selection(new JobId(job));
        return IntStream.range(0, held.size())
                .filter(held::exclusive)
                .mapToObj(i -> state.resources().graph().path(held.vertex(i)))
                .filter(path -> path.contains("node") && !path.contains("core"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDaemonThatGoesOnKnowsItsQueue() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(1, 100));
        tree.runFor(5_000);
        InstanceConfig config = InstanceConfig.root("L0").queueing(QueuePolicy.EASY);
        tree.restart("/", Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON));
        assertThat(tree.ran.getLast().goesOn()).isTrue();
        assertThat(start(tree, 2)).hasValue(100);
        assertThat(state(tree, 3)).isEqualTo(JobState.PENDING);
        tree.finish("/", 1);
        assertThat(state(tree, 2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void stoppingEndsWhatRunsAndWhatWaits() {
        TreeHarness tree = under("easy");
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(4, 100));
        tree.ask("/", new Request.Stop());
        tree.runFor(1_000);
        assertThat(tree.archived)
                .extracting(JobRecord::state)
                .containsOnly(JobState.CANCELLED)
                .hasSize(3);
    }
}
