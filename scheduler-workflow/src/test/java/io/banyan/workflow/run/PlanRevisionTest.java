package io.banyan.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Revisions of the plan of a run on a machine of one node with eight cores. */
class PlanRevisionTest {
    private static final int MINUTE = 60;
    private static final int CORES = 8;
    private static final long BEGIN = 6_000;

    private final Map<String, BatchReservation> booked = new LinkedHashMap<>();
    private final List<RunEvent> events = new ArrayList<>();
    private Workflow workflow = Workflow.of("none", List.of(step("none", 1, 1)));
    private RunSettings settings = settings(100);
    private WorkflowRun run = run();
    private long nowSec = BEGIN;

    @BeforeEach
    void chain() {
        begin(100, step("a", 2, 4), step("b", 3, 2, "a"), step("c", 4, 2, "b"));
    }

    private static RunSettings settings(int mostMoved) {
        return new RunSettings(60_000, 64, List.of(), 0, "", "finish", false, "heuristic", 1, 0, "", mostMoved);
    }

    private static Step step(String name, int cores, int minutes, String... after) {
        return Step.of(name, Needs.ofCores(cores), 1_000L * MINUTE * minutes, after);
    }

    private WorkflowRun run() {
        return new WorkflowRun(new RunSource.Loaded(workflow, new GraphTaskFlow(workflow)), settings);
    }

    private static PlanResult solve(PlanProblem problem, RunSettings limits) {
        return new HeuristicSolver(20_000, () -> false).solve(problem, limits.limit(), Optional.empty());
    }

    /** Plans and books a workflow that begins at once. */
    private void begin(int mostMoved, Step... steps) {
        workflow = Workflow.of("test", List.of(steps));
        settings = settings(mostMoved);
        run = run();
        booked.clear();
        events.clear();
        nowSec = BEGIN;
        BatchLook look = look();
        var found = (RunPlanner.Drafted.Found)
                RunPlanner.draft(workflow, settings, Formulation.NODES, look.profile(), PlanRevisionTest::solve);
        apply(new RunEvent.Planned(RunPlanner.plan(found, look, "p_")));
        run.plan().orElseThrow().reservations().forEach(one -> booked.put(one.name(), one));
        apply(new RunEvent.Booked(nowSec));
    }

    private void apply(RunEvent event) {
        events.add(event);
        run.apply(event);
        run.checkInvariants();
    }

    private BatchLook look() {
        List<BusyTime> busy = new ArrayList<>();
        for (int core = 0; core < CORES; core++) {
            BusySlots slots = new BusySlots();
            for (BatchReservation one : booked.values()) {
                long to = Math.ceilDiv(one.endSec() - nowSec, (long) MINUTE);
                if (to > 0 && one.shares().getFirst().numbers().get("core").contains(core)) {
                    slots.add((int) Math.max(0, Math.floorDiv(one.startSec() - nowSec, (long) MINUTE)), (int) to);
                }
            }
            for (int i = 0; i < slots.size(); i++) {
                busy.add(new BusyTime("core", core, 1, slots.from(i), slots.to(i)));
            }
        }
        ProfileNode node = new ProfileNode("n0", new TreeMap<>(Map.of("core", CORES)), 1_000, busy, List.of());
        return new BatchLook(SlotProfile.of(0, nowSec, MINUTE, 1, List.of(node)), List.of());
    }

    private void starts(String task) {
        TaskRecord record = run.task(task).orElseThrow();
        RunEffect.Start start = start(task).orElseThrow();
        String job = "job-" + task + record.attempt();
        apply(new RunEvent.Submitted(
                task, record.attempt(), job, start.reservation().orElse(""), nowSec));
        apply(change(task, State.RUNNING));
    }

    private RunEvent change(String task, State state) {
        TaskRecord record = run.task(task).orElseThrow();
        long start = record.startSec() == 0 ? nowSec : record.startSec();
        return new RunEvent.JobChanged(task, record.attempt(), state, 0, "", start, nowSec, List.of("n0"));
    }

    private void ends(String task) {
        apply(change(task, State.ENDED));
        TaskRecord record = run.task(task).orElseThrow();
        apply(new RunEvent.TaskSucceeded(task, record.attempt(), JsonNodeFactory.instance.objectNode(), nowSec));
        releaseNeedless();
    }

    private void releaseNeedless() {
        for (RunEffect effect : run.effects(nowSec)) {
            if (effect instanceof RunEffect.Release release) {
                booked.remove(release.reservation());
                apply(new RunEvent.Released(release.reservation(), nowSec));
            }
        }
    }

    private Optional<RunEffect.Start> start(String task) {
        return run.effects(nowSec).stream()
                .flatMap(it -> it instanceof RunEffect.Start one ? Optional.of(one).stream() : null)
                .filter(it -> it.task().task().id().equals(task))
                .findFirst();
    }

    private Optional<RevisionRequest> request() {
        return run.effects(nowSec).stream()
                .flatMap(it -> it instanceof RunEffect.Revise one ? Optional.of(one.request()).stream() : null)
                .findFirst();
    }

