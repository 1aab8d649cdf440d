package io.banyan.engine;

import io.banyan.document.DocumentException;
import io.banyan.engine.store.ForeignEngine;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.engine.task.TaskWorkspace;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.order.WaitingWorkflow;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPhase;
import io.banyan.workflow.run.RunSource;
import io.banyan.workflow.run.TaskRecord;
import io.banyan.workflow.run.WorkflowRun;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A run that is not over, with what the engine knows of it besides its events. */
final class ActiveRun {
    private static final long LEAST_LEAD_SEC = 3;
    private static final long LOOK_SEC = 30;
    private static final double MILLIS = 1_000;

    private final long id;
    private final WorkflowRun run;
    private final WorkflowSubmission submission;
    private final WaitingWorkflow waiting;
    private final TaskWorkspace workspace;
    private final WorkflowStore store;
    /** The attempts that may have been submitted by an engine that ended before it wrote that. */
    private final Set<String> uncertain = new HashSet<>();
    /** The jobs whose cancellation was asked. */
    private final Set<String> cancelled = new HashSet<>();

    /** Written by the thread that plans. */
    private volatile long leadSec = LEAST_LEAD_SEC;

    private long lookedSec;
    private RunPhase toldPhase = RunPhase.PLANNING;

    private ActiveRun(
            WaitingWorkflow waiting,
            WorkflowRun run,
            WorkflowSubmission submission,
            TaskWorkspace workspace,
            WorkflowStore store) {
        this.id = waiting.id();
        this.waiting = waiting;
        this.run = run;
        this.submission = submission;
        this.workspace = workspace;
        this.store = store;
    }

    /**
     * Restores a run from the store. O(events).
     *
     * @throws DocumentException if this version of Banyan does not accept the workflow any more
     */
    static ActiveRun restore(WorkflowStore store, long id) throws IOException, DocumentException {
        WorkflowSubmission submission = store.submission(id);
        FileView files = new LocalFileView();
        RunSource.Loaded read = submission.source().load(files);
        RunSource.Loaded loaded = submission.foreign() == null ? read : read.foreign();
        WorkflowRun run = new WorkflowRun(loaded, submission.settings());
        store.events(id).forEach(run::apply);
        var unused = run.takeChanged();
        TaskWorkspace workspace = new TaskWorkspace(store, id, loaded.workflow(), submission, files);
        ActiveRun active =
                new ActiveRun(waiting(store, id, loaded.workflow(), submission), run, submission, workspace, store);
        run.tasks().stream()
                .filter(task -> task.state() == TaskRecord.State.READY)
                .forEach(task -> active.uncertain.add(workspace.jobName(task)));
        return active;
    }

    private static WaitingWorkflow waiting(
            WorkflowStore store, long id, Workflow workflow, WorkflowSubmission submission) throws IOException {
        long arrivedSec = store.find(id).orElseThrow().submittedSec();
        double coreSeconds =
                WorkflowReduction.of(workflow, submission.settings().reduction()).reduced().blocks().stream()
                        .mapToDouble(block -> block.workMillis() / MILLIS)
                        .sum();
        WorkflowSubmission.Precedence precedence = submission.precedence();
        return new WaitingWorkflow(id, arrivedSec, coreSeconds, precedence.priority(), precedence.project());
    }

    long id() {
        return id;
    }

    /** Returns the entry of the workflow in the planning order. */
    WaitingWorkflow waiting() {
        return waiting;
    }

    /** Returns the beginning of the names of its reservations. */
    String prefix() {
        return store.prefix(id);
    }

    WorkflowRun run() {
        return run;
    }

    WorkflowSubmission submission() {
        return submission;
    }

    TaskWorkspace workspace() {
        return workspace;
    }

    /**
     * Returns the event that follows from the end of the foreign engine, or of the plan that it uses; empty before, and
     * if there is no foreign engine.
     */
    Optional<RunEvent> foreignEnd(long nowSec) {
        ForeignEngine engine = submission.foreign();
        if (engine == null || run.phase() == RunPhase.ENDING || run.phase().isOver()) {
            return Optional.empty();
        }
        boolean isRunning = run.phase() == RunPhase.RUNNING;
        boolean isPast = isRunning && run.plan().orElseThrow().endSec() <= nowSec;
        if (!isPast && !engine.hasEnded()) {
            return Optional.empty();
        }
        return Optional.of(isRunning ? new RunEvent.EngineEnded(nowSec) : new RunEvent.CancelAsked(false, nowSec));
    }

    /** Returns, once for each phase, a line about it. */
    Optional<String> takePhase() {
        if (run.phase() == toldPhase) {
            return Optional.empty();
        }
        toldPhase = run.phase();
        String why = run.problem().isEmpty() ? "" : ": " + run.problem();
        return Optional.of("workflow " + id + ": " + toldPhase + why);
    }

    /** Returns, once, whether an earlier engine may have submitted a job of this name. */
    boolean takeUncertain(String jobName) {
        return uncertain.remove(jobName);
    }

    /** Returns, once in half a minute, that the reservations are to be looked at. */
    boolean takeLook(long nowSec) {
        boolean isDue = nowSec >= lookedSec + LOOK_SEC || nowSec < lookedSec;
        if (isDue) {
            lookedSec = nowSec;
        }
        return isDue;
    }

    /** Returns the names of jobs that an earlier engine may have submitted. */
    Set<String> uncertain() {
        return Set.copyOf(uncertain);
    }

    /** Returns the time from the look at a machine to the booking of a plan, in seconds. */
    long leadSec() {
        return leadSec;
    }

    /** Sets that time after a plan that took some seconds. */
    void planTook(long seconds) {
        leadSec = LEAST_LEAD_SEC + 2 * Math.max(0, seconds);
    }

    /** Notes that a job of this name may have been submitted, although no answer came. */
    void mayBeSubmitted(String jobName) {
        uncertain.add(jobName);
    }

    /** Returns, once, that the cancellation of a job is to be asked. */
    boolean takeCancel(String job) {
        return cancelled.add(job);
    }

    /** Lets the cancellation of a job be asked once more. */
    void cancelAgain(String job) {
        cancelled.remove(job);
    }

    /** Applies events, and keeps them. */
    void record(List<RunEvent> events, long nowSec) throws IOException {
        if (!events.isEmpty()) {
            store.append(id, events, run, nowSec);
        }
    }
}
