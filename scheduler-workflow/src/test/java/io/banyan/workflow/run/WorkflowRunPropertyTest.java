package io.banyan.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Runs of random workflows with random answers, against what holds for all of them. */
class WorkflowRunPropertyTest {
    private static final int RUNS = 400;
    private static final RunSettings SETTINGS =
            new RunSettings(60_000, 64, WorkflowReduction.ruleNames(), 0, "", "compact", false, "heuristic", 1, 1, "");

    private SplittableRandom random = new SplittableRandom(0);
    private final List<RunEvent> events = new ArrayList<>();
    private long nowSec;
    private int jobs;
    /** The reservations that the scheduler has. */
    private final Set<String> booked = new HashSet<>();

    private int revisions;

    private Workflow workflow() {
        List<Step> steps = new ArrayList<>();
        int size = 1 + random.nextInt(8);
        for (int i = 0; i < size; i++) {
            List<String> after = new ArrayList<>();
            for (int j = 0; j < i; j++) {
                if (random.nextInt(3) == 0) {
                    after.add("s" + j);
                }
            }
            steps.add(Step.of("s" + i, Needs.ofCores(1), 60_000, after.toArray(String[]::new)));
        }
        return Workflow.of("random", steps);
    }

    private WorkflowRun run(Workflow workflow) {
        return new WorkflowRun(new RunSource.Loaded(workflow, new GraphTaskFlow(workflow)), SETTINGS);
    }

    private RunPlan plan(Workflow workflow) {
        List<RunPlan.PlannedBlock> blocks = new ArrayList<>();
        List<BatchReservation> reservations = new ArrayList<>();
        for (Step step : workflow.steps()) {
            blocks.add(block(step.id().path(), "r" + events.size() + step.id(), reservations));
        }
        return plan(blocks, reservations);
    }

    private RunPlan plan(List<RunPlan.PlannedBlock> blocks, List<BatchReservation> reservations) {
        return new RunPlan(nowSec, nowSec + 300, nowSec, 60, blocks, reservations, 1, "test", true, 0, List.of());
    }

    private RunPlan.PlannedBlock block(String step, String reservation, List<BatchReservation> reservations) {
        long start = nowSec + random.nextInt(100);
        long end = start + 1 + random.nextInt(200);
        reservations.add(new BatchReservation(
                reservation,
                start,
                end,
                List.of(new ReservedShare("n0", new TreeMap<>(Map.of("core", List.of(0))), 0))));
        return new RunPlan.PlannedBlock(
                step, List.of(step), start, end, List.of("n0"), new TreeMap<>(Map.of("core", 1)), reservation, 0);
    }

    private void apply(WorkflowRun run, RunEvent event) {
        events.add(event);
        run.apply(event);
        run.checkInvariants();
        var unused = run.takeChanged();
    }

    /** Answers one effect, or changes one job. */
    private void step(WorkflowRun run, Workflow workflow) {
        nowSec += random.nextInt(20);
        List<RunEffect> effects = run.effects(nowSec);
        List<TaskRecord> withJob = run.withJob();
        if (random.nextInt(60) == 0) {
            apply(run, new RunEvent.CancelAsked(random.nextBoolean(), nowSec));
        } else if (random.nextInt(30) == 0 && !run.openReservations().isEmpty()) {
            // Somebody else cancels a reservation.
            release(run, run.openReservations().stream().sorted().toList().getFirst());
        } else if (!effects.isEmpty() && (withJob.isEmpty() || random.nextBoolean())) {
            answer(run, workflow, effects.get(random.nextInt(effects.size())));
        } else if (!withJob.isEmpty()) {
            change(run, withJob.get(random.nextInt(withJob.size())));
        } else {
            nowSec += 60;
        }
    }

    private void answer(WorkflowRun run, Workflow workflow, RunEffect effect) {
        switch (effect) {
            case RunEffect.MakePlan it -> apply(run, new RunEvent.Planned(plan(workflow)));
            case RunEffect.Book book -> {
                boolean isRefused = random.nextInt(4) == 0;
                apply(
                        run,
                        isRefused
                                ? new RunEvent.NotBooked("busy", nowSec, random.nextInt(4) > 0)
                                : new RunEvent.Booked(nowSec));
                if (!isRefused) {
                    book(book.plan().reservations());
                }
            }
            case RunEffect.Revise revise -> apply(run, revised(run, revise.request()));
            case RunEffect.BookRevision book -> {
                boolean isRefused = random.nextInt(4) == 0;
                apply(
                        run,
                        isRefused ? new RunEvent.RevisionRefused("busy", nowSec) : new RunEvent.RevisionBooked(nowSec));
                if (!isRefused) {
                    book(book.fresh());
                    revisions++;
                }
            }
            case RunEffect.Start start -> {
                assertThat(start.reservation().isPresent() || start.limitSec().isPresent())
                        .isTrue();
                apply(
                        run,
                        random.nextInt(10) == 0
                                ? failed(start.task(), random.nextBoolean())
                                : new RunEvent.Submitted(
                                        start.task().task().id(),
                                        start.task().attempt(),
                                        String.valueOf(++jobs),
                                        start.reservation().orElse(""),
                                        nowSec));
            }
            case RunEffect.Collect collect ->
                apply(
                        run,
                        collect.task().exitCode() == 0
                                ? new RunEvent.TaskSucceeded(
                                        collect.task().task().id(),
                                        collect.task().attempt(),
                                        JsonNodeFactory.instance.objectNode(),
                                        nowSec)
                                : failed(collect.task(), false));
            case RunEffect.CancelJob cancel -> apply(run, changed(cancel.task(), BatchJobReport.State.STOPPED, 0));
            case RunEffect.Release release -> release(run, release.reservation());
        }
    }

