package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that are stopped for more urgent ones. The harness checks the invariants after every event. */
class PreemptionTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final int URGENT = 30;

    private TreeHarness tree = TreeHarness.stopping(FOUR, "easy", "urgency=28");

    private JobState state(long job) {
        return tree.job("/", job).state();
    }

    private List<JobState> states(int count) {
        return tree.states("/", count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative", "hybrid:reservation-depth=1:queue-depth=9"})
    void anUrgentJobIsNotHeldUpBehindOneThatNoPreemptionCanHelp(String policy) {
        tree = TreeHarness.stopping(FOUR, policy, "urgency=28,mode=cancel");
        tree.submit("/", nodes(2, 1_000), 16, false);
        tree.submit("/", nodes(1, 1_000));
        tree.submit("/", nodes(1, 1_000));
        tree.submit("/", nodes(1, 500));
        tree.submit("/", nodes(4, 100), URGENT);
        assertThat(states(5))
                .as("two of its nodes have a job that may not be stopped")
                .startsWith(JobState.RUNNING, JobState.RUNNING, JobState.RUNNING)
                .endsWith(JobState.RESERVED);
        tree.submit("/", nodes(2, 100), URGENT);
        assertThat(states(3)).containsExactly(JobState.RUNNING, JobState.STOPPING, JobState.STOPPING);
        tree.finish("/", 2);
        assertThat(state(4)).as("the room is kept while the other job ends").isNotEqualTo(JobState.RUNNING);
        tree.finish("/", 3);
        tree.runFor(10);
        assertThat(state(6)).isEqualTo(JobState.RUNNING);
        assertThat(tree.job("/", 5).window().startSec())
                .as("nobody delays the first")
                .isEqualTo(1_000);
        assertThat(state(4)).isNotEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aJobWhoseCommandEndsBeforeItIsAskedToIsNotRunAgain(boolean byItself) {
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 100), URGENT);
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), false, "exit 0", byItself));
        assertThat(state(1).isOver()).isEqualTo(byItself);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(tree.job("/", 1).detail())
                .isEqualTo(byItself ? "exit 0" : tree.job("/", 1).detail());
    }

    @Test
    void aJobInItsEpilogIsNotStoppedForAnother() {
        tree.submit("/", nodes(4, 1_000));
        tree.happen(tree.member("/"), new Event.EpilogStarted(new JobId(1)));
        tree.submit("/", nodes(4, 100), URGENT);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), false, "exit 0", true));
        assertThat(states(2)).containsExactly(JobState.COMPLETED, JobState.RUNNING);
    }

    @Test
    void theThirdIsHelpedWhereNeitherTheFirstNorTheSecondCanBe() {
        tree = TreeHarness.stopping(FOUR, "easy", "urgency=28,mode=cancel");
        tree.submit("/", nodes(2, 1_000), 16, false);
        tree.submit("/", nodes(2, 1_000));
        tree.submit("/", nodes(4, 100), URGENT);
        tree.submit("/", nodes(3, 100), URGENT);
        tree.submit("/", nodes(2, 100), URGENT);
        assertThat(states(5))
                .containsExactly(
                        JobState.RUNNING, JobState.STOPPING, JobState.RESERVED, JobState.PENDING, JobState.RESERVED);
        tree.finish("/", 2);
        assertThat(state(5)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void roomForWhichOthersAreBeingStoppedIsNotTakenByAnother() {
        tree = TreeHarness.stopping(FOUR, "easy", "urgency=28,mode=cancel");
        tree.submit("/", nodes(2, 1_000), 16, false);
        tree.submit("/", nodes(2, 1_000));
        tree.submit("/", nodes(4, 100), URGENT);
        tree.submit("/", nodes(2, 100), URGENT, false);
        assertThat(states(4))
                .containsExactly(JobState.RUNNING, JobState.STOPPING, JobState.RESERVED, JobState.RESERVED);
        tree.cancel("/", 3);
        tree.submit("/", nodes(2, 100), URGENT + 1);
        assertThat(List.of(state(4), state(5))).containsExactly(JobState.RESERVED, JobState.RESERVED);
        tree.finish("/", 2);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative"})
    void whoIsUrgentGetsTheRoomOfWhomItCostsLeast(String policy) {
        tree = TreeHarness.stopping(FOUR, policy, "urgency=28");
        tree.submit("/", nodes(2, 1_000));
        tree.runFor(10_000);
        tree.submit("/", nodes(1, 1_000));
        tree.submit("/", nodes(1, 1_000));
        tree.runFor(10_000);
        tree.submit("/", nodes(2, 100), URGENT);
        assertThat(states(3))
                .as("two nodes for 10 s are less than for 20 s")
                .containsExactly(JobState.RUNNING, JobState.STOPPING, JobState.STOPPING);
        assertThat(tree.job("/", 2).detail()).isEqualTo("it makes room for job 4, which is more urgent");
        tree.runFor(10);
        assertThat(states(4))
                .containsExactly(
                        JobState.RUNNING,
                        policy.equals("fcfs") ? JobState.PENDING : state(2),
                        state(3),
                        JobState.RUNNING);
        assertThat(List.of(state(2), state(3))).doesNotContain(JobState.RUNNING, JobState.STOPPING);
        assertThat(tree.job("/", 4).window().durationSec()).isEqualTo(100);
        tree.finish("/", 4);
        assertThat(List.of(state(2), state(3))).containsOnly(JobState.RUNNING);
    }

    /** Not the next one, who has a reservation and is less urgent, and would have to be stopped in his turn. */
    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative", "hybrid:reservation-depth=4"})
    void whomOthersAreStoppedForGetsTheRoomAndNobodyElse(String policy) {
        tree = TreeHarness.stopping(FOUR, policy, "urgency=28");
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 100), URGENT);
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        tree.runFor(10_000);
        assertThat(states(3).subList(1, 3))
                .containsExactly(
                        policy.equals("fcfs") || policy.equals("easy") ? state(2) : JobState.RESERVED,
                        JobState.RUNNING);
        assertThat(state(1)).isNotIn(JobState.RUNNING, JobState.STOPPING);
        assertThat(state(2)).isNotIn(JobState.RUNNING, JobState.STOPPING);
        assertThat(tree.member("/").journal)
                .filteredOn(append -> append.decision() instanceof JobDecision.JobStopping)
                .hasSize(1);
        tree.finish("/", 3);
        assertThat(List.of(state(1), state(2))).contains(JobState.RUNNING);
    }

    @Test
    void nobodyIsStoppedForOneThatWouldBeTooLateEvenSo() {
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 1_000));
        // Whoever is stopped has some seconds for it.
        submitDue(100);
        assertThat(states(3)).containsExactly(JobState.RUNNING, JobState.RESERVED, JobState.PENDING);
        submitDue(200);
        assertThat(state(1)).as("for this one there is time").isEqualTo(JobState.STOPPING);
        tree.runFor(20_000);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
        assertThat(tree.member("/").journal)
                .filteredOn(append -> append.decision() instanceof JobDecision.JobStopping)
                .hasSize(1);
    }

    /** An urgent one of 100 s. */
    private void submitDue(long deadlineSec) {
        Jobspec jobspec = Jobs.with(
                Jobs.jobspec(nodes(4, 100)), Map.of("banyan", Map.of("deadline", tree.now() / 1_000 + deadlineSec)));
        tree.ask("/", new JobRequest.Submit(jobspec, "", URGENT));
    }

    /** Else anybody could have everybody else's jobs stopped. */
    @Test
    void whoHasOthersStoppedIsAnAdmin() {
        Principal alice = new Principal("alice", Role.USER);
        tree = TreeHarness.stopping(FOUR, "easy", "urgency=14");
        tree.submit("/", nodes(4, 1_000), 5);
        var urgent = new JobRequest.Submit(Jobs.jobspec(nodes(1, 100)), "", 14);
        assertThat(((Answer.Failed) tree.ask("/", alice, urgent)).message())
                .isEqualTo("jobs with an urgency of 14 or more preempt others here, which requires the role admin");
        tree.ask("/", alice, new JobRequest.Submit(Jobs.jobspec(nodes(1, 100)), "", 13));
        assertThat(((Answer.Failed) tree.ask("/", alice, new JobRequest.Urge(new JobId(2), 31))).code())
                .isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        tree.ask("/", new JobRequest.Urge(new JobId(2), 31));
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
    }

    @Test
    void whoseTimeHasComeStartsAtOnceWhenTheRoomIsMadeLate() {
        Instance instance = Instance.root(
                InstanceConfig.root("top")
                        .queueing(Queues.of(QueuePolicy.CONSERVATIVE).stopping(Preemption.parse("urgency=28"))),
                Graphs.graph(FOUR),
                new TimeWindow(0, 10_000));
        instance.on(asked(new JobRequest.Submit(Jobs.jobspec(nodes(4, 1_000)), "", 5)), 1_000);
        instance.on(asked(new JobRequest.Submit(Jobs.jobspec(nodes(4, 100)), "", URGENT)), 2_000);
        assertThat(instance.on(new Event.TimeReached(), 60_000))
                .as("its time has come, and what is in its way is still there")
                .noneMatch(Effect.Append.class::isInstance);

        List<Effect> effects = instance.on(new Event.JobFinished(new JobId(1), true, ""), 60_010);

        assertThat(effects.stream().filter(Effect.Append.class::isInstance).map(it -> ((Effect.Append) it).decision()))
                .contains(new JobDecision.JobRequeued(new JobId(1)));
        JobRecord urgent = instance.state().jobs().find(new JobId(2)).orElseThrow();
        assertThat(urgent.state()).isEqualTo(JobState.RUNNING);
        assertThat(urgent.window()).as("all of its time").isEqualTo(new TimeWindow(60, 160));
    }

    private static Event asked(Request request) {
        return new Event.ClientAsked("c", request);
    }

    // ---- with a checkpoint ----------------------------------------------------------------------------------------

    private void submitCheckpointed(String jobspec, int urgency, long withinSec) {
        tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(
                                Jobs.jobspec(jobspec),
                                Map.of("banyan", Map.of("checkpoint", Map.of("within", withinSec)))),
                        "",
                        urgency));
    }

    @Test
    void ofOneThatGoesOnFromWhereItWasLittleIsLost() {
        submitCheckpointed(nodes(2, 10_000), 5, 30);
        tree.runFor(500_000);
        tree.submit("/", nodes(2, 10_000), 5);
        tree.runFor(100_000);
        tree.submit("/", nodes(2, 100), URGENT);
        assertThat(states(2))
                .as("30 s for a checkpoint are less than the 100 s of the younger one")
                .containsExactly(JobState.STOPPING, JobState.RUNNING);
    }

    @Test
    void itHasAsLongAsItNeedsAndNobodyElseIsStoppedMeanwhile() {
        for (String policy : List.of("fcfs", "easy", "conservative")) {
            Instance instance = preempting(policy);
            var checkpoint = Map.of("banyan", Map.of("checkpoint", Map.of("within", 60)));
            instance.on(
                    asked(new JobRequest.Submit(Jobs.with(Jobs.jobspec(nodes(2, 1_000)), checkpoint), "", 5)), 1_000);
            instance.on(asked(new JobRequest.Submit(Jobs.jobspec(nodes(2, 1_000)), "", 6)), 1_000);
            List<Effect> effects =
                    instance.on(asked(new JobRequest.Submit(Jobs.jobspec(nodes(2, 100)), "", URGENT)), 20_000);
            assertThat(effects).contains(new Effect.StopJob(new JobId(1), 60_000));
            for (long at : new long[] {25_000, 40_000, 75_000}) {
                assertThat(instance.on(new Event.TimeReached(), at))
                        .noneMatch(Effect.StopJob.class::isInstance)
                        .noneMatch(Effect.StartJob.class::isInstance);
            }
            assertThat(instance.on(new Event.JobFinished(new JobId(1), true, ""), 76_000))
                    .anyMatch(it ->
                            it instanceof Effect.StartJob start && start.job().equals(new JobId(3)));
        }
    }

    @Test
    void afterARestartItHasWhatIsLeftOfThat() {
        Instance instance = preempting("easy");
        var checkpoint = Map.of("banyan", Map.of("checkpoint", Map.of("within", 60)));
        List<Effect> all = new ArrayList<>(instance.on(
                asked(new JobRequest.Submit(Jobs.with(Jobs.jobspec(nodes(4, 1_000)), checkpoint), "", 5)), 1_000));
        all.addAll(instance.on(asked(new JobRequest.Submit(Jobs.jobspec(nodes(2, 100)), "", URGENT)), 20_000));
        Instance next = preempting("easy");
        all.stream()
                .filter(Effect.Append.class::isInstance)
                .map(Effect.Append.class::cast)
                .forEach(it -> next.replay(it.decision(), it.atMillis()));
        assertThat(stopAfterARestart(next, 50_000).graceMillis()).isEqualTo(30_000);
        assertThat(stopAfterARestart(next, 79_000).graceMillis()).isEqualTo(1_000);
        assertThat(stopAfterARestart(next, 90_000).graceMillis())
                .as("that is over")
                .isZero();
    }

    /** However often the daemon ends meanwhile, and whatever its shortened journal leaves out. */
    @Test
    void afterEachRestartACancelledJobHasWhatIsLeftOfTheUsualGrace() {
        Instance instance = preempting("easy");
        List<Effect> all =
                new ArrayList<>(instance.on(asked(new JobRequest.Submit(Jobs.jobspec(nodes(4, 1_000)), "", 5)), 1_000));
        List<Effect> told = instance.on(asked(new JobRequest.Cancel(new JobId(1))), 20_000);
        assertThat(told).contains(new Effect.StopJob(new JobId(1), 10_000));
        all.addAll(told);
        Instance next = shortenedAndReplayed(all);
        assertThat(stopAfterARestart(next, 20_000).graceMillis()).isEqualTo(10_000);
        assertThat(stopAfterARestart(next, 23_000).graceMillis()).isEqualTo(7_000);
        assertThat(stopAfterARestart(next, 500_000).graceMillis()).isZero();
    }

    /**
     * The job already got the command to write its checkpoint, which a cancel does not repeat, so this grace does not
     * begin again either.
     */
    @Test
    void oneThatIsCancelledWhileItWritesItsCheckpointHasWhatIsLeftForThat() {
        Instance instance = preempting("easy");
        var checkpoint = Map.of("banyan", Map.of("checkpoint", Map.of("within", 60)));
        List<Effect> all = new ArrayList<>(instance.on(
                asked(new JobRequest.Submit(Jobs.with(Jobs.jobspec(nodes(4, 1_000)), checkpoint), "", 5)), 1_000));
        all.addAll(instance.on(asked(new JobRequest.Requeue(new JobId(1))), 20_000));
        all.addAll(instance.on(asked(new JobRequest.Cancel(new JobId(1))), 40_000));
        assertThat(stopAfterARestart(shortenedAndReplayed(all), 50_000).graceMillis())
                .isEqualTo(30_000);
    }

    private static Instance shortenedAndReplayed(List<Effect> effects) {
        List<Transaction> journal = effects.stream()
                .filter(Effect.Append.class::isInstance)
                .map(Effect.Append.class::cast)
                .map(it -> new Transaction(it.atMillis(), List.of(it.decision())))
                .toList();
        var compaction = new JournalCompaction(1);
        journal.forEach(compaction::note);
        Instance next = preempting("easy");
        journal.stream()
                .flatMap(it -> compaction.left(it).stream())
                .forEach(it -> it.decisions().forEach(decision -> next.replay(decision, it.atMillis())));
        return next;
    }

    /**
     * Returns the one stop after a restart, which says what the earlier process had started and the new one does not
     * know, and requires that nothing is started.
     */
    private static Effect.StopJob stopAfterARestart(Instance instance, long atMillis) {
        List<Effect> effects = instance.on(new Event.Restarted(), atMillis);
        assertThat(effects).noneMatch(Effect.StartJob.class::isInstance);
        Effect.StopJob stop = effects.stream()
                .filter(Effect.StopJob.class::isInstance)
                .map(Effect.StopJob.class::cast)
                .reduce((one, other) -> {
                    throw new AssertionError("two stops: " + one + ", " + other);
                })
                .orElseThrow();
        assertThat(stop.job()).isEqualTo(new JobId(1));
        assertThat(stop.earlier()).hasValueSatisfying(earlier -> {
            assertThat(earlier.start().job()).isEqualTo(new JobId(1));
            assertThat(earlier.start().goesOn()).isTrue();
        });
        return stop;
    }

    private static Instance preempting(String policy) {
        return Instance.root(
                InstanceConfig.root("top")
                        .queueing(Queues.of(QueuePolicy.parse(policy)).stopping(Preemption.parse("urgency=28"))),
                Graphs.graph(FOUR),
                new TimeWindow(0, 10_000));
    }

    @Test
    void ofWholeNodesTheCoresCount() {
        tree.submit("/", nodes(1, 10_000));
        tree.runFor(10_000);
        tree.submit("/", nodes(3, 10_000));
        tree.runFor(10_000);
        tree.submit("/", nodes(1, 100), URGENT);
        assertThat(states(2))
                .as("2 cores for 20 s are less than 6 for 10 s")
                .containsExactly(JobState.STOPPING, JobState.RUNNING);
    }

    @Test
    void theLeastUrgentGoFirstWhateverTheyHaveDone() {
        tree.submit("/", nodes(2, 1_000), 5);
        tree.runFor(500_000);
        tree.submit("/", nodes(2, 1_000), 6);
        tree.submit("/", nodes(2, 100), URGENT);
        assertThat(states(2)).containsExactly(JobState.STOPPING, JobState.RUNNING);
    }

    @Test
    void nobodyIsStoppedWhereThatMakesNoRoomOrIsNotNeeded() {
        tree.submit("/", nodes(2, 1_000), URGENT);
        tree.submit("/", nodes(2, 1_000));
        tree.submit("/", nodes(3, 100), URGENT);
        assertThat(states(2)).as("one as urgent has two nodes").containsOnly(JobState.RUNNING);
        tree.finish("/", 1);
        tree.submit("/", nodes(2, 100), URGENT);
        assertThat(state(2)).isEqualTo(JobState.STOPPING);
    }

    @Test
    void whoIsNotUrgentEnoughWaits() {
        tree.submit("/", nodes(4, 1_000), 1);
        tree.submit("/", nodes(1, 100), 27);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
        tree.ask("/", new JobRequest.Urge(new JobId(2), 28));
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        assertThat(tree.ask("/", new JobRequest.Urge(new JobId(2), 29))).isInstanceOf(JobAnswer.Submitted.class);
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoSaysSoIsSparedOrOnlyWhoSaysSoIsNot() {
        tree.submit("/", nodes(4, 1_000), 16, false);
        tree.submit("/", nodes(1, 100), URGENT);
        assertThat(states(2)).containsExactly(JobState.RUNNING, JobState.RESERVED);
        tree = TreeHarness.stopping(FOUR, "easy", "urgency=28,victims=willing,mode=cancel");
        tree.submit("/", nodes(2, 1_000));
        tree.submit("/", nodes(2, 1_000), 16, true);
        tree.runFor(100_000);
        tree.submit("/", nodes(1, 100), URGENT);
        tree.runFor(10);
        assertThat(states(3)).containsExactly(JobState.RUNNING, JobState.CANCELLED, JobState.RUNNING);
    }

    @Test
    void neitherAnInstanceNorWhoRunsInAReservationIsStopped() {
        tree.spawn("/", "c", nodes(2, 1_000));
        tree.ask(
                "/",
                new ReservationRequest.Create(
                        new Reservation(
                                "course",
                                "owner",
                                new ReservationTarget.Fitting(Jobs.jobspec("2 slot { 1 node! }")),
                                tree.now() / 1000,
                                500,
                                Recurrence.ONCE,
                                new TreeSet<>(List.of("owner"))),
                        false));
        tree.runFor(10);
        tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(Jobs.jobspec(nodes(2, 100)), Map.of("banyan", Map.of("reservation", "course"))),
                        "",
                        16));
        tree.submit("/", nodes(1, 100), URGENT);
        assertThat(states(4)).containsExactly(JobState.RUNNING, JobState.RUNNING, JobState.RUNNING, JobState.RESERVED);
    }

    @Test
    void aNewProcessGoesOnWithIt() {
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 100), URGENT);
        assertThat(states(2)).containsExactly(JobState.STOPPING, JobState.RESERVED);
        String before = Fingerprint.of(tree.member("/").instance.state());
        Instance fresh = Instance.root(tree.member("/").instance.config(), Graphs.graph(FOUR), Graphs.HORIZON);
        tree.restart("/", fresh);
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void nobodyElseComesInBetween() {
        tree.submit("/", nodes(3, 1_000));
        tree.submit("/", nodes(4, 100), URGENT);
        tree.submit("/", nodes(1, 1_000));
        assertThat(states(3)).containsExactly(JobState.STOPPING, JobState.RESERVED, JobState.PENDING);
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    /** How few looks that takes is counted in SacrificeTest. */
    @Test
    void ofManySmallJobsSoManyAreStoppedAsAreNeeded() {
        tree = TreeHarness.over(
                "cluster { 60 node { 2 core } }",
                config -> config.queueing(Queues.of(QueuePolicy.FCFS).stopping(Preemption.parse("urgency=28"))));
        var random = new Random(7);
        for (int i = 0; i < 60; i++) {
            tree.submit("/", nodes(1, 1_000), 1 + random.nextInt(10));
            tree.runFor(1_000);
        }
        tree.submit("/", nodes(30, 100), URGENT);
        assertThat(states(60).stream().filter(JobState.STOPPING::equals)).hasSize(30);
    }

    /**
     * With whole nodes for all, who is stopped costs no more than anybody else who could have been: by urgency first,
     * then by what is lost.
     */
    @Test
    void nobodyCheaperWouldHaveDone() {
        long seed = new Random().nextLong();
        for (int run = 0; run < 150; run++) {
            var random = new Random(seed + run);
            tree = TreeHarness.stopping(FOUR, "easy", "urgency=28");
            int count = 0;
            int free = 4;
            List<Integer> sizes = new ArrayList<>();
            while (free > 0 && count < 4) {
                int size = 1 + random.nextInt(free);
                tree.submit("/", nodes(size, 1_000), 1 + random.nextInt(4));
                sizes.add(size);
                free -= size;
                count++;
                tree.runFor(1_000L * random.nextInt(20));
            }
            int wanted = free + 1 + random.nextInt(4 - free);
            long now = tree.now() / 1000;
            List<JobRecord> running = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                running.add(tree.job("/", i));
            }
            tree.submit("/", nodes(wanted, 100), URGENT);
            BitSet stopped = new BitSet();
            for (int i = 1; i <= count; i++) {
                stopped.set(i - 1, state(i) == JobState.STOPPING);
            }
            long least = Long.MAX_VALUE;
            for (int bits = 1; bits < 1 << count; bits++) {
                BitSet set = BitSet.valueOf(new long[] {bits});
                int room = free + set.stream().map(sizes::get).sum();
                least = room >= wanted ? Math.min(least, cost(running, sizes, set, now)) : least;
            }
            assertThat(cost(running, sizes, stopped, now))
                    .as("seed %d, run %d", seed, run)
                    .isEqualTo(least);
        }
    }

    private static long cost(List<JobRecord> jobs, List<Integer> sizes, BitSet set, long now) {
        int most = set.stream()
                .map(i -> jobs.get(i).submission().orElseThrow().urgency())
                .max()
                .orElseThrow();
        long lost = set.stream()
                .mapToLong(i -> 2L * sizes.get(i) * (now - jobs.get(i).window().startSec()))
                .sum();
        return most * 1_000_000L + lost;
    }

    @Test
    void whatIsReservedByOthersOfTheQueueYields() {
        tree = TreeHarness.stopping(FOUR, "conservative", "urgency=28");
        tree.submit("/", nodes(4, 1_000));
        tree.submit("/", nodes(4, 100));
        tree.submit("/", nodes(2, 2_000), URGENT);
        tree.runFor(10);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(tree.job("/", 3).window()).isEqualTo(new TimeWindow(0, 2_000));
        assertThat(state(2)).isEqualTo(JobState.RESERVED);
    }
}
