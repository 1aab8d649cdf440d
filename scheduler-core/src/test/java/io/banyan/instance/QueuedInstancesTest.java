package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.hierarchy.InstanceStop;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.OnLost;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs of the queue that start an instance: the instance starts first, then the tasks, and the job ends when both have
 * ended.
 */
class QueuedInstancesTest {
    private static final String GRAPH = "cluster { 2 node { 2 core } }";
    private static final String NESTED = "1 slot { 1 node! } for 100";
    private static final JobId JOB = new JobId(1);
    private static final String DONE = new CommandEnd(0).toString();
    private static final String FAILED = new CommandEnd(7).toString();

    private static final JobUsage USED = new JobUsage(
            JobUsage.Source.PROCESSES,
            3_000_000,
            10_000,
            OptionalLong.of(1 << 20),
            OptionalLong.empty(),
            OptionalLong.empty());

    private final List<Effect.Append> journal = new ArrayList<>();
    private Instance root = instance(OnLost.KEEP);
    private long now = 1_000;

    private static Instance instance(OnLost onLost) {
        Queues queues = Queues.of(QueuePolicy.EASY).stopping(Preemption.parse("urgency=28,mode=requeue,victims=all"));
        return Instance.root(
                InstanceConfig.root("top").durably(true).queueing(queues).onLost(onLost),
                Graphs.graph(GRAPH),
                Graphs.HORIZON);
    }

    private List<Effect> on(Event event) {
        List<Effect> effects = root.on(event, now += 10);
        effects.stream()
                .filter(Effect.Append.class::isInstance)
                .map(Effect.Append.class::cast)
                .forEach(journal::add);
        root.checkInvariants();
        return effects;
    }

    private List<Effect> ask(Request request) {
        return on(new Event.ClientAsked("call" + now, request));
    }

