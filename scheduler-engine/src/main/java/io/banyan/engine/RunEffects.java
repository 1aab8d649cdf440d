package io.banyan.engine;

import io.banyan.engine.fill.FilledBatch;
import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.engine.TaskException;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPhase;
import io.banyan.workflow.run.TaskRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The making of the effects of runs. Each effect gives events; an effect whose outcome is unknown gives none, and stays
 * due.
 */
final class RunEffects {
    private final Batch batch;
    private final FirstPlans plans;
    private final PlanningTurns turns;
    private final RevisionMaking revisions;
    private final TaskPreparation preparation;
    private final LongSupplier clockSec;
    private final Consumer<String> messages;
    /** The tasks for fillers; null if there are no fillers. */
    private final @Nullable FilledStarts filled;

    RunEffects(
            Batch batch, PlanMaking planMaking, PlanningTurns turns, LongSupplier clockSec, Consumer<String> messages) {
        this.preparation = new TaskPreparation(batch, clockSec);
        this.filled = batch instanceof FilledBatch fillers ? new FilledStarts(fillers, preparation, clockSec) : null;
        this.messages = messages;
        this.batch = batch;
        this.plans = new FirstPlans(batch, planMaking, clockSec, messages);
        this.turns = turns;
        this.revisions = new RevisionMaking(batch, planMaking, turns, clockSec, messages);
        this.clockSec = clockSec;
    }

    /** Makes the effects of a run that are due now, and keeps their events. Returns whether there were any. */
    boolean make(ActiveRun run) throws IOException {
        if (run.run().phase() != RunPhase.PLANNING) {
            plans.forget(run);
        }
        List<RunEffect> effects = run.run().effects(clockSec.getAsLong());
        revisions.keep(run, effects);
        boolean hasChanged = takeFilled(run, effects);
        for (RunEffect effect : effects) {
            List<RunEvent> events;
            try {
                events = made(run, effect);
            } catch (BatchException e) {
                messages.accept("workflow " + run.id() + ": " + e.getMessage());
                if (e.isRefusal()) {
                    continue;
                }
                break;
            }
            run.record(events, clockSec.getAsLong());
            hasChanged |= !events.isEmpty();
        }
        return hasChanged;
    }

    /** Makes the effects of tasks in fillers, many with one call, and removes them. Returns whether there were any. */
    private boolean takeFilled(ActiveRun run, List<RunEffect> effects) throws IOException {
        if (filled == null) {
            return false;
        }
        if (run.run().phase() != RunPhase.RUNNING) {
            filled.forget(run.id());
            return false;
        }
        try {
            return filled.take(run, effects, task -> collected(run, task));
        } catch (BatchException e) {
            messages.accept("workflow " + run.id() + ": " + e.getMessage());
            return false;
        }
    }

    /**
     * Finds reservations that somebody else has cancelled. Their tasks go to the queue.
     *
     * @throws BatchException if the scheduler does not answer
     */
    void findLost(ActiveRun run) throws BatchException, IOException {
        long now = clockSec.getAsLong();
        if (run.run().phase() != RunPhase.RUNNING || !run.takeLook(now)) {
            return;
        }
        Set<String> known = batch.reservations(run.prefix());
        List<RunEvent> lost = new ArrayList<>();
        for (BatchReservation one : run.run().plan().orElseThrow().reservations()) {
            boolean isOpen = run.run().openReservations().contains(one.name());
            if (isOpen && one.endSec() > now && !known.contains(one.name())) {
                messages.accept("workflow " + run.id() + ": reservation " + one.name()
                        + " was cancelled; its tasks get another place, or go to the queue");
                lost.add(new RunEvent.Released(one.name(), now));
            }
        }
        run.record(lost, now);
    }

    private List<RunEvent> made(ActiveRun run, RunEffect effect) throws BatchException {
        return switch (effect) {
            case RunEffect.MakePlan plan -> turns.isTurnOf(run) ? plans.make(run) : List.of();
            case RunEffect.Book book -> List.of(plans.booked(run, book.plan()));
            case RunEffect.Start start -> List.of(started(run, start));
            case RunEffect.Collect collect -> List.of(collected(run, collect.task()));
            case RunEffect.CancelJob cancel -> {
                cancel(run, cancel.task().job());
                yield List.of();
            }
            case RunEffect.Release release -> {
                batch.release(release.reservation());
                yield List.of(new RunEvent.Released(release.reservation(), clockSec.getAsLong()));
            }
            case RunEffect.Revise revise -> revisions.revise(run, revise.request());
            case RunEffect.BookRevision book -> List.of(revisions.booked(run, book));
        };
    }

    /**
     * Finds the jobs of tasks that an earlier engine may have submitted.
     *
     * @throws BatchException if the scheduler does not answer; the tasks stay uncertain
     */
    void findUncertain(ActiveRun run) throws BatchException, IOException {
        for (RunEffect effect : run.run().effects(clockSec.getAsLong())) {
            if (effect instanceof RunEffect.Start start) {
                Optional<RunEvent> known = preparation.known(run, start);
                if (known.isPresent()) {
                    run.record(List.of(known.get()), clockSec.getAsLong());
                }
            }
        }
    }

    private RunEvent started(ActiveRun run, RunEffect.Start start) throws BatchException {
        return switch (preparation.prepare(run, start)) {
            case TaskPreparation.Result.Job(var job) -> submitted(run, start, job);
            case TaskPreparation.Result.Ended(var event) -> event;
        };
    }

    private RunEvent submitted(ActiveRun run, RunEffect.Start start, BatchJob job) throws BatchException {
        try {
            return preparation.submitted(start, batch.submit(job));
        } catch (BatchException e) {
            if (e.isRefusal()) {
                String reason = "task '" + start.task().task().id() + "' was refused: " + e.getMessage();
                Optional<RunEvent> lost = revisions.lost(start);
                if (lost.isPresent()) {
                    return lost.get();
                }
                if (start.reservation().isPresent()) {
                    messages.accept("workflow " + run.id() + ": " + reason + "; it goes to the queue");
                }
                return start.reservation().isEmpty()
                        ? preparation.failed(start.task(), reason, true)
                        : new RunEvent.Requeued(
                                start.task().task().id(), start.task().attempt(), reason);
            }
            run.mayBeSubmitted(job.name());
            throw e;
        }
    }

    private RunEvent collected(ActiveRun run, TaskRecord task) {
        try {
            return new RunEvent.TaskSucceeded(
                    task.task().id(), task.attempt(), run.workspace().collect(task), clockSec.getAsLong());
        } catch (TaskException e) {
            return preparation.failed(task, String.valueOf(e.getMessage()), false);
        }
    }

    private void cancel(ActiveRun run, String job) throws BatchException {
        if (run.takeCancel(job)) {
            try {
                batch.cancel(job);
            } catch (BatchException e) {
                run.cancelAgain(job);
                throw e;
            }
        }
    }
}
