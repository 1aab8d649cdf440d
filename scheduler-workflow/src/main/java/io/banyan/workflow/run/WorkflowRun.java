package io.banyan.workflow.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One run of a workflow as a state machine. {@link #apply} takes a fact, and {@link #effects} says what is to be done.
 *
 * <p>The same events in the same order give the same state. An event costs O(1) and what the order of the tasks costs.
 * Not thread-safe.
 */
public final class WorkflowRun {
    /** The number of plans that are tried before a run fails because none of them can be booked. */
    public static final int MOST_PLANS = 10;

    private static final long LONGEST_PAUSE_SEC = 60;
    private final Workflow workflow;
    private final TaskFlow flow;
    private final TaskAttempts attempts;
    private final RunTasks tasks;
    private final OpenReservations reservations = new OpenReservations();
    private final RunProgress progress;
    private final PlanRevisions revisions;
    private final DueEffects due;
    private RunPhase phase = RunPhase.PLANNING;
    private Optional<RunPlan> plan = Optional.empty();
    private Optional<RunEvent.CancelAsked> cancel = Optional.empty();
    private Optional<RunOutcome> outcome = Optional.empty();
    private String problem = "";
    private int refusedPlans;
    private long againSec;

    /** A run that has no plan yet. */
    public WorkflowRun(RunSource.Loaded loaded, RunSettings settings) {
        this.workflow = loaded.workflow();
        this.flow = loaded.flow();
        TaskStarts starts = new TaskStarts(reservations, StepSeconds.of(workflow, settings.reduction()));
        this.progress = new RunProgress(workflow, flow, starts, reservations);
        this.revisions = new PlanRevisions(progress, workflow, flow, settings);
        this.attempts = new TaskAttempts(workflow, flow, settings, reservations, progress);
        this.tasks = attempts.tasks();
        this.due = new DueEffects(tasks, flow, starts, reservations, progress, revisions);
    }

    // ---- state ------------------------------------------------------------------------------------------------------

    /** Returns the workflow. */
    public Workflow workflow() {
        return workflow;
    }

    /** Returns the phase. */
    public RunPhase phase() {
        return phase;
    }

    /** Returns the last plan; empty before the first. */
    public Optional<RunPlan> plan() {
        return plan;
    }

    /** Returns the tasks that have begun or are ready, in the order in which they became ready. */
    public Collection<TaskRecord> tasks() {
        return tasks.all();
    }

    /** Returns a task. */
    public Optional<TaskRecord> task(String id) {
        return tasks.find(id);
    }

    /** Returns the tasks that have changed since the last call. */
    public List<TaskRecord> takeChanged() {
        return tasks.takeChanged();
    }

    /** Returns the tasks whose jobs wait or run. */
    public List<TaskRecord> withJob() {
        return tasks.withJob();
    }

    /** Returns the sentences on why the run failed, or waits for another plan; may be empty. */
    public String problem() {
        return problem;
    }

    /** Returns the outputs of a run that succeeded. */
    public Optional<ObjectNode> outputs() {
        return outcome.flatMap(end ->
                end instanceof RunOutcome.Succeeded succeeded ? Optional.of(succeeded.outputs()) : Optional.empty());
    }

    /** Returns the last revision of the plan; empty if the first plan is in force. */
    public Optional<RunEvent.Revised> revision() {
        return revisions.last();
    }

    /** Returns the names of the reservations that are booked and not given back. */
    public Set<String> openReservations() {
        return reservations.names();
    }

    // ---- events -----------------------------------------------------------------------------------------------------

    /** Takes a fact. A fact about an earlier attempt of a task, or about a run that is over, changes nothing. */
    public void apply(RunEvent event) {
        if (phase.isOver()) {
            return;
        }
        switch (event) {
            case RunEvent.Planned planned -> planned(planned.plan());
            case RunEvent.NotPlanned none -> end(RunPhase.FAILED, none.sentence());
            case RunEvent.Booked booked -> booked();
            case RunEvent.NotBooked refused -> notBooked(refused);
            case RunEvent.Submitted submitted -> attempts.submitted(submitted);
            case RunEvent.JobChanged changed -> attempts.jobChanged(changed);
            case RunEvent.TaskSucceeded done -> attempts.succeeded(done);
            case RunEvent.TaskFailed failed -> attempts.failed(failed);
            case RunEvent.Requeued again -> attempts.requeued(again);
            case RunEvent.CancelAsked asked -> cancelAsked(asked);
            case RunEvent.EngineEnded ended -> attempts.begin(flow.on(ForeignFlow.ENGINE_ENDED));
            case RunEvent.Released released -> reservations.remove(released.reservation());
            case RunEvent.Revised revised -> revised(revised);
            case RunEvent.NotRevised none -> revisions.notRevised(none);
            case RunEvent.RevisionBooked booked -> revisionBooked();
            case RunEvent.RevisionRefused refused -> revisions.refused(refused);
        }
        settle();
    }

    private void planned(RunPlan found) {
        if (cancel.isEmpty()) {
            plan = Optional.of(found);
            phase = RunPhase.BOOKING;
        }
    }

    private void booked() {
        RunPlan booked = plan.orElseThrow();
        reservations.open(booked);
        progress.begin(booked);
        problem = "";
        phase = RunPhase.RUNNING;
        if (cancel.isEmpty()) {
            attempts.begin(flow.start());
        }
    }

    private void notBooked(RunEvent.NotBooked refused) {
        problem = refused.sentence();
        refusedPlans++;
        if (!refused.retry() || refusedPlans >= MOST_PLANS) {
            phase = RunPhase.FAILED;
        } else {
            phase = RunPhase.PLANNING;
            againSec = refused.atSec() + Math.min(LONGEST_PAUSE_SEC, 1L << refusedPlans);
        }
    }

    private void revised(RunEvent.Revised revised) {
        if (cancel.isEmpty() && phase == RunPhase.RUNNING) {
            revisions.revised(plan.orElseThrow(), revised);
        }
    }

    private void revisionBooked() {
        RunPlan before = plan.orElseThrow();
        List<BatchReservation> fresh = revisions.drafted(before);
        revisions.booked().ifPresent(revised -> {
            plan = Optional.of(revised.plan());
            reservations.revise(revised.plan(), fresh);
        });
    }

    private void cancelAsked(RunEvent.CancelAsked asked) {
        // A second request may be the harder one.
        cancel = Optional.of(new RunEvent.CancelAsked(
                asked.afterRunning()
                        && cancel.map(RunEvent.CancelAsked::afterRunning).orElse(true),
                asked.atSec()));
        attempts.cancel();
        if (phase == RunPhase.PLANNING || phase == RunPhase.BOOKING) {
            plan.ifPresent(reservations::open);
            phase = RunPhase.ENDING;
        }
    }

    private void end(RunPhase last, String sentence) {
        phase = last;
        problem = sentence;
    }

    /** Finds the end of the run. */
    private void settle() {
        if (phase == RunPhase.RUNNING
                && tasks.isIdle()
                && (cancel.isPresent() || flow.outcome().isPresent())) {
            outcome = flow.outcome();
            phase = RunPhase.ENDING;
            plan.ifPresent(last -> reservations.add(revisions.drafted(last)));
        }
        if (phase == RunPhase.ENDING && reservations.isEmpty()) {
            boolean isCancelled =
                    cancel.isPresent() && !(outcome.isPresent() && outcome.get() instanceof RunOutcome.Succeeded);
            if (isCancelled) {
                end(RunPhase.CANCELLED, "");
            } else {
                finish(outcome.orElseThrow());
            }
        }
    }

    private void finish(RunOutcome last) {
        switch (last) {
            case RunOutcome.Succeeded succeeded -> end(RunPhase.SUCCEEDED, "");
            case RunOutcome.Failed failed -> end(RunPhase.FAILED, String.join("\n", failed.reasons()));
        }
    }

    // ---- effects ----------------------------------------------------------------------------------------------------

    /**
     * Returns the effects that are due. A task starts in the reservation of its block if that has time enough for it,
     * and else in the queue. O(effects + open reservations x their
     * steps + blocks and their edges).
     */
    public List<RunEffect> effects(long nowSec) {
        List<RunEffect> effects = new ArrayList<>();
        switch (phase) {
            case PLANNING -> {
                if (nowSec >= againSec) {
                    effects.add(new RunEffect.MakePlan());
                }
            }
            case BOOKING -> effects.add(new RunEffect.Book(plan.orElseThrow()));
            case RUNNING -> effects.addAll(due.of(plan.orElseThrow(), cancel, nowSec));
            case ENDING -> reservations.names().forEach(name -> effects.add(new RunEffect.Release(name)));
            case SUCCEEDED, FAILED, CANCELLED -> {
                // A run that is over wants nothing.
            }
        }
        return effects;
    }

    // ---- tests ------------------------------------------------------------------------------------------------------

    /** Checks that the sets of tasks agree with their states, and that a run that is over holds nothing. O(tasks). */
    public void checkInvariants() {
        tasks.checkInvariants();
        require(!phase.isOver() || tasks.isIdle(), "a task outlives the run");
        require(!phase.isOver() || reservations.isEmpty(), "a reservation outlives the run");
        require(phase != RunPhase.RUNNING || plan.isPresent(), "a run has a plan");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("it does not hold that " + what);
        }
    }
}
