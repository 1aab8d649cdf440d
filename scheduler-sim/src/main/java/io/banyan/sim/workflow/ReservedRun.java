package io.banyan.sim.workflow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.GraphTaskFlow;
import io.banyan.workflow.run.PlannedStarts;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPhase;
import io.banyan.workflow.run.RunPlan;
import io.banyan.workflow.run.RunPlanner;
import io.banyan.workflow.run.RunSettings;
import io.banyan.workflow.run.RunSource;
import io.banyan.workflow.run.RunTask;
import io.banyan.workflow.run.TaskRecord;
import io.banyan.workflow.run.WorkflowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A workflow that is planned ahead, booked gently and run at the planned times, by the state machine of the daemon's
 * engine. A plan takes {@link #PLANNING_SEC} of virtual time, in which the stream goes on.
 */
final class ReservedRun implements MethodRun {
    /** The time from the look at the machine to the booking. */
    static final long PLANNING_SEC = 5;

    /** The time from the look to the start of the first slot. */
    private static final long LEAD_SEC = 10;

    private static final long MILLIS = 1_000;
    private static final String PREFIX = "wf_";

    private final StreamInstance stream;
    private final InstanceBatch batch;
    private final TaskGraph graph;
    private final RunSettings settings;
    private final BiFunction<PlanProblem, RunSettings, PlanResult> solver;
    private final Runnable booked;
    private final WorkflowRun run;
    private final List<String> numbers = new ArrayList<>();
    private final HeldReservations reservations = new HeldReservations();

    private @Nullable RunPlan drafted;
    private boolean isWoken;
    private int refusedPlans;
    private String problem = "";

    /**
     * Prepares the run.
     *
     * @param booked is called when the reservations are about to be booked
     */
    ReservedRun(
            StreamInstance stream,
            InstanceBatch batch,
            TaskGraph graph,
            Workflow workflow,
            RunSettings settings,
            BiFunction<PlanProblem, RunSettings, PlanResult> solver,
            Runnable booked) {
        this.stream = stream;
        this.batch = batch;
        this.graph = graph;
        this.settings = settings;
        this.solver = solver;
        this.booked = booked;
        this.run = new WorkflowRun(new RunSource.Loaded(workflow, new GraphTaskFlow(workflow)), settings);
    }

    @Override
    public void begin() {
        stream.listen(changed -> {
            if (!changed.isStream()) {
                wake();
            }
        });
        wake();
    }

    /** Goes on at the same instant, when the instance has decided. */
    private void wake() {
        if (!isWoken) {
            isWoken = true;
            stream.at(stream.nowMillis(), this::goOn);
        }
    }

    private void goOn() {
        isWoken = false;
        boolean hasChanged = true;
        while (hasChanged && !run.phase().isOver()) {
            List<RunEvent> events = new ArrayList<>(changes());
            List<RunEffect.Start> ready = new ArrayList<>();
            for (RunEffect effect : run.effects(stream.nowSec())) {
                if (effect instanceof RunEffect.Start start) {
                    ready.add(start);
                } else {
                    events.addAll(made(effect));
                }
            }
            events.addAll(started(ready));
            events.forEach(run::apply);
            hasChanged = !events.isEmpty();
        }
        if (run.phase() == RunPhase.PLANNING && drafted == null) {
            stream.at(stream.nowMillis() + MILLIS, this::wake);
        }
    }

    private List<RunEvent> changes() {
        List<RunEvent> changes = new ArrayList<>();
        for (TaskRecord task : run.withJob()) {
            BatchJobReport report = batch.reports(List.of(task.job())).get(task.job());
            if (report != null && !isKnown(task, report)) {
                changes.add(new RunEvent.JobChanged(
                        task.task().id(),
                        task.attempt(),
                        report.state(),
                        report.exitCode().orElse(TaskRecord.NO_CODE),
                        report.detail(),
                        report.startSec().orElse(task.startSec()),
                        report.isOver() ? report.endSec().orElse(stream.nowSec()) : 0,
                        report.nodes()));
            }
        }
        return changes;
    }

    private static boolean isKnown(TaskRecord task, BatchJobReport report) {
        return switch (report.state()) {
            case WAITING -> task.state() == TaskRecord.State.WAITING;
            case RUNNING -> task.state() == TaskRecord.State.RUNNING;
            case ENDED, TIMED_OUT, STOPPED -> false;
        };
    }

    private List<RunEvent> made(RunEffect effect) {
        return switch (effect) {
            case RunEffect.MakePlan plan -> plan();
            case RunEffect.Book book -> book(book.plan());
            case RunEffect.Start start -> started(List.of(start));
            case RunEffect.Collect collect -> List.of(succeeded(collect.task()));
            case RunEffect.Revise revise -> throw new IllegalStateException("a simulated run keeps its plan");
            case RunEffect.BookRevision book -> throw new IllegalStateException("a simulated run keeps its plan");
            case RunEffect.CancelJob cancel -> {
                batch.cancel(cancel.task().job());
                yield List.of();
            }
            case RunEffect.Release release -> {
                batch.release(release.reservation());
                reservations.released(release.reservation(), stream.nowSec());
                yield List.of(new RunEvent.Released(release.reservation(), stream.nowSec()));
            }
        };
    }

    // ---- plan -------------------------------------------------------------------------------------------------------

    private List<RunEvent> plan() {
        if (drafted != null) {
            return List.of();
        }
        long nowSec = stream.nowSec();
        try {
            WorkflowReduction reduction = WorkflowReduction.of(run.workflow(), settings.reduction());
            BatchLook look = batch.look(nowSec + LEAD_SEC, settings.slotSeconds(), ProblemDraft.types(reduction));
            drafted = switch (RunPlanner.draft(run.workflow(), settings, Formulation.NODES, look.profile(), solver)) {
                case RunPlanner.Drafted.Found found -> RunPlanner.plan(found, look, PREFIX + nowSec + "_");
                case RunPlanner.Drafted.None none -> throw new IllegalArgumentException(none.sentence());
            };
        } catch (BatchException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        stream.at(stream.nowMillis() + PLANNING_SEC * MILLIS, () -> {
            RunPlan ready = drafted;
            drafted = null;
            if (ready != null) {
                run.apply(new RunEvent.Planned(ready));
            }
            wake();
        });
        return List.of();
    }

    private List<RunEvent> book(RunPlan plan) {
        booked.run();
        try {
            return switch (batch.book(plan.reservations())) {
                case BatchBooking.Booked it -> {
                    reservations.booked(plan.reservations());
                    yield List.of(new RunEvent.Booked(stream.nowSec()));
                }
                case BatchBooking.Conflict conflict -> List.of(refused(conflict.sentence(), true));
            };
        } catch (BatchException e) {
            return List.of(refused(String.valueOf(e.getMessage()), false));
        }
    }

    private RunEvent refused(String sentence, boolean mayTryAgain) {
        refusedPlans++;
        problem = sentence;
        return new RunEvent.NotBooked(sentence, stream.nowSec(), mayTryAgain);
    }

    // ---- tasks ------------------------------------------------------------------------------------------------------

    /** Starts the tasks whose blocks have begun, and comes back for the next block. */
    private List<RunEvent> started(List<RunEffect.Start> ready) {
        if (ready.isEmpty()) {
            return List.of();
        }
        var planned = new PlannedStarts(run.workflow(), run.plan().orElseThrow());
        planned.nextSec(ready, stream.nowSec()).ifPresent(at -> stream.at(at * MILLIS, this::wake));
        return planned.due(ready, run.withJob(), stream.nowSec()).stream()
                .map(this::started)
                .toList();
    }

    private RunEvent started(RunEffect.Start start) {
        TaskRecord task = start.task();
        if (!(task.task() instanceof RunTask.OfStep(String id, Step step, int number, int tasks))) {
            throw new IllegalStateException("task '" + task.task().id() + "' is not one of a step");
        }
        if (step.needs().isNothing()) {
            return succeeded(task);
        }
        TaskGraph.Task known = graph.task(id);
        String name = "task-" + known.number() + "-" + task.attempt();
        stream.lasts(name, known.ranMillis(), step.needs().totalCores());
        try {
            String job = batch.submit(TimedJob.of(name, step.needs(), start.limitSec(), start.reservation()));
            numbers.add(job);
            return new RunEvent.Submitted(
                    id, task.attempt(), job, start.reservation().orElse(""), stream.nowSec());
        } catch (BatchException e) {
            if (start.reservation().isPresent()) {
                return new RunEvent.Requeued(id, task.attempt(), String.valueOf(e.getMessage()));
            }
            throw new IllegalArgumentException("task '" + id + "' cannot run: " + e.getMessage(), e);
        }
    }

    private RunEvent succeeded(TaskRecord task) {
        return new RunEvent.TaskSucceeded(
                task.task().id(), task.attempt(), JsonNodeFactory.instance.objectNode(), stream.nowSec());
    }

    // ---- outcome ----------------------------------------------------------------------------------------------------

    @Override
    public Outcome outcome() {
        double held = reservations.coreMillis() + queuedCoreMillis();
        int tasks = graph.tasks().size();
        Outcome done = WorkflowRuns.of(stream, numbers).outcome(held, graph.usedCoreMillis(), refusedPlans, tasks);
        return run.phase() == RunPhase.SUCCEEDED
                ? done
                : new Outcome(
                        done.startMillis(),
                        done.endMillis(),
                        done.heldCoreMillis(),
                        done.usedCoreMillis(),
                        refusedPlans,
                        "the run is " + run.phase() + (problem.isEmpty() ? "" : ": " + problem));
    }

    /** Returns the core time of the tasks that ran in the queue because their reservation did not take them. */
    private double queuedCoreMillis() {
        return run.tasks().stream()
                .filter(task -> task.reservation().isEmpty() && !task.job().isEmpty())
                .map(task -> graph.task(task.task().id()))
                .mapToDouble(task -> (double) task.needs().totalCores() * task.ranMillis())
                .sum();
    }
}
