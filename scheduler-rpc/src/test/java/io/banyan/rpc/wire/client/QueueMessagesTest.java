package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueShare;
import io.banyan.instance.message.client.QueueSummary;
import io.banyan.instance.message.client.Span;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Excess;
import io.banyan.queue.Limit;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.v1.LimitRequest;
import io.banyan.v1.OutputRequest;
import io.banyan.v1.PendingReply;
import io.banyan.v1.SetQueueRequest;
import io.banyan.v1.SubmitRequest;
import io.banyan.v1.UrgeRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the messages about jobs that wait, there and back, and those that make no sense. */
class QueueMessagesTest {
    private static final String JOBSPEC = """
            {"version":1,"resources":[{"type":"slot","count":1,"label":"s","with":[{"type":"core","count":1}]}],\
            "tasks":[],"attributes":{"system":{"duration":60}}}""";
    private static final JobId JOB = new JobId(7);

    @Test
    void requestsComeAsTheyWent() throws Exception {
        var submit = new JobRequest.Submit(JobspecReader.read(JOBSPEC, "test"), "name", 31, IdSet.parse("0-3,7"));
        assertThat(QueueMessages.read(QueueMessages.write(submit))).isEqualTo(submit);
        var alone = new JobRequest.Submit(JobspecReader.read(JOBSPEC, "test"), "", 0);
        assertThat(QueueMessages.read(QueueMessages.write(alone))).isEqualTo(alone);
        var urge = new JobRequest.Urge(JOB, 0);
        assertThat(QueueMessages.read(QueueMessages.write(urge))).isEqualTo(urge);
        var urgeReserved = new JobRequest.Urge(JOB, 0, Set.of(JobState.RESERVED));
        assertThat(QueueMessages.read(QueueMessages.write(urgeReserved))).isEqualTo(urgeReserved);
        var requeue = new JobRequest.Requeue(JOB, Set.of(JobState.RUNNING, JobState.STOPPING));
        assertThat(QueueMessages.read(QueueMessages.write(requeue))).isEqualTo(requeue);
        var limit = new JobRequest.Limit(JOB, 90);
        assertThat(QueueMessages.read(QueueMessages.write(limit))).isEqualTo(limit);
        var one = new JobRead.Pending(Optional.of(JOB));
        assertThat(WaitMessages.read(WaitMessages.write(one))).isEqualTo(one);
        var all = new JobRead.Pending(Optional.empty());
        assertThat(WaitMessages.read(WaitMessages.write(all))).isEqualTo(all);
        var estimated = new JobRead.Pending(Optional.empty(), true);
        assertThat(WaitMessages.read(WaitMessages.write(estimated))).isEqualTo(estimated);
        var timeline = new JobRead.Timeline(3, 9);
        assertThat(TimelineMessages.read(TimelineMessages.write(timeline))).isEqualTo(timeline);
        var named = new JobRead.Timeline(3, 9, true);
        assertThat(TimelineMessages.read(TimelineMessages.write(named))).isEqualTo(named);
        var output = new OutputMessages.Wanted(InstancePath.parse("/"), JOB, 1L << 40);
        assertThat(OutputMessages.read(OutputMessages.write(output))).isEqualTo(output);
        var kept = new OutputMessages.Wanted(InstancePath.parse("/3/2"), JOB, 0);
        assertThat(OutputMessages.read(OutputMessages.write(kept))).isEqualTo(kept);
        assertThat(OutputMessages.write(kept).getJob())
                .as("what an earlier version reads")
                .isZero();
    }

    @Test
    void anUrgencyThatIsNotSaidIsTheUsualOne() throws Exception {
        assertThat(QueueMessages.read(
                                SubmitRequest.newBuilder().setJobspec(JOBSPEC).build())
                        .urgency())
                .isEqualTo(16);
    }

