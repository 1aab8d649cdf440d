package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.Probe;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance whose resources expire 1,000 s after the epoch. */
class ExpiringResourcesTest {
    private static final String TWO = "cluster { 2 node { 2 core } }";
    private static final String TWO_NODES = "1 slot { 2 node! }";

    private final Instance instance = root(QueuePolicy.EASY);
    private final List<Answer> answers = new ArrayList<>();
    private long now;

    private static Instance root(QueuePolicy policy) {
        return Instance.expiringRoot(
                InstanceConfig.root("top").queueing(policy), Graphs.graph(TWO), new TimeWindow(0, 1_000), Probe.NONE);
    }

    private Answer ask(Request request) {
        return ask(instance, request);
    }

    private Answer ask(Instance of, Request request) {
        on(of, new Event.ClientAsked("call", request));
        return answers.getLast();
    }

    private void on(Instance of, Event event) {
        for (Effect effect : of.on(event, now)) {
            if (effect instanceof Effect.Reply reply) {
                answers.add(reply.answer());
            }
        }
        of.checkInvariants();
    }

    private void timeIs(Instance of, long sec) {
        now = sec * 1_000;
        on(of, new Event.TimeReached());
    }

    private Answer submit(Instance to, String jobspec) {
        return ask(to, new JobRequest.Submit(Jobs.jobspec(jobspec), "", Submission.USUAL_URGENCY));
    }

    private static JobRecord job(Instance of, long id) {
        return of.state().jobs().find(new JobId(id)).orElseThrow();
    }

    @Test
    void aJobThatWouldEndAfterThatIsRefusedWithTheReason() {
        timeIs(instance, 500);
        assertThat(((Answer.Failed) submit(instance, nodes(1, 501))).message())
                .isEqualTo(
                        "the job would run for 501 s and cannot end at 1970-01-01T00:16:40Z, when the resources of this instance expire");
        submit(instance, nodes(1, 500));
        assertThat(job(instance, 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(instance, 1).window().endSec()).isEqualTo(1_000);
        for (var operation : List.of(
                MatchOperation.ALLOCATE, MatchOperation.ALLOCATE_ORELSE_RESERVE, MatchOperation.SATISFIABILITY)) {
            Answer match = ask(new JobRequest.Match(Jobs.jobspec(nodes(1, 501)), operation, MatchFormat.SIMPLE, ""));
            assertThat(((Answer.Refused) match).reasons().toString())
                    .contains("time in seconds: 501 needed, 500 left until the resources expire");
        }
    }

    @Test
    void aJobWithoutADurationEndsThen() {
        submit(instance, "1 slot { 1 node! }");
        assertThat(job(instance, 1).window().endSec()).isEqualTo(1_000);
        timeIs(instance, 1_000);
        assertThat(job(instance, 1).state()).isEqualTo(JobState.STOPPING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "fcfs", "conservative", "hybrid:reservation-depth=2:queue-depth=3"})
    void aJobWaitsNoLongerThanItCanEndInTime(String policy) {
        Instance root = root(QueuePolicy.parse(policy));
        submit(root, TWO_NODES + " for 700");
        submit(root, TWO_NODES + " for 301");
        submit(root, TWO_NODES + " for 300");
        submit(root, TWO_NODES);
        assertThat(job(root, 2).state()).as("there is no room in time").isEqualTo(JobState.PENDING);
        Optional<TimeWindow> planned =
                policy.equals("fcfs") ? Optional.empty() : Optional.of(new TimeWindow(700, 1_000));
        assertThat(job(root, 3).plan()).isEqualTo(planned);
        timeIs(root, 699);
        assertThat(job(root, 2).state()).isEqualTo(JobState.PENDING);
        now = 699_001;
        on(root, new Event.TimeReached());
        assertThat(job(root, 2).state()).isEqualTo(JobState.CANCELLED);
        assertThat(job(root, 2).detail())
                .isEqualTo(
                        "the job would run for 301 s and can no longer end by 1970-01-01T00:16:40Z, when the resources of this instance expire");
        timeIs(root, 700);
        on(root, new Event.JobFinished(new JobId(1), true, ""));
        assertThat(job(root, 3).state()).isEqualTo(JobState.RUNNING);
        timeIs(root, 1_000);
        assertThat(job(root, 4).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void nothingIsAcceptedAfterwardsAndALimitGivesNoMoreTime() {
        submit(instance, nodes(1, 100));
        ask(new JobRequest.Limit(new JobId(1), 2_000));
        assertThat(job(instance, 1).window().endSec()).isEqualTo(100);
        assertThat(answers.getLast().toString()).contains("when the resources of this instance expire");
        timeIs(instance, 2_000);
        assertThat(submit(instance, nodes(1, 1))).isInstanceOf(Answer.Failed.class);
        assertThat(submit(instance, "1 slot { 1 node! }")).isInstanceOf(Answer.Failed.class);
        assertThat(ask(new JobRequest.Match(
                        Jobs.jobspec("1 slot { 1 node! }"), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "")))
                .isInstanceOf(Answer.Refused.class);
    }

    @Test
    void aChildEndsThenAtTheLatest() {
        on(
                instance,
                new Event.ClientAsked("call", new Request.Spawn(Jobs.jobspec(nodes(1, 5_000)), "child", Map.of())));
        assertThat(job(instance, 1).window().endSec()).isEqualTo(1_000);
    }
}
