package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.Probe;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenPart;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs whose nodes are booked by their number over time, in a queue that books by deadlines. The grid has 8 nodes, four
 * above four. The harness checks the invariants after every event.
 */
class ForesightJobsTest {
    private TreeHarness tree = TreeHarness.over(grid(), config -> config.queueing(Queues.of(QueuePolicy.DEADLINE)));
    private int requests;

    private static ResourceGraph grid() {
        ResourceGraph graph = Graphs.graph("cluster { 8 node { 2 core } }");
        NetworkMap.write(graph, graph.root(), Grid.of(4, 2));
        return graph;
    }

    private long nowSec() {
        return tree.now() / 1000;
    }

    /** A job that runs for a time, with pairs of a time and a number of nodes as its profile. */
    private Jobspec profiled(long deadlineSec, long runSec, int... profile) {
        List<Map<String, Object>> entries = IntStream.range(0, profile.length / 2)
                .mapToObj(i -> Map.<String, Object>of("at", profile[2 * i], "nodes", profile[2 * i + 1]))
                .toList();
        return Jobs.with(
                Jobs.jobspec(nodes(profile[1], runSec)),
                Map.of("banyan", Map.of("deadline", deadlineSec, "policy", "foresight", "profile", entries)));
    }

    private Answer submit(Jobspec jobspec) {
        return tree.ask("/", new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY));
    }

    private JobRecord accepted(Jobspec jobspec) {
        return ((JobAnswer.Submitted) submit(jobspec)).job();
    }

    private JobRecord job(long id) {
        return tree.job("/", id);
    }

    private Answer fork(long job, int count, String near) {
        Map<String, Object> banyan = new LinkedHashMap<>(Map.of("near", near, "policy", "leak-scattered"));
        Jobspec jobspec = Jobs.with(Jobs.jobspec(count + " slot { 1 node! }"), Map.of("banyan", banyan));
        return tree.ask("/", new Request.Grow("fork-" + requests++, Optional.of(new JobId(job)), jobspec, 0));
    }

    private void join(long job, String... nodes) {
        Answer answer = tree.ask(
                "/",
                new JobRequest.PartialCancel(new JobId(job), new GivenPart.OfPaths(List.of(nodes)), MatchRules.BANYAN));
        assertThat(answer).isInstanceOf(JobAnswer.PartlyCancelled.class);
    }

    private Set<Integer> places(long job) {
        var state = tree.member("/").instance.state();
        NetworkMap network = NetworkMap.of(state.resources().graph()).orElseThrow();
        Set<Integer> places = new TreeSet<>();
        for (int v : state.schedule().holdings().vertices(new JobId(job))) {
            if (network.node(v) >= 0) {
                places.add(network.node(v));
            }
        }
        return places;
    }

    private String anyNode(long job) {
        return "node" + places(job).iterator().next();
    }

    private static String why(Answer answer) {
        return answer instanceof Answer.Refused refused
                ? refused.reasons().toString()
                : ((Answer.Failed) answer).message();
    }

    @Test
    void theProfileIsBookedInsteadOfItsMaximum() {
        long now = nowSec();
        assertThat(accepted(profiled(now + 100, 100, 0, 6, 50, 2)).state()).isEqualTo(JobState.RUNNING);
        // Its maximum, 6 nodes, would leave 2. From 50 s on it leaves 6.
        JobRecord second = accepted(profiled(now + 130, 80, 0, 6));
        assertThat(second.state()).isEqualTo(JobState.RESERVED);
        assertThat(second.window().startSec()).isEqualTo(now + 50);
        assertThat(places(2)).isEmpty();
        tree.runFor(40_000);
        join(1, "node0", "node1", "node4", "node5");
        tree.runFor(9_000);
        assertThat(job(2).state()).as("its booked start has not come").isEqualTo(JobState.RESERVED);
        tree.runFor(2_000);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        assertThat(places(2)).hasSize(6);
    }

    @Test
    void aRefusalNamesTheEarliestDeadlineThatWouldDo() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 8, 60, 3));
        Answer refused = submit(profiled(now + 120, 100, 0, 1, 10, 6));
        assertThat(why(refused))
                .contains("it cannot end by its deadline, " + Instant.ofEpochSecond(now + 120)
                        + "; the earliest possible deadline is " + Instant.ofEpochSecond(now + 190));
        assertThat(submit(profiled(now + 189, 100, 0, 1, 10, 6))).isInstanceOf(Answer.Refused.class);
        assertThat(accepted(profiled(now + 190, 100, 0, 1, 10, 6)).window().startSec())
                .isEqualTo(now + 90);
    }

    @Test
    void theJobWithTheLeastLaxityStartsFirst() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 8));
        accepted(profiled(now + 400, 100, 0, 5));
        accepted(profiled(now + 210, 100, 0, 5));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        assertThat(job(3).state()).isEqualTo(JobState.RESERVED);
        tree.runFor(40_000);
        tree.finish("/", 1);
        assertThat(job(3).state()).as("its latest start is the first").isEqualTo(JobState.RUNNING);
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
    }

    @Test
    void aJobWithMuchSlackWaitsAPartOfIt() {
        long now = nowSec();
        accepted(profiled(now + 1_100, 100, 0, 1));
        assertThat(job(1).state()).isEqualTo(JobState.RESERVED);
        tree.runFor(99_000);
        assertThat(job(1).state()).isEqualTo(JobState.RESERVED);
        tree.runFor(2_000);
        assertThat(job(1).state()).as("after a tenth of its slack").isEqualTo(JobState.RUNNING);
    }

    @Test
    void aGrowInsideTheProfileGetsWhatIsBooked() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 1, 20, 5));
        accepted(profiled(now + 100, 100, 0, 3));
        assertThat(places(1)).hasSize(1);
        assertThat(places(2)).hasSize(3);
        assertThat(why(fork(2, 1, anyNode(2)))).contains("other jobs have booked free nodes by their number");
        tree.runFor(21_000);
        assertThat(fork(1, 4, anyNode(1))).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).hasSize(5).doesNotContainAnyElementsOf(places(2));
    }

    @Test
    void aGrowBeyondTheProfileTakesWhatNobodyHasBooked() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 1, 20, 3));
        accepted(profiled(now + 160, 60, 0, 6));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        assertThat(fork(1, 1, anyNode(1))).isInstanceOf(Answer.Grown.class);
        assertThat(places(1)).hasSize(2);
    }

    @Test
    void otherJobsGetNoPromisedNodes() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 1, 20, 5));
        Jobspec hilbert = Jobs.with(
                Jobs.jobspec(nodes(4, 50)), Map.of("banyan", Map.of("deadline", now + 1_000, "policy", "hilbert")));
        assertThat(accepted(hilbert).window().startSec())
                .as("7 nodes are free, 4 of them are booked")
                .isEqualTo(now + 100);
        Jobspec three = Jobs.with(
                Jobs.jobspec(nodes(3, 50)), Map.of("banyan", Map.of("deadline", now + 1_000, "policy", "hilbert")));
        assertThat(accepted(three).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobStartsWhereThereIsRoomToGrow() {
        long now = nowSec();
        Jobspec column = Jobs.with(
                Jobs.jobspec(nodes(2, 1_000)), Map.of("banyan", Map.of("deadline", now + 1_000, "policy", "hilbert")));
        accepted(column);
        Set<Integer> taken = places(1);
        accepted(profiled(now + 100, 100, 0, 1, 10, 4));
        for (int grown = 0; grown < 3; grown++) {
            tree.runFor(grown == 0 ? 11_000 : 1);
            assertThat(fork(2, 1, anyNode(2))).isInstanceOf(Answer.Grown.class);
        }
        assertThat(places(2)).hasSize(4).doesNotContainAnyElementsOf(taken);
    }

    @Test
    void aRestartKeepsBookingsAndForks() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 2, 20, 5));
        accepted(profiled(now + 200, 90, 0, 4, 40, 2));
        tree.runFor(21_000);
        assertThat(fork(1, 3, anyNode(1))).isInstanceOf(Answer.Grown.class);
        String before = Fingerprint.of(tree.member("/").instance.state());
        var fresh = Instance.root(
                InstanceConfig.root("L0").queueing(Queues.of(QueuePolicy.DEADLINE)), grid(), Graphs.HORIZON);
        tree.member("/").journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
        assertThat(fresh.state().schedule().promises().booking(new JobId(2)))
                .isEqualTo(
                        tree.member("/").instance.state().schedule().promises().booking(new JobId(2)));
    }

    private static Instance restarted(QueuePolicy policy) {
        return Instance.root(InstanceConfig.root("L0").queueing(Queues.of(policy)), grid(), Graphs.HORIZON);
    }

    @Test
    void anotherPolicyTakesOverBookedJobs() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 8));
        accepted(profiled(now + 500, 100, 0, 3, 50, 2));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        tree.restart("/", restarted(QueuePolicy.EASY));
        tree.runFor(50_000);
        tree.finish("/", 1);
        tree.runFor(400_000);
        assertThat(job(2).detail()).as("it has run").isEqualTo("it reached its time limit");
        submit(Jobs.with(Jobs.jobspec(nodes(8, 100)), Map.of("banyan", Map.of("policy", "foresight"))));
        submit(Jobs.with(Jobs.jobspec(nodes(8, 100)), Map.of("banyan", Map.of("policy", "foresight"))));
        tree.restart("/", restarted(QueuePolicy.DEADLINE));
        tree.runFor(300_000);
        assertThat(job(4).state().isOver())
                .as("without a deadline and a profile")
                .isTrue();
    }

    @Test
    void allJobsOfAnArrayAreBookedOrNone() {
        long now = nowSec();
        Jobspec four = profiled(now + 100, 100, 0, 4);
        Answer refused = tree.ask("/", new JobRequest.Submit(four, "", Submission.USUAL_URGENCY, IdSet.parse("1-3")));
        assertThat(refused).isInstanceOf(Answer.Refused.class);
        Answer taken = tree.ask("/", new JobRequest.Submit(four, "", Submission.USUAL_URGENCY, IdSet.parse("1-2")));
        assertThat(taken).isInstanceOf(JobAnswer.Submitted.class);
    }

    @Test
    void bookingsThatDoNotFitAfterALossAreMadeAgainOrWait() {
        long now = nowSec();
        accepted(profiled(now + 100, 100, 0, 2));
        accepted(profiled(now + 190, 90, 0, 8));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        tree.ask("/", new Request.SetStatus("/cluster0/node7", Status.DOWN));
        assertThat(job(2).state()).as("8 nodes are not up").isEqualTo(JobState.PENDING);
        tree.ask("/", new Request.SetStatus("/cluster0/node7", Status.UP));
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
    }

    /** A job without a profile that ends with its booking, or may go on until its deadline. */
    private static Jobspec hilbert(long deadlineSec, String request, String end) {
        return Jobs.with(
                Jobs.jobspec(request),
                Map.of("banyan", Map.of("deadline", deadlineSec, "policy", "hilbert", "end", end)));
    }

    private Answer limit(long job, long durationSec) {
        return tree.ask("/", new JobRequest.Limit(new JobId(job), durationSec));
    }

    @Test
    void aTimeLimitEndsAfterTheLastEntryOfTheProfile() {
        long now = nowSec();
        accepted(profiled(now + 200, 100, 0, 1, 10, 4, 40, 2));
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
        assertThat(why(limit(1, 40)))
                .isEqualTo("the profile of job 1 has an entry at 40 s; the time limit must be longer than that");
        assertThat(limit(1, 41)).isInstanceOf(JobAnswer.Submitted.class);
        assertThat(job(1).window().endSec()).isEqualTo(now + 41);
        accepted(profiled(now + 190, 90, 0, 8, 50, 1));
        tree.ask("/", new Request.SetStatus("/cluster0/node7", Status.DOWN));
        assertThat(job(2).state()).as("its booking is lost").isEqualTo(JobState.PENDING);
        assertThat(why(limit(2, 30))).contains("the profile of job 2 has an entry at 50 s");
        assertThat(limit(2, 60)).isInstanceOf(JobAnswer.Submitted.class);
    }

    @Test
    void aBookingEndsBeforeTheResourcesExpire() {
        long now = nowSec();
        tree.restart(
                "/",
                Instance.expiringRoot(
                        InstanceConfig.root("L0").queueing(Queues.of(QueuePolicy.DEADLINE)),
                        grid(),
                        new TimeWindow(now, now + 1_000),
                        Probe.NONE));
        accepted(profiled(now + 1_000, 900, 0, 8));
        assertThat(accepted(profiled(now + 1_050, 100, 0, 4)).window())
                .as("the deadline is shortly after the end")
                .isEqualTo(new TimeWindow(now + 900, now + 1_000));
        assertThat(accepted(profiled(now + 5_000, 100, 0, 3)).window())
                .as("the latest start for the deadline is after the end")
                .isEqualTo(new TimeWindow(now + 900, now + 1_000));
        assertThat(why(submit(profiled(now + 5_000, 100, 0, 5)))).contains("there is no free time for it");
    }

    @Test
    void aLongerTimeLimitNeedsAllNodesOfTheProfile() {
        long now = nowSec();
        accepted(profiled(now + 2_000, 1_000, 0, 1, 300, 2));
        accepted(profiled(now + 1_500, 500, 0, 7));
        assertThat(job(2).window().startSec()).isEqualTo(now + 1_000);
        tree.runFor(100_000);
        assertThat(places(1)).hasSize(1);
        assertThat(why(limit(1, 1_500))).isEqualTo("the resources of job 1 are not free for that long");
        assertThat(leastFree(2_000)).isNotNegative();
        assertThat(limit(1, 900)).isInstanceOf(JobAnswer.Submitted.class);
        assertThat(limit(1, 1_000)).isInstanceOf(JobAnswer.Submitted.class);
    }

    @Test
    void aJobDoesNotGoOnWithPromisedNodes() {
        long now = nowSec();
        accepted(hilbert(now + 400, nodes(1, 100), "deadline"));
        accepted(profiled(now + 150, 50, 0, 8));
        accepted(hilbert(now + 400, nodes(8, 50), "booking"));
        assertThat(job(2).window().startSec()).isEqualTo(now + 100);
        assertThat(job(3).window().startSec()).as("it has booked all nodes").isEqualTo(now + 150);
        tree.runFor(102_000);
        assertThat(job(1).state()).isEqualTo(JobState.EXPIRED);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
    }

    private static Jobspec inQueue(String queue, Jobspec jobspec) {
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                jobspec.attributes().inQueue(queue, jobspec.attributes().constraint()));
    }

    @Test
    void otherJobsStartWhenAPromiseEndsWithoutAJoin() {
        tree = TreeHarness.over(
                grid(),
                config -> config.queueing(new Queues(
                        QueuePolicy.CONSERVATIVE,
                        Stream.of("grid,policy=deadline", "batch,policy=fcfs")
                                .map(QueueText::queue)
                                .toList(),
                        QueueLimits.NONE,
                        QueueText.priority("", List.of()))));
        accepted(profiled(nowSec() + 3_600, 3_600, 0, 8, 600, 1));
        tree.runFor(300_000);
        join(1, "node1", "node2", "node3", "node4", "node5", "node6", "node7");
        submit(inQueue("batch", Jobs.jobspec(nodes(2, 100))));
        assertThat(job(2).state()).as("8 nodes are promised").isEqualTo(JobState.PENDING);
        tree.runFor(299_000);
        assertThat(job(2).state()).isEqualTo(JobState.PENDING);
        tree.runFor(2_000);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        tree.finish("/", 2);
        tree.finish("/", 1);
        assertThat(tree.member("/").instance.state().schedule().promises().isEmpty())
                .isTrue();
    }

    @Test
    void aLateJobKeepsItsBookingWhenOtherNodesAreLost() {
        long now = nowSec();
        accepted(hilbert(now + 100, nodes(2, 100), "booking"));
        accepted(profiled(now + 200, 100, 0, 7));
        assertThat(job(2).window().startSec()).isEqualTo(now + 100);
        tree.killMillis = 30_000;
        tree.runFor(110_000);
        assertThat(job(1).state()).isEqualTo(JobState.STOPPING);
        assertThat(job(2).state()).isEqualTo(JobState.RESERVED);
        String other = IntStream.range(0, 8)
                .filter(node -> !places(1).contains(node))
                .mapToObj(node -> "/cluster0/node" + node)
                .findFirst()
                .orElseThrow();
        tree.ask("/", new Request.SetStatus(other, Status.DOWN));
        assertThat(job(2).state()).as("7 nodes are up").isEqualTo(JobState.RESERVED);
        tree.runFor(25_000);
        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(2).window()).isEqualTo(new TimeWindow(now + 100, now + 200));
    }

    /** A job of the random test: its profile, by second, and its booked start. */
    private record Promised(long id, List<Integer> nodes, long bookedSec) {}

    private Optional<Promised> submitted(SplittableRandom random) {
        int steps = random.nextInt(1, 5);
        int[] profile = new int[2 * steps];
        int run = 0;
        List<Integer> bySec = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            profile[2 * step] = run;
            profile[2 * step + 1] = random.nextInt(1, 8);
            int until = run + random.nextInt(5, 30);
            bySec.addAll(Collections.nCopies(until - run, profile[2 * step + 1]));
            run = until;
        }
        long deadlineSec = nowSec() + run + random.nextInt(4 * run);
        if (!(submit(profiled(deadlineSec, run, profile)) instanceof JobAnswer.Submitted accepted)) {
            return Optional.empty();
        }
        JobRecord job = accepted.job();
        return Optional.of(new Promised(job.id().value(), bySec, job.window().startSec()));
    }

    /** Adapts the nodes of a running job to its profile: first all jobs give back nodes, and then all take some. */
    private void adapt(Promised job, boolean takes, String context) {
        if (job(job.id).state() != JobState.RUNNING) {
            return;
        }
        int elapsed = (int) (nowSec() - job(job.id).window().startSec());
        if (elapsed >= job.nodes.size() - 1) {
            tree.finish("/", job.id);
            return;
        }
        List<Integer> held = List.copyOf(places(job.id));
        int missing = job.nodes.get(elapsed) - held.size();
        if (missing < 0 && !takes) {
            join(
                    job.id,
                    held.subList(0, -missing).stream()
                            .map(node -> "node" + node)
                            .toArray(String[]::new));
        }
        if (missing > 0 && takes) {
            assertThat(fork(job.id, missing, "node" + held.getFirst()))
                    .as(context)
                    .isInstanceOf(Answer.Grown.class);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyPromiseIsKept(long seed) {
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        List<Promised> jobs = new ArrayList<>();
        int refused = 0;
        for (int sec = 0; sec < 400; sec++) {
            if (random.nextInt(6) == 0) {
                Optional<Promised> job = submitted(random);
                job.ifPresent(jobs::add);
                refused += job.isEmpty() ? 1 : 0;
            }
            String context = "seed " + seed + ", second " + sec;
            jobs.forEach(job -> adapt(job, false, context));
            for (Promised job : jobs) {
                boolean isDue = job.bookedSec <= nowSec();
                assertThat(isDue && job(job.id).state() == JobState.RESERVED)
                        .as("%s: job %d starts late", context, job.id)
                        .isFalse();
            }
            jobs.forEach(job -> adapt(job, true, context));
            tree.runFor(1_000);
        }
        assertThat(jobs.size()).isGreaterThan(12);
        assertThat(refused).isGreaterThan(5);
    }

    private long leastFree(long forSec) {
        return tree.member("/")
                .instance
                .state()
                .schedule()
                .promises()
                .calendar(Set.of())
                .freeDuring(new TimeWindow(nowSec(), nowSec() + forSec));
    }

    private void located(SplittableRandom random, Map<Long, Long> jobs) {
        int run = random.nextInt(5, 60);
        Jobspec jobspec = Jobs.with(
                Jobs.jobspec(nodes(random.nextInt(1, 6), run)),
                Map.of("banyan", Map.of("deadline", nowSec() + run + random.nextInt(3 * run), "policy", "hilbert")));
        if (submit(jobspec) instanceof JobAnswer.Submitted accepted) {
            jobs.put(accepted.job().id().value(), accepted.job().window().endSec() - 1);
        }
    }

    /** Jobs with booked nodes, jobs with profiles, and grows beyond the profiles share the nodes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noMoreNodesArePromisedThanThereAre(long seed) {
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        List<Promised> jobs = new ArrayList<>();
        Map<Long, Long> located = new TreeMap<>();
        int beyond = 0;
        for (int sec = 0; sec < 300; sec++) {
            String context = "seed " + seed + ", second " + sec;
            located.entrySet().removeIf(job -> {
                boolean isOver = job.getValue() <= nowSec();
                if (isOver) {
                    tree.finish("/", job.getKey());
                }
                return isOver;
            });
            jobs.forEach(job -> adapt(job, false, context));
            if (random.nextInt(8) == 0) {
                submitted(random).ifPresent(jobs::add);
            }
            if (random.nextInt(8) == 0) {
                located(random, located);
            }
            for (Promised job : jobs) {
                if (random.nextInt(10) == 0 && job(job.id).state() == JobState.RUNNING) {
                    Answer grown = fork(job.id, random.nextInt(1, 4), anyNode(job.id));
                    beyond += grown instanceof Answer.Grown ? 1 : 0;
                }
            }
            assertThat(leastFree(1_000)).as(context).isNotNegative();
            tree.runFor(1_000);
        }
        assertThat(jobs.size()).isGreaterThan(3);
        assertThat(beyond).isGreaterThan(3);
    }

    @Test
    void aJobWithoutAProfileIsBookedWithAllItsNodes() {
        long now = nowSec();
        Jobspec five = Jobs.with(
                Jobs.jobspec(nodes(5, 100)), Map.of("banyan", Map.of("deadline", now + 100, "policy", "foresight")));
        assertThat(accepted(five).state()).isEqualTo(JobState.RUNNING);
        assertThat(submit(five)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void wrongProfilesAreRefusedInOneSentence() {
        long now = nowSec();
        assertThat(why(submit(profiled(now + 500, 100, 0, 1, 100, 2))))
                .isEqualTo("the profile has an entry at 100 s, and the job runs for 100 s; entries must be before its "
                        + "end");
        assertThat(why(submit(profiled(now + 500, 100, 0, 1, 10, 9))))
                .isEqualTo("the profile has 9 nodes at 10 s, and this instance has 8 nodes");
        Jobspec other = Jobs.with(
                Jobs.jobspec(nodes(2, 100)),
                Map.of(
                        "banyan",
                        Map.of(
                                "deadline",
                                now + 500,
                                "policy",
                                "foresight",
                                "profile",
                                List.of(Map.of("at", 0, "nodes", 1)))));
        assertThat(why(submit(other)))
                .isEqualTo("the profile starts with 1 node, and the job requests 2 nodes; both must be equal");
        Jobspec hilbert = Jobs.with(
                Jobs.jobspec(nodes(1, 100)),
                Map.of(
                        "banyan",
                        Map.of(
                                "deadline",
                                now + 500,
                                "policy",
                                "hilbert",
                                "profile",
                                List.of(Map.of("at", 0, "nodes", 1)))));
        assertThat(why(submit(hilbert)))
                .isEqualTo("a profile requires a queue with the policy deadline and the match policy foresight");
    }
}