    private List<Effect> submit(String jobspec, int urgency, Map<String, ?> own) {
        return ask(new JobRequest.Submit(
                Jobs.running(Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", own)), "true"), "", urgency));
    }

    private List<Effect> submit(String jobspec) {
        return submit(jobspec, Submission.USUAL_URGENCY, Map.of("instance", Map.of("policy", "high")));
    }

    private List<Effect> says(UpMessage message) {
        return on(new Event.ChildSaid(JOB, message));
    }

    private List<Effect> joins() {
        says(new UpMessage.Register(JOB, "child", "127.0.0.1:1", false, List.of()));
        return heartbeat();
    }

    private List<Effect> heartbeat() {
        return says(new UpMessage.Heartbeat(
                new InstanceSummary("/1", "job1", "127.0.0.1:1", ChildState.LIVE, Map.of(), 0, 0, 0, List.of())));
    }

    private List<Effect> tasksEnd(String how, boolean byItself) {
        return on(new Event.JobFinished(JOB, !how.equals(DONE), how, byItself));
    }

    private List<Effect> instanceEnds() {
        return on(new Event.ChildExited(JOB, "it ended with status 0"));
    }

    private JobRecord job() {
        return root.state().jobs().find(JOB).orElseThrow();
    }

    private static boolean stopsTasks(List<Effect> effects) {
        return effects.stream().anyMatch(Effect.StopJob.class::isInstance);
    }

    private static boolean stopsInstance(List<Effect> effects) {
        return effects.stream().anyMatch(Effect.StopChild.class::isInstance);
    }

    private static boolean startsInstance(List<Effect> effects) {
        return effects.stream().anyMatch(Effect.StartChild.class::isInstance);
    }

    private static boolean startsTasks(List<Effect> effects) {
        return effects.stream().anyMatch(Effect.StartJob.class::isInstance);
    }

    /** The daemon ends, and the next one replays what was decided. */
    private List<Effect> restart() {
        String before = Fingerprint.of(root.state());
        root = instance(OnLost.KEEP);
        journal.forEach(append -> root.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(root.state())).isEqualTo(before);
        return on(new Event.Restarted());
    }

    @AfterEach
    void whatIsDecidedCanBeReplayed() {
        if (root.config().onLost() == OnLost.KEEP) {
            restart();
        }
    }

    @Test
    void theInstanceStartsWhenItIsTheTurnOfTheJob() {
        submit("1 slot { 2 node! } for 50", Submission.USUAL_URGENCY, Map.of());
        assertThat(startsInstance(submit(NESTED))).isFalse();
        List<Effect> effects = on(new Event.JobFinished(JOB, false, DONE, true));
        assertThat(effects).noneMatch(Effect.StartJob.class::isInstance);
        assertThat(effects.stream().filter(Effect.StartChild.class::isInstance).map(Effect.StartChild.class::cast))
                .singleElement()
                .satisfies(start -> {
                    assertThat(start.child()).isEqualTo(new JobId(2));
                    assertThat(start.path()).isEqualTo("/2");
                    assertThat(start.name()).isEqualTo("job2");
                    assertThat(start.options()).isEqualTo(Map.of("policy", "high"));
                    assertThat(start.resources().vertices())
                            .anyMatch(vertex -> vertex.name().startsWith("node"));
                });
    }

    private static void hasNodeWithCores(List<Effect> effects) {
        assertThat(effects.stream().filter(Effect.StartChild.class::isInstance).map(Effect.StartChild.class::cast))
                .singleElement()
                .satisfies(start -> assertThat(start.resources().vertices())
                        .extracting(vertex -> vertex.type().name())
                        .contains("node", "core"));
    }

    @Test
    void anInstanceHasAllThatIsInItsNodesWhereTheRequestNamesNothingInThem() {
        hasNodeWithCores(submit(NESTED));
        hasNodeWithCores(ask(new Request.Spawn(Jobs.jobspec(NESTED), "child", Map.of())));
    }

    @Test
    void theTasksStartOnceWhenTheInstanceHasJoined() {
        assertThat(startsInstance(submit(NESTED))).isTrue();
        assertThat(startsTasks(says(new UpMessage.Register(JOB, "child", "127.0.0.1:1", false, List.of()))))
                .isFalse();
        assertThat(startsTasks(heartbeat())).isTrue();
        assertThat(startsTasks(heartbeat())).isFalse();
        assertThat(job().child().orElseThrow().address()).isEqualTo("127.0.0.1:1");
    }

    @ParameterizedTest
    @CsvSource({"0, COMPLETED", "7, FAILED"})
    void theJobEndsAsItsTasksWhenTheInstanceIsGone(int status, JobState state) {
        submit(NESTED);
        joins();
        List<Effect> effects = tasksEnd(new CommandEnd(status).toString(), true);
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(stopsTasks(effects)).isFalse();
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        says(new UpMessage.Leave(InstanceStop.ASKED));
        instanceEnds();
        assertThat(job().state()).isEqualTo(state);
        assertThat(job().exitStatus()).hasValue(status);
    }

    @Test
    void aCancelStopsBothAndWaitsForBoth() {
        submit(NESTED);
        joins();
        List<Effect> effects = ask(new JobRequest.Cancel(JOB));
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(stopsTasks(effects)).isTrue();
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        assertThat(tasksEnd(new CommandEnd(143).toString(), false))
                .anyMatch(effect ->
                        effect instanceof Effect.Reply reply && reply.answer() instanceof JobAnswer.Cancelled);
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void tasksThatEndByThemselvesDecideAlsoWhereTheJobWasCancelledJustBefore() {
        submit(NESTED);
        joins();
        ask(new JobRequest.Cancel(JOB));
        tasksEnd(DONE, true);
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void theTimeLimitStopsBoth() {
        submit(NESTED);
        joins();
        now += 100_000;
        List<Effect> effects = on(new Event.TimeReached());
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(stopsTasks(effects)).isTrue();
        tasksEnd(new CommandEnd(143).toString(), false);
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void anInstanceThatDoesNotRegisterFailsItsJob() {
        submit(NESTED);
        now += root.config().limits().startMillis() + 1_000;
        List<Effect> effects = on(new Event.TimeReached());
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(stopsTasks(effects)).isFalse();
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.FAILED);
        assertThat(job().detail()).isEqualTo("it did not register within 60 s (hierarchy.start-timeout)");
    }

    @Test
    void anInstanceThatCannotBeStartedFailsItsJob() {
        submit(NESTED);
        on(new Event.ChildExited(JOB, "it could not be started: no such file"));
        assertThat(job().state()).isEqualTo(JobState.FAILED);
        assertThat(job().detail()).isEqualTo("it could not be started: no such file");
    }

    @Test
    void aKilledInstanceFailsItsJobAndStopsTheTasks() {
        submit(NESTED);
        joins();
        List<Effect> effects = on(new Event.ChildExited(JOB, "killed by signal 9", false));
        assertThat(stopsTasks(effects)).isTrue();
        assertThat(stopsInstance(effects)).isTrue();
        instanceEnds();
        tasksEnd(DONE, true);
        assertThat(job().state()).isEqualTo(JobState.FAILED);
        assertThat(job().detail()).isEqualTo("its instance has ended: killed by signal 9");
    }

    @Test
    void anInstanceThatIsStoppedByItsUserStopsTheTasks() {
        submit(NESTED);
        joins();
        assertThat(stopsTasks(says(new UpMessage.Leave(InstanceStop.ASKED)))).isTrue();
        tasksEnd(new CommandEnd(143).toString(), false);
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(job().detail()).isEqualTo(InstanceStop.ASKED);
    }

    @Test
    void aRequeuedJobStartsAnotherInstance() {
        submit(NESTED);
        joins();
        ask(new JobRequest.Requeue(JOB));
        tasksEnd(new CommandEnd(143).toString(), false);
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        assertThat(startsInstance(instanceEnds())).isTrue();
        assertThat(job().state()).isEqualTo(JobState.RUNNING);
        assertThat(job().child().orElseThrow().state()).isEqualTo(ChildState.STARTING);
        assertThat(startsTasks(joins())).isTrue();
    }

    @Test
    void aRequeuedJobThatIsCancelledMeanwhileEnds() {
        submit(NESTED);
        joins();
        ask(new JobRequest.Requeue(JOB));
        ask(new JobRequest.Cancel(JOB));
        tasksEnd(new CommandEnd(143).toString(), false);
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aMoreUrgentJobPreemptsOne() {
        submit("1 slot { 2 node! } for 100", Submission.USUAL_URGENCY, Map.of("instance", Map.of()));
        joins();
        List<Effect> effects = submit("1 slot { 1 node! } for 10", 30, Map.of());
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(stopsTasks(effects)).isTrue();
        tasksEnd(new CommandEnd(143).toString(), false);
        instanceEnds();
        assertThat(job().state()).isIn(JobState.PENDING, JobState.RESERVED);
        assertThat(root.state().jobs().find(new JobId(2)).orElseThrow().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void theNextDaemonGoesOnWithTheTasksOfAnInstanceThatHasRegistered() {
        submit(NESTED);
        joins();
        assertThat(restart())
                .anyMatch(effect -> effect instanceof Effect.StartJob start && start.goesOn())
                .noneMatch(Effect.StartChild.class::isInstance);
        assertThat(startsTasks(heartbeat())).isFalse();
        assertThat(stopsInstance(tasksEnd(DONE, true))).isTrue();
    }

    @Test
    void theNextDaemonStartsTheTasksOfAnInstanceThatHadNotRegistered() {
        submit(NESTED);
        assertThat(startsTasks(restart())).isFalse();
        assertThat(startsTasks(joins())).isTrue();
    }

    @Test
    void aJobWaitsAgainWhereItsInstanceWasNotStartedBeforeTheDaemonEnded() {
        submit(NESTED);
        restart();
        assertThat(startsInstance(on(new Event.ChildExited(JOB, "none of its processes was running"))))
                .isTrue();
        assertThat(job().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void theNextDaemonStopsBothAgain() {
        submit(NESTED);
        joins();
        ask(new JobRequest.Cancel(JOB));
        List<Effect> effects = restart();
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(effects)
                .anyMatch(effect ->
                        effect instanceof Effect.StopJob stop && stop.earlier().isPresent());
        instanceEnds();
        tasksEnd(new CommandEnd(143).toString(), false);
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void theNextDaemonDoesNotStopTasksThatHaveEnded() {
        submit(NESTED);
        joins();
        tasksEnd(FAILED, true);
        List<Effect> effects = restart();
        assertThat(stopsInstance(effects)).isTrue();
        assertThat(stopsTasks(effects)).isFalse();
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.FAILED);
        assertThat(job().exitStatus()).hasValue(7);
    }

    private List<Effect> lose(String path) {
        return ask(new Request.SetStatus(path, Status.LOST));
    }

    /** The daemon ends between the end of the tasks and that of the instance. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheTasksUsedIsToldWithTheEndOfTheInstance(boolean isRestarted) {
        submit(NESTED);
        joins();
        on(new Event.JobFinished(JOB, true, FAILED, true).using(Optional.of(USED)));
        if (isRestarted) {
            restart();
            joins();
        }
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.FAILED);
        assertThat(job().usage()).hasValue(USED);
    }

    @Test
    void whatTheTasksOfACancelledJobUsedIsToldToo() {
        submit(NESTED);
        joins();
        ask(new JobRequest.Cancel(JOB));
        on(new Event.JobFinished(JOB, true, "", false).using(Optional.of(USED)));
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(job().usage()).hasValue(USED);
    }

    @Test
    void aJobThatWaitsAgainHasUsedNothing() {
        submit(NESTED);
        joins();
        ask(new JobRequest.Requeue(JOB));
        on(new Event.JobFinished(JOB, true, "", false).using(Optional.of(USED)));
        instanceEnds();
        ask(new JobRequest.Cancel(JOB));
        instanceEnds();
        assertThat(job().state().isOver()).isTrue();
        assertThat(job().usage()).isEmpty();
    }

    @Test
    void aLostNodeThatIsNotTheFirstIsLeftToTheInstance() {
        root = instance(OnLost.REQUEUE);
        submit("1 slot { 2 node! } for 100", Submission.USUAL_URGENCY, Map.of("instance", Map.of()));
        joins();
        assertThat(stopsTasks(lose("/cluster0/node1"))).isFalse();
        assertThat(job().state()).isEqualTo(JobState.RUNNING);
        List<Effect> effects = lose("/cluster0/node0");
        assertThat(stopsTasks(effects)).isTrue();
        assertThat(stopsInstance(effects)).isTrue();
        tasksEnd(new CommandEnd(143).toString(), false);
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.FAILED);
        assertThat(root.state().jobs().find(new JobId(2)).map(JobRecord::state)).hasValue(JobState.PENDING);
    }

    @Test
    void anInstanceThatStopsCancelsTheJobsBelow() {
        submit(NESTED);
        joins();
        List<Effect> effects = on(new Event.StopAsked());
        assertThat(stopsTasks(effects)).isTrue();
        assertThat(stopsInstance(effects)).isTrue();
        tasksEnd(new CommandEnd(143).toString(), false);
        instanceEnds();
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aJobWithAnInstanceIsNotMalleable() {
        var jobspec = Jobs.with(
                Jobs.jobspec("1 slot { 1 node! } for 100"),
                Map.of("banyan", Map.of("instance", Map.of()), "malleable", Map.of("min", 1L, "max", 2L)));
        assertThat(ask(new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY)))
                .anyMatch(
                        effect -> effect instanceof Effect.Reply reply
                                && reply.answer() instanceof Answer.Failed failed
                                && failed.message()
                                        .equals(
                                                "a job that starts an instance is not malleable; its instance can grow and shrink"));
    }

    @Test
    void oneThatIsGivenMoreTimeTellsItsInstance() {
        submit(NESTED);
        joins();
        assertThat(ask(new JobRequest.Limit(JOB, 200)))
                .anyMatch(effect -> effect instanceof Effect.ToChild said
                        && said.message() instanceof DownMessage.Registered welcome
                        && welcome.window().durationSec() == 200);
        assertThat(root.state()
                        .submitted()
                        .jobspecOf(JOB)
                        .map(it -> it.attributes().durationSec()))
                .isEqualTo(Optional.of(200L));
    }
}