    private void book(List<BatchReservation> more) {
        more.forEach(one -> assertThat(booked.add(one.name())).as(one.name()).isTrue());
    }

    private void release(WorkflowRun run, String reservation) {
        booked.remove(reservation);
        apply(run, new RunEvent.Released(reservation, nowSec));
    }

    /** Moves the displaced blocks, and some of the others within the limit; or finds no plan. */
    private RunEvent revised(WorkflowRun run, RevisionRequest request) {
        List<String> moved = new ArrayList<>();
        List<RunPlan.PlannedBlock> blocks = new ArrayList<>();
        List<BatchReservation> reservations =
                new ArrayList<>(run.plan().orElseThrow().reservations());
        for (BlockSituation block : request.blocks()) {
            boolean isDisplaced = block.stage() == BlockSituation.Stage.DISPLACED;
            if (isDisplaced || (block.mayMove() && random.nextInt(4) == 0)) {
                moved.add(block.name());
                RunPlan.PlannedBlock other = block(block.name(), "r" + events.size() + block.name(), reservations);
                blocks.add(other);
            } else {
                blocks.add(block.block());
            }
        }
        if (moved.isEmpty() || random.nextInt(4) == 0) {
            return new RunEvent.NotRevised(request.cause(), "no other plan is better", nowSec);
        }
        return new RunEvent.Revised(plan(blocks, reservations), moved, request.openBlocks(), request.cause(), nowSec);
    }

    private RunEvent failed(TaskRecord task, boolean isFinal) {
        return new RunEvent.TaskFailed(task.task().id(), task.attempt(), "failed", isFinal, nowSec);
    }

    private void change(WorkflowRun run, TaskRecord task) {
        boolean isWaiting = task.state() == TaskRecord.State.WAITING;
        BatchJobReport.State state = switch (random.nextInt(6)) {
            case 0 -> BatchJobReport.State.STOPPED;
            case 1 -> BatchJobReport.State.TIMED_OUT;
            default -> isWaiting ? BatchJobReport.State.RUNNING : BatchJobReport.State.ENDED;
        };
        apply(run, changed(task, state, random.nextInt(5) == 0 ? 1 : 0));
    }

    private RunEvent changed(TaskRecord task, BatchJobReport.State state, int exitCode) {
        boolean hasStarted = state != BatchJobReport.State.STOPPED || task.startSec() > 0;
        boolean isOver = state != BatchJobReport.State.RUNNING;
        return new RunEvent.JobChanged(
                task.task().id(),
                task.attempt(),
                state,
                exitCode,
                "",
                hasStarted ? nowSec : 0,
                isOver ? nowSec : 0,
                List.of("n0"));
    }

    @Test
    void everyRunEndsAndItsEventsGiveTheSameState() {
        for (int seed = 1; seed <= RUNS; seed++) {
            random = new SplittableRandom(seed);
            events.clear();
            booked.clear();
            nowSec = 1_000;
            Workflow workflow = workflow();
            WorkflowRun run = run(workflow);
            for (int i = 0; i < 2_000 && !run.phase().isOver(); i++) {
                step(run, workflow);
                assertOrder(run, workflow, seed);
            }
            assertThat(run.phase().isOver()).as("seed " + seed).isTrue();
            assertEnd(run, workflow, seed);
            WorkflowRun again = run(workflow);
            events.forEach(again::apply);
            assertThat(again.tasks()).as("seed " + seed).containsExactlyElementsOf(run.tasks());
            assertThat(again.phase()).isEqualTo(run.phase());
            assertThat(again.problem()).isEqualTo(run.problem());
            assertThat(again.plan()).isEqualTo(run.plan());
            assertThat(again.revision()).isEqualTo(run.revision());
            assertThat(booked)
                    .as("seed " + seed + ": reservations that are left")
                    .isEmpty();
        }
        assertThat(revisions).isGreaterThan(RUNS / 4);
    }

    /** A task exists only if all tasks of the steps before it have succeeded. */
    private static void assertOrder(WorkflowRun run, Workflow workflow, int seed) {
        StepGraph graph = StepGraph.of(workflow);
        Map<String, TaskRecord> tasks = new HashMap<>();
        run.tasks().forEach(task -> tasks.put(task.task().step().path(), task));
        for (int i = 0; i < workflow.steps().size(); i++) {
            if (tasks.containsKey("s" + i)) {
                for (int earlier : graph.before(i)) {
                    assertThat(tasks.get("s" + earlier).state())
                            .as("seed " + seed)
                            .isEqualTo(TaskRecord.State.SUCCEEDED);
                }
            }
        }
    }

    /** Only descendants of a failed task are left out of a run that was not cancelled. */
    private static void assertEnd(WorkflowRun run, Workflow workflow, int seed) {
        boolean isPlanned = run.phase() != RunPhase.FAILED || !run.tasks().isEmpty();
        if (run.phase() == RunPhase.CANCELLED || !isPlanned) {
            return;
        }
        Set<String> ended = new HashSet<>();
        run.tasks().stream()
                .filter(task -> task.state() == TaskRecord.State.SUCCEEDED)
                .forEach(task -> ended.add(task.task().step().path()));
        assertThat(ended.size() == workflow.steps().size())
                .as("seed " + seed)
                .isEqualTo(run.phase() == RunPhase.SUCCEEDED);
        StepGraph graph = StepGraph.of(workflow);
        for (int i = 0; i < workflow.steps().size(); i++) {
            boolean isReachable = true;
            for (int earlier : graph.before(i)) {
                isReachable &= ended.contains("s" + earlier);
            }
            assertThat(run.task("s" + i).isPresent())
                    .as("seed " + seed + " s" + i)
                    .isEqualTo(isReachable);
        }
    }
}
