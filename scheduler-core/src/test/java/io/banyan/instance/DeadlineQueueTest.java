package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.explain.Explanation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A queue that books jobs by their deadlines when they are submitted. The harness checks the invariants after every
 * event.
 */
class DeadlineQueueTest {
    private final TreeHarness tree = over(Queues.of(QueuePolicy.DEADLINE));

    private static ResourceGraph grid() {
        ResourceGraph graph = Graphs.graph("cluster { 8 node { 2 core } }");
        NetworkMap.write(graph, graph.root(), Grid.of(4, 2));
        return graph;
    }

    private static TreeHarness over(Queues queues) {
        return TreeHarness.over(grid(), config -> config.queueing(queues));
    }

    private static Jobspec by(long deadlineSec, String policy, String jobspec) {
        return Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", Map.of("deadline", deadlineSec, "policy", policy)));
    }

    private static JobRequest.Submit request(Jobspec jobspec) {
        return new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY);
    }

    private Answer submit(Jobspec jobspec) {
        return tree.ask("/", request(jobspec));
    }

    private JobRecord booked(Jobspec jobspec) {
        return ((JobAnswer.Submitted) submit(jobspec)).job();
    }

    private long nowSec() {
        return tree.now() / 1000;
    }

    private JobRecord job(long id) {
        return tree.job("/", id);
    }

    private long startIn(long id, long fromSec) {
        return job(id).window().startSec() - fromSec;
    }

    private Set<Integer> placesOf(long id) {
        var state = tree.member("/").instance.state();
        NetworkMap network = NetworkMap.of(state.resources().graph()).orElseThrow();
        Set<Integer> places = new TreeSet<>();
        for (int v : state.schedule().holdings().vertices(new JobId(id))) {
            if (network.node(v) >= 0) {
                places.add(network.node(v));
            }
        }
        return places;
    }

    @Test
    void aJobIsBookedWhenItIsSubmitted() {
        long now = nowSec();
        assertThat(booked(by(now + 100, "hilbert", nodes(6, 100))).state()).isEqualTo(JobState.RUNNING);
        assertThat(booked(by(now + 300, "hilbert", nodes(4, 100))).state()).isEqualTo(JobState.RESERVED);
        assertThat(startIn(2, now)).isEqualTo(100);
        assertThat(placesOf(2)).containsExactly(0, 1, 4, 5);
    }

    @Test
    void aRefusalNamesTheEarliestDeadlineThatCanBeMet() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(6, 100)));
        Answer refused = submit(by(now + 199, "hilbert", nodes(4, 100)));
        assertThat(((Answer.Refused) refused).unsatisfiable()).isFalse();
        assertThat(((Answer.Refused) refused)
                        .reasons()
                        .getFirst()
                        .reasons()
                        .getFirst()
                        .toString())
                .isEqualTo("it cannot end by its deadline, " + at(now + 199) + "; the earliest possible deadline is "
                        + at(now + 200));
        assertThat(booked(by(now + 200, "hilbert", nodes(4, 100))).state()).isEqualTo(JobState.RESERVED);
    }

    private static String at(long sec) {
        return Instant.ofEpochSecond(sec).toString();
    }

    @Test
    void aBookingStaysWhenThereIsMoreRoomThanWasPlanned() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(4, 100)));
        Set<Integer> places = placesOf(2);
        tree.finish("/", 1);
        tree.runFor(5_000);
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        assertThat(startIn(2, now)).isEqualTo(100);
        tree.runFor(100_000);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        assertThat(placesOf(2)).isEqualTo(places);
    }

    @Test
    void noOtherQueueMovesABooking() {
        TreeHarness two = over(new Queues(
                QueuePolicy.CONSERVATIVE,
                Stream.of("grid,policy=deadline", "batch,policy=conservative")
                        .map(QueueText::queue)
                        .toList(),
                QueueLimits.NONE,
                QueueText.priority("", List.of())));
        long now = two.now() / 1000;
        two.ask("/", request(by(now + 100, "hilbert", nodes(8, 100))));
        two.ask("/", request(by(now + 300, "hilbert", nodes(4, 100))));
        Jobspec batch = Jobs.jobspec(nodes(8, 50));
        two.ask(
                "/",
                request(new Jobspec(
                        batch.version(),
                        batch.resources(),
                        batch.tasks(),
                        batch.attributes().inQueue("batch", batch.attributes().constraint()))));
        two.finish("/", 1);
        assertThat(two.job("/", 3).state()).isEqualTo(JobState.RUNNING);
        assertThat(two.job("/", 2).window().startSec()).isEqualTo(now + 100);
    }

    @Test
    void aJobIsBookedFromItsBeginOn() {
        long now = nowSec();
        Jobspec jobspec = Jobs.with(
                Jobs.jobspec(nodes(8, 100)),
                Map.of(
                        "banyan", Map.of("deadline", now + 1_000, "policy", "hilbert"),
                        "dependencies", List.of(Map.of("scheme", "begin-time", "value", now + 500))));
        assertThat(booked(jobspec).state()).isEqualTo(JobState.RESERVED);
        assertThat(startIn(1, now)).isEqualTo(500);
        tree.runFor(501_000);
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void allJobsOfAnArrayAreBookedOrNone() {
        long now = nowSec();
        Jobspec four = by(now + 250, "hilbert", nodes(4, 100));
        Answer refused = tree.ask("/", new JobRequest.Submit(four, "", Submission.USUAL_URGENCY, IdSet.parse("1-5")));
        assertThat(refused).isInstanceOf(Answer.Refused.class);
        assertThat(tree.member("/").instance.state().jobs().all()).isEmpty();
        assertThat(tree.ask("/", new JobRequest.Submit(four, "", Submission.USUAL_URGENCY, IdSet.parse("1-4"))))
                .isInstanceOf(JobAnswer.Submitted.class);
        assertThat(tree.states("/", 4))
                .containsExactly(JobState.RUNNING, JobState.RUNNING, JobState.RESERVED, JobState.RESERVED);
        assertThat(tree.ask("/", new JobRequest.SubmitAll(List.of(request(four), request(four)))))
                .isInstanceOf(JobAnswer.NoneSubmitted.class);
    }

    @Test
    void aDrainedNodeIsReplacedWithinTheDeadline() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(4, 100)));
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.DRAINED));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        assertThat(startIn(2, now)).isEqualTo(100);
        assertThat(placesOf(2)).doesNotContain(0).hasSize(4);
    }

    @Test
    void aBookingWhoseNodesAreGoneWaitsUntilItIsTooLate() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(8, 100)));
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.DRAINED));
        assertThat(job(2).state()).isEqualTo(JobState.PENDING);
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.UP));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.DRAINED));
        tree.runFor(202_000);
        assertThat(job(2).state()).isEqualTo(JobState.CANCELLED);
        assertThat(job(2).detail()).contains("cannot end by its deadline");
    }

    @Test
    void aJobThatStartsLateEndsWithItsBooking() {
        long now = nowSec();
        booked(by(now + 400, "hilbert", nodes(8, 100)));
        booked(by(now + 400, "hilbert", nodes(8, 100)));
        booked(by(now + 400, "hilbert", nodes(8, 100)));
        tree.killMillis = 31_000;
        tree.runFor(130_000);
        assertThat(job(2).window()).isEqualTo(new TimeWindow(now + 100, now + 200));
        tree.runFor(2_000);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(2).window().endSec()).isEqualTo(now + 200);
        assertThat(startIn(3, now)).isEqualTo(200);
    }

    @Test
    void aJobThatStartsLateWithoutSlackHasTheRestOfItsBooking() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 200, "hilbert", nodes(8, 100)));
        tree.killMillis = 31_000;
        tree.runFor(132_000);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(2).window().endSec()).isEqualTo(now + 200);
    }

    @Test
    void aBookedJobThatCannotStartExpiresWithItsBooking() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 200, "hilbert", nodes(8, 100)));
        tree.killMillis = 150_000;
        tree.runFor(199_000);
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        tree.runFor(2_000);
        assertThat(job(2).state()).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void aDrainedNodeHasNoJobsThatStartLater() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(8, 100)));
        assertThat(tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.DRAINED)))
                .isInstanceOfSatisfying(
                        Answer.StatusSet.class, set -> assertThat(set.running()).containsExactly(new JobId(1)));
    }

    @Test
    void aBookedJobIsNotChanged() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(8, 100)));
        assertThat(tree.ask("/", new JobRequest.Urge(new JobId(2), 31, Set.of()))
                        .toString())
                .contains("job 2 is booked");
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(2), 50)).toString())
                .contains("job 2 is booked");
        assertThat(tree.ask("/", new JobRequest.SetQueue("", Optional.empty(), Optional.of(false), "later"))
                        .toString())
                .contains("booked jobs, whose starts are promised");
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        tree.cancel("/", 2);
        assertThat(job(2).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aJobThatCannotBeBookedIsRefusedInOneSentence() {
        long now = nowSec();
        assertThat(submit(Jobs.jobspec(nodes(1, 100))).toString())
                .contains("the queue books jobs when they are submitted, so each job needs a deadline");
        assertThat(submit(by(now + 50, "hilbert", nodes(1, 100))).toString()).contains("cannot end at its deadline");
        assertThat(submit(by(now + 50, "hilbert", "1 slot { 1 node! }")).toString())
                .contains("a job with a deadline must have a duration");
        assertThat(tree.ask("/", new JobRequest.Submit(by(now + 500, "hilbert", nodes(1, 100)), "", Submission.HELD))
                        .toString())
                .contains("a job cannot be held");
        assertThat(submit(by(now + 500, "hilbert", nodes(9, 100))))
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        it -> assertThat(it.unsatisfiable()).isTrue());
        assertThat(tree.member("/").instance.state().jobs().all()).isEmpty();
    }

    @Test
    void aLeakIsAcceptedAndWaitsForItsFirstNode() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        assertThat(booked(by(now + 900, "leak", nodes(1, 300))).state()).isEqualTo(JobState.PENDING);
        assertThat(booked(by(now + 400, "leak", nodes(1, 300))).state()).isEqualTo(JobState.PENDING);
        assertThat(submit(by(now + 399, "leak", nodes(1, 300)))).isInstanceOf(Answer.Refused.class);
        tree.finish("/", 1);
        tree.runFor(1_000);
        assertThat(tree.states("/", 3)).containsExactly(JobState.COMPLETED, JobState.RUNNING, JobState.RUNNING);
        assertThat(placesOf(2)).containsExactly(7);
        assertThat(placesOf(3)).containsExactly(5);
    }

    private static Jobspec goingOn(long deadlineSec, String jobspec) {
        return Jobs.with(
                Jobs.jobspec(jobspec),
                Map.of("banyan", Map.of("deadline", deadlineSec, "policy", "hilbert", "end", "deadline")));
    }

    @Test
    void aJobThatMayGoOnEndsAtItsDeadline() {
        long now = nowSec();
        booked(goingOn(now + 250, nodes(4, 100)));
        tree.runFor(110_000);
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(1).window().endSec()).isEqualTo(now + 160);
        tree.runFor(141_000);
        assertThat(job(1).state()).isEqualTo(JobState.EXPIRED);
        assertThat(job(1).detail()).isEqualTo("it reached its deadline");
        assertThat(job(1).window().endSec()).isEqualTo(now + 250);
    }

    @Test
    void aJobGoesOnUntilItsNodesAreBooked() {
        long now = nowSec();
        booked(goingOn(now + 500, nodes(8, 100)));
        tree.runFor(10_000);
        assertThat(booked(by(now + 400, "hilbert", nodes(8, 100))).window().startSec())
                .isEqualTo(now + 100);
        tree.runFor(95_000);
        assertThat(tree.states("/", 2)).containsExactly(JobState.EXPIRED, JobState.RUNNING);
        assertThat(job(1).detail()).isEqualTo("it reached its time limit");
    }

    @Test
    void anEndWithoutADeadlineIsRefused() {
        assertThat(submit(Jobs.with(Jobs.jobspec(nodes(1, 10)), Map.of("banyan", Map.of("end", "deadline"))))
                        .toString())
                .contains("'end' requires a deadline");
    }

    @Test
    void aJobThatGoesOnEndsAtANewTimeLimit() {
        long now = nowSec();
        booked(goingOn(now + 500, nodes(4, 100)));
        tree.runFor(110_000);
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(1), 130))).isInstanceOf(JobAnswer.Submitted.class);
        tree.runFor(25_000);
        assertThat(job(1).state()).isEqualTo(JobState.EXPIRED);
        assertThat(job(1).window().endSec()).isEqualTo(now + 130);
    }

    @Test
    void aJobThatGoesOnRequiresAQueueThatBooksJobs() {
        TreeHarness easy = over(Queues.of(QueuePolicy.EASY));
        assertThat(easy.ask("/", request(goingOn(nowSec() + 500, nodes(4, 100))))
                        .toString())
                .contains("a job goes on until its deadline only in a queue with the policy deadline");
    }

    @Test
    void aBookedJobStartsWithItsBookingWhateverIsFree() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(8, 100)));
        tree.finish("/", 1);
        var answer = (JobAnswer.Explained) tree.ask("/", new JobRead.ExplainJob(new JobId(2)));
        assertThat(answer.explanation().start())
                .isEqualTo(new Explanation.Start.Later(new TimeWindow(now + 100, now + 200)));
        assertThat(answer.explanation().changes()).isEmpty();
        assertThat(answer.explanation().levels())
                .as("neither candidates nor other jobs are the cause")
                .isEmpty();
    }

    @Test
    void aLeakWaitsForItsBegin() {
        long now = nowSec();
        Jobspec later = Jobs.with(
                Jobs.jobspec(nodes(1, 20)),
                Map.of(
                        "banyan", Map.of("deadline", now + 90, "policy", "leak"),
                        "dependencies", List.of(Map.of("scheme", "begin-time", "value", now + 10))));
        assertThat(booked(later).state()).isEqualTo(JobState.PENDING);
        tree.runFor(9_000);
        assertThat(job(1).state()).isEqualTo(JobState.PENDING);
        tree.runFor(2_000);
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aRequeuedJobRequestsWhatItRequestedBeforeItWentOn() {
        long now = nowSec();
        booked(goingOn(now + 500, nodes(4, 20)));
        tree.runFor(100_000);
        assertThat(job(1).window().durationSec()).isGreaterThan(100);
        tree.ask("/", new JobRequest.Requeue(new JobId(1), Set.of()));
        tree.runFor(1_000);
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(1).window().durationSec()).isEqualTo(20);
    }

    @Test
    void aBookedNodeIsInUse() {
        long now = nowSec();
        booked(by(now + 100, "hilbert", nodes(8, 100)));
        booked(by(now + 300, "hilbert", nodes(8, 100)));
        tree.finish("/", 1);
        var state = tree.member("/").instance.state();
        int node = state.resources().graph().find("/cluster0/node3");
        assertThat(state.isUsed(node)).isTrue();
        assertThat(state.users(node)).containsExactly(new JobId(2));
    }

    @Test
    void anotherPolicyTakesOverJobsThatAreBookedOrWaitForTheirBegin() {
        long now = nowSec();
        Jobspec later = Jobs.with(
                Jobs.jobspec(nodes(8, 100)),
                Map.of(
                        "banyan", Map.of("deadline", now + 1_000),
                        "dependencies", List.of(Map.of("scheme", "begin-time", "value", now + 50))));
        for (QueuePolicy first : List.of(QueuePolicy.DEADLINE, QueuePolicy.EASY)) {
            QueuePolicy second = first.equals(QueuePolicy.EASY) ? QueuePolicy.DEADLINE : QueuePolicy.EASY;
            TreeHarness changed = over(Queues.of(first));
            changed.ask("/", request(later));
            changed.ask("/", request(by(now + 900, "hilbert", nodes(8, 100))));
            changed.runFor(20_000);
            changed.restart(
                    "/", Instance.root(InstanceConfig.root("L0").queueing(Queues.of(second)), grid(), Graphs.HORIZON));
            changed.runFor(60_000);
            changed.restart(
                    "/", Instance.root(InstanceConfig.root("L0").queueing(Queues.of(first)), grid(), Graphs.HORIZON));
            changed.runFor(500_000);
            assertThat(changed.states("/", 2)).as("%s", first).allMatch(JobState::isOver);
            assertThat(List.of(changed.job("/", 1).detail(), changed.job("/", 2).detail()))
                    .as("%s", first)
                    .containsOnly("it reached its time limit");
        }
    }

    /** Bookings do not move, whatever happens, unless a node of theirs is drained; and a replay restores them. */
    @Test
    void bookingsStayWhereTheyAre() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            TreeHarness other = over(Queues.of(QueuePolicy.DEADLINE));
            List<JobRecord> before = new ArrayList<>();
            int jobs = 0;
            for (int step = 0; step < 60; step++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> {
                        long now = other.now() / 1000;
                        long sec = 10L * (1 + random.nextInt(20));
                        Answer answer = other.ask(
                                "/",
                                request(by(
                                        now + sec + random.nextInt(300),
                                        random.nextBoolean() ? "hilbert" : "manhattan-median",
                                        nodes(1 + random.nextInt(8), sec))));
                        jobs += answer instanceof JobAnswer.Submitted ? 1 : 0;
                    }
                    case 2 -> other.runFor(random.nextInt(60_000));
                    default -> {
                        if (jobs > 0) {
                            long job = 1L + random.nextInt(jobs);
                            if (other.job("/", job).state() == JobState.RUNNING) {
                                other.happen(other.member("/"), new Event.JobFinished(new JobId(job), false, ""));
                            }
                        }
                    }
                }
                for (JobRecord earlier : before) {
                    JobRecord later = other.job("/", earlier.id().value());
                    if (!later.state().isOver()) {
                        assertThat(later.window()).as("seed " + seed).isEqualTo(earlier.window());
                        assertThat(later.state()).as("seed " + seed).isNotEqualTo(JobState.PENDING);
                    }
                }
                before = other.member("/").instance.state().jobs().all().stream()
                        .filter(job -> !job.state().isOver())
                        .toList();
            }
            String then = Fingerprint.of(other.member("/").instance.state());
            var fresh = Instance.root(
                    InstanceConfig.root("L0").queueing(Queues.of(QueuePolicy.DEADLINE)), grid(), Graphs.HORIZON);
            other.member("/").journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
            assertThat(Fingerprint.of(fresh.state())).as("seed " + seed).isEqualTo(then);
        }
    }

    @Test
    void aSpawnedInstanceHasNoDeadline() {
        Answer refused =
                tree.ask("/", new Request.Spawn(by(nowSec() + 1_000, "hilbert", nodes(2, 100)), "child", Map.of()));
        assertThat(((Answer.Failed) refused).message())
                .startsWith("an instance that is spawned starts at once and has no deadline; use 'banyan batch'");
    }
}