    @Test
    void everyReasonToWaitComesAsItWent() throws Exception {
        List<WaitReason> reasons = List.of(
                new WaitReason.Held(),
                new WaitReason.Stopping(),
                new WaitReason.BeginTime(1_795_000_000_123L),
                new WaitReason.Reserved(1_795_000_000L),
                new WaitReason.Booked(1_795_000_000L),
                new WaitReason.Reserved(1_795_000_000L, Optional.of(new WaitReason.Kept("tidy", 1_795_000_000L))),
                new WaitReason.ForReservation("course", OptionalLong.of(1_795_000_000L)),
                new WaitReason.ForReservation("course", OptionalLong.empty()),
                new WaitReason.TooLate(1_795_000_000L),
                new WaitReason.NotUp(2),
                new WaitReason.Kept("tidy", 1_795_000_000L),
                new WaitReason.Behind(3),
                new WaitReason.OverLimit(new Excess(new Limit("debug", Limit.Of.USER, "ada", "core", 8), 7, 2)),
                new WaitReason.QueueStopped("debug", "the file system is down"),
                new WaitReason.Resources(List.of(
                        new Reason("node", 8, 0, "of 8 free"),
                        new Reason("core", 8, 9, "of 9 free", OptionalLong.of(1_795_000_000L)))),
                new WaitReason.Resources(List.of()),
                new WaitReason.Depends(List.of(
                        new Dependency(Dependency.Scheme.AFTEROK, IdSet.parse("1-3")),
                        new Dependency(Dependency.Scheme.SINGLETON, IdSet.parse("4")),
                        new Dependency(Dependency.Scheme.AFTERNOTOK, IdSet.parse("5-7"), true))));
        List<Waiting> waiting = new ArrayList<>();
        reasons.forEach(reason -> waiting.add(new Waiting(new JobId(waiting.size() + 1), reason)));
        waiting.add(new Waiting(JOB, new WaitReason.Held(), OptionalLong.of(5)));
        var pending = new JobAnswer.Pending(waiting);
        assertThat(WaitMessages.read(WaitMessages.pending(pending))).isEqualTo(pending);
    }

    @Test
    void queuesComeAsTheyWent() throws Exception {
        var set = new JobRequest.SetQueue("debug", Optional.of(true), Optional.of(false), "why");
        assertThat(QueueStates.read(QueueStates.write(set))).isEqualTo(set);
        var nothing = new JobRequest.SetQueue("", Optional.empty(), Optional.empty(), "");
        assertThat(QueueStates.read(QueueStates.write(nothing))).isEqualTo(nothing);
        var queues = new JobAnswer.Queues(
                List.of(
                        new QueueSummary(
                                "debug",
                                "fcfs",
                                10,
                                3,
                                2,
                                true,
                                false,
                                "why",
                                List.of("user.jobs=2"),
                                "{\"properties\": [\"fast\"]}"),
                        new QueueSummary("", "easy", 0, 0, 0, false, true, "", List.of(), "")),
                List.of("user.jobs=9"),
                List.of(new QueueShare("physics", "ada", 3.5e9, 0.25), new QueueShare("", "bob", 0, 1)));
        assertThat(QueueStates.read(QueueStates.queues(queues))).isEqualTo(queues);
        refused(
                () -> QueueStates.read(
                        SetQueueRequest.newBuilder().setWhy("a\nb").build()),
                "a reason");
    }

    @Test
    void everySpanComesAsItWent() throws Exception {
        List<Span> spans = Stream.of(Span.Kind.values())
                .map(kind -> new Span(JOB, kind.name().toLowerCase(Locale.ROOT), new TimeWindow(1, 9), kind))
                .toList();
        spans = new ArrayList<>(spans);
        spans.add(new Span(
                JOB,
                "ann",
                new TimeWindow(1, 9),
                Span.Kind.HELD,
                Optional.of("tidy"),
                List.of("node0", "node1"),
                OptionalLong.of(12)));
        var timeline = new JobAnswer.Timeline(spans);
        assertThat(TimelineMessages.read(TimelineMessages.timeline(timeline))).isEqualTo(timeline);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        refused(
                () -> QueueMessages.read(
                        SubmitRequest.newBuilder().setJobspec("{").build()),
                "");
        refused(
                () -> QueueMessages.read(SubmitRequest.newBuilder()
                        .setJobspec(JOBSPEC)
                        .setUrgency(32)
                        .build()),
                "from 0 to 31");
        refused(
                () -> QueueMessages.read(SubmitRequest.newBuilder()
                        .setJobspec(JOBSPEC)
                        .setIndices("0-999999")
                        .build()),
                "at most");
        refused(
                () -> QueueMessages.read(SubmitRequest.newBuilder()
                        .setJobspec(JOBSPEC)
                        .setIndices("x")
                        .build()),
                "x");
        refused(() -> QueueMessages.read(UrgeRequest.newBuilder().setJob(0).build()), "");
        refused(
                () -> QueueMessages.read(
                        LimitRequest.newBuilder().setJob(1).setDurationSec(-1).build()),
                "");
        refused(
                () -> OutputMessages.read(
                        OutputRequest.newBuilder().setJob(1).setOffset(-1).build()),
                "0 or more");
        refused(
                () -> WaitMessages.read(PendingReply.newBuilder()
                        .addWaiting(io.banyan.v1.Waiting.newBuilder().setJob(3))
                        .build()),
                "Why job 3 waits");
    }

    private static void refused(ThrowingCallable reading, String why) {
        assertThatThrownBy(reading).isInstanceOf(WireException.class).hasMessageContaining(why);
    }
}