    private RunEvent revision() {
        return RunRevision.of(
                workflow,
                settings,
                request().orElseThrow(),
                look(),
                "q" + events.size() + "_",
                PlanRevisionTest::solve,
                nowSec);
    }

    private RunEvent.Revised revise() {
        RunEvent.Revised revised = (RunEvent.Revised) revision();
        apply(revised);
        return revised;
    }

    private List<BatchReservation> fresh() {
        return run.effects(nowSec).stream()
                .flatMap(it -> it instanceof RunEffect.BookRevision one ? one.fresh().stream() : null)
                .toList();
    }

    private void book() {
        fresh().forEach(one -> booked.put(one.name(), one));
        apply(new RunEvent.RevisionBooked(nowSec));
    }

    private RunPlan.PlannedBlock block(String name) {
        return run.plan().orElseThrow().blocks().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anEarlyEndMovesTheOthersForwardAndTheirOldReservationsAreReleasedAfterTheBooking() {
        moveForward();
    }

    private void moveForward() {
        starts("a");
        nowSec += MINUTE;
        ends("a");
        String old = block("c").reservation();
        RunEvent.Revised revised = revise();
        assertThat(revised.cause().reason()).isEqualTo("step a ended early");
        assertThat(revised.moved()).containsExactly("b", "c");
        assertThat(run.plan().orElseThrow().endSec()).isEqualTo(BEGIN + 8 * MINUTE);
        assertThat(booked).containsKey(old);
        book();
        assertThat(run.plan().orElseThrow().endSec()).isEqualTo(BEGIN + 5 * MINUTE);
        releaseNeedless();
        assertThat(booked.keySet()).doesNotContain(old).hasSize(2);
    }

    @Test
    void anEarlyEndOfLessThanASlotIsNoChance() {
        starts("a");
        nowSec += 3 * MINUTE + 1;
        ends("a");
        assertThat(request()).isEmpty();
    }

    @Test
    void aBlockThatBeginsWithinASlotStays() {
        begin(100, step("a", 2, 3), step("b", 3, 2), step("c", 1, 2, "a", "b"));
        starts("a");
        starts("b");
        nowSec += 2 * MINUTE;
        ends("a");
        ends("b");
        assertThat(request()).as("c begins in a minute").isEmpty();
    }

    @Test
    void aPlanThatIsNotBetterStaysAndIsNotAskedForAgain() {
        begin(100, step("a", 2, 6), step("b", 2, 2), step("c", 4, 2, "b"), step("d", 4, 2, "a", "c"));
        starts("a");
        starts("b");
        nowSec += MINUTE;
        ends("b");
        RunEvent.NotRevised none = (RunEvent.NotRevised) revision();
        assertThat(none.sentence()).isEqualTo("no other plan is better");
        apply(none);
        nowSec += 2 * MINUTE;
        assertThat(request()).isEmpty();
    }

    @Test
    void noMoreBlocksMoveThanMayMove() {
        begin(25, step("a", 2, 4), step("b", 3, 2, "a"), step("c", 4, 2, "b"));
        starts("a");
        nowSec += MINUTE;
        ends("a");
        assertThat(request().orElseThrow().mostMoved()).isZero();
        assertThat(revision()).isInstanceOf(RunEvent.NotRevised.class);
    }

    @Test
    void withoutMovesThePlanIsNeverRevised() {
        begin(0, step("a", 2, 4), step("b", 3, 2, "a"));
        starts("a");
        nowSec += MINUTE;
        ends("a");
        assertThat(request()).isEmpty();
        apply(new RunEvent.Released(block("b").reservation(), nowSec));
        assertThat(request()).isEmpty();
        assertThat(start("b").orElseThrow().reservation()).isEmpty();
    }

    @Test
    void aLostReservationIsReplacedAndOnlyThat() {
        begin(25, step("a", 2, 4), step("b", 3, 2, "a"), step("c", 4, 2, "b"));
        starts("a");
        String lost = block("b").reservation();
        booked.remove(lost);
        apply(new RunEvent.Released(lost, nowSec));
        RunEvent.Revised revised = revise();
        assertThat(revised.moved()).containsExactly("b");
        book();
        assertThat(block("b").startSec()).isEqualTo(BEGIN + 4 * MINUTE);
        assertThat(run.plan().orElseThrow().endSec()).isEqualTo(BEGIN + 8 * MINUTE);
    }

    @Test
    void tasksOfABlockThatNeedsAnotherPlaceWaitForIt() {
        starts("a");
        nowSec += 4 * MINUTE;
        ends("a");
        String lost = block("b").reservation();
        booked.remove(lost);
        apply(new RunEvent.Released(lost, nowSec));
        assertThat(start("b")).as("before the revision").isEmpty();
        revise();
        assertThat(start("b")).as("before the booking").isEmpty();
        book();
        assertThat(start("b").orElseThrow().reservation()).contains(block("b").reservation());
    }

    @Test
    void afterThreeRefusedBookingsTheTasksGoToTheQueue() {
        starts("a");
        nowSec += 4 * MINUTE;
        ends("a");
        apply(new RunEvent.Released(block("b").reservation(), nowSec));
        for (int i = 0; i < 3; i++) {
            assertThat(start("b")).isEmpty();
            nowSec += MINUTE;
            revise();
            apply(new RunEvent.RevisionRefused("somebody else is there", nowSec));
        }
        assertThat(request()).isEmpty();
        assertThat(start("b").orElseThrow().reservation()).isEmpty();
    }

    @Test
    void aBlockThatBeginsWhileAPlanIsMadeDoesNotMove() {
        starts("a");
        nowSec += MINUTE;
        ends("a");
        RunEvent late = revision();
        starts("b");
        apply(late);
        assertThat(fresh()).isEmpty();
    }

    @Test
    void aJobThatWaitsInTheOldReservationIsSubmittedAgain() {
        starts("a");
        nowSec += MINUTE;
        ends("a");
        String old = block("b").reservation();
        apply(new RunEvent.Submitted("b", 1, "7", old, nowSec));
        revise();
        book();
        assertThat(run.effects(nowSec))
                .contains(new RunEffect.CancelJob(run.task("b").orElseThrow()));
        assertThat(run.effects(nowSec)).doesNotContain(new RunEffect.Release(old));
        apply(new RunEvent.JobChanged("b", 1, State.STOPPED, TaskRecord.NO_CODE, "", 0, nowSec, List.of()));
        assertThat(run.effects(nowSec)).contains(new RunEffect.Release(old));
        assertThat(start("b").orElseThrow().reservation()).contains(block("b").reservation());
        assertThat(run.task("b").orElseThrow().failures()).isZero();
    }

    @Test
    void aRunThatEndsReleasesADraftThatMayBeBooked() {
        starts("a");
        nowSec += MINUTE;
        ends("a");
        revise();
        List<String> drafted = fresh().stream().map(BatchReservation::name).toList();
        apply(new RunEvent.CancelAsked(false, nowSec));
        assertThat(run.phase()).isEqualTo(RunPhase.ENDING);
        assertThat(run.openReservations()).containsAll(drafted);
    }

    @Test
    void aMovedBlockTriesTheQueueUntilItsReservationBegins() {
        starts("a");
        apply(new RunEvent.Released(block("c").reservation(), nowSec));
        revise();
        book();
        nowSec = block("b").startSec();
        ends("a");
        starts("b");
        nowSec += 10;
        ends("b");
        assertThat(block("c").startSec()).isGreaterThan(nowSec + MINUTE);
        assertThat(start("c").orElseThrow().reservation()).isEmpty();
        apply(new RunEvent.Submitted("c", 1, "9", "", nowSec));
        nowSec = block("c").startSec();
        assertThat(run.effects(nowSec))
                .contains(new RunEffect.CancelJob(run.task("c").orElseThrow()));
        apply(new RunEvent.JobChanged("c", 1, State.STOPPED, TaskRecord.NO_CODE, "", 0, nowSec, List.of()));
        assertThat(start("c").orElseThrow().reservation()).contains(block("c").reservation());
    }

    @Test
    void aScatterWithMoreTasksThanPlannedGetsALongerBlock() {
        begin(25, step("a", 2, 4), scatter(step("b", 4, 2, "a"), 2), step("c", 4, 2, "b"));
        assertThat(block("b").endSec() - block("b").startSec()).isEqualTo(2 * MINUTE);
        List<BlockSituation> situations = new ArrayList<>();
        for (RunPlan.PlannedBlock block : run.plan().orElseThrow().blocks()) {
            BlockSituation.Stage stage =
                    block.name().equals("a") ? BlockSituation.Stage.HELD : BlockSituation.Stage.MOVABLE;
            situations.add(new BlockSituation(block, stage, block.endSec(), false, ""));
        }
        String reason = "step b has 6 tasks instead of 2";
        RevisionRequest request = new RevisionRequest(
                run.plan().orElseThrow(),
                situations,
                Map.of(workflow.steps().get(1).id(), 6),
                new RevisionCause(reason, List.of(), List.of(reason)),
                25);
        RunEvent.Revised revised = (RunEvent.Revised)
                RunRevision.of(workflow, settings, request, look(), "q_", PlanRevisionTest::solve, nowSec);
        assertThat(revised.moved()).containsExactly("b", "c");
        RunPlan.PlannedBlock longer = revised.plan().blocks().get(1);
        assertThat(longer.endSec() - longer.startSec()).isEqualTo(6 * MINUTE);
        assertThat(revised.plan().blocks().get(2).startSec()).isEqualTo(longer.endSec());
    }

    private static Step scatter(Step step, int expected) {
        return new Step(
                step.id(),
                step.needs(),
                step.time(),
                new Width.Expected(expected),
                step.action(),
                step.after(),
                step.inputs(),
                step.outputs(),
                step.placement(),
                step.retries());
    }

    @Test
    void theEventsGiveTheSameState() {
        moveForward();
        WorkflowRun again = run();
        events.forEach(again::apply);
        assertThat(again.plan()).isEqualTo(run.plan());
        assertThat(again.openReservations()).isEqualTo(run.openReservations());
        assertThat(again.effects(nowSec)).isEqualTo(run.effects(nowSec));
    }
}
