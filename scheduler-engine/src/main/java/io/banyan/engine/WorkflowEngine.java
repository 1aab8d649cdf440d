package io.banyan.engine;

import io.banyan.document.DocumentException;
import io.banyan.engine.fill.FilledBatch;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.TaskRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The execution of all runs of a store in front of one batch scheduler.
 *
 * <p>{@link #round} looks at the jobs, makes the effects that are due, and keeps what came of them. A process that ends
 * at any point loses nothing: the next engine restores the runs, and asks the scheduler for jobs and reservations whose
 * answer was not kept. For one thread.
 */
public final class WorkflowEngine {
    private static final int MOST_TROUBLES = 3;
    private static final long QUIET_SEC = 60;

    private final WorkflowStore store;
    private final String name;
    private final Batch batch;
    private final RunEffects effects;
    private final PlanningTurns turns;
    private final LongSupplier clockSec;
    private final Consumer<String> messages;
    private final Map<Long, ActiveRun> active = new LinkedHashMap<>();
    /** The runs that are for another scheduler, or cannot be restored; each is reported once. */
    private final Set<Long> leftOut = new HashSet<>();
    /** The runs that cannot be restored. */
    private final Set<Long> broken = new HashSet<>();
    /** The number of unexpected failures of each run. */
    private final Map<Long, Integer> troubles = new HashMap<>();
    /** The times at which sentences were told. */
    private final Map<String, Long> toldSec = new HashMap<>();

    /**
     * Makes an engine.
     *
     * @param name the word for the scheduler; runs for others are left to other engines
     * @param batch the scheduler
     * @param planMaking the making of plans
     * @param clockSec the time in seconds since 1970
     * @param messages the receiver of a line for each change of a run, and for each call that fails
     */
    public WorkflowEngine(
            WorkflowStore store,
            String name,
            Batch batch,
            PlanMaking planMaking,
            LongSupplier clockSec,
            Consumer<String> messages) {
        this.messages = messages;
        this.store = store;
        this.name = name;
        this.batch = batch;
        this.clockSec = clockSec;
        this.turns = new PlanningTurns(planMaking.order());
        this.effects = new RunEffects(batch, planMaking, turns, clockSec, this::tell);
    }

    /**
     * Does what is due for all runs.
     *
     * @return whether something changed, so that more may be due at once
     * @throws IOException if the store fails
     */
    public boolean round() throws IOException {
        takeNew();
        boolean hasChanged = takeRequests();
        hasChanged |= look();
        turns.give(active.values(), clockSec.getAsLong());
        for (ActiveRun run : List.copyOf(active.values())) {
            hasChanged |= isMade(run);
        }
        return hasChanged;
    }

    /** Makes the effects of a run. A run that fails unexpectedly is restored some times, and then left out. */
    private boolean isMade(ActiveRun run) throws IOException {
        try {
            long now = clockSec.getAsLong();
            run.record(run.foreignEnd(now).stream().toList(), now);
            boolean hasChanged = effects.make(run);
            effects.findLost(run);
            run.takePhase().ifPresent(this::tell);
            if (run.run().phase().isOver()) {
                active.remove(run.id());
            }
            return hasChanged;
        } catch (BatchException e) {
            tell("the reservations of workflow " + run.id() + " are unknown: " + e.getMessage());
            return true;
        } catch (RuntimeException e) {
            active.remove(run.id());
            if (troubles.merge(run.id(), 1, Integer::sum) >= MOST_TROUBLES) {
                leftOut.add(run.id());
                broken.add(run.id());
            }
            tell("workflow " + run.id() + " failed unexpectedly: " + e);
            return true;
        }
    }

    /** Tells a sentence, unless it was told within a minute. */
    private void tell(String sentence) {
        long now = clockSec.getAsLong();
        toldSec.values().removeIf(sec -> sec + QUIET_SEC <= now || sec > now);
        if (toldSec.putIfAbsent(sentence, now) == null) {
            messages.accept(sentence.replace("\n", "; "));
        }
    }

    /** Returns whether the store has a run that is not over, and that this engine can execute. */
    public boolean isNeeded() throws IOException {
        return store.unfinished().stream().anyMatch(id -> !leftOut.contains(id));
    }

    /** Returns whether a run is not over. */
    public boolean isBusy() {
        return !active.isEmpty();
    }

    private void takeNew() throws IOException {
        for (long id : store.unfinished()) {
            if (!active.containsKey(id) && !leftOut.contains(id)) {
                try {
                    ActiveRun run = ActiveRun.restore(store, id);
                    if (run.submission().batch().equals(name)) {
                        active.put(id, run);
                    } else {
                        leftOut.add(id);
                        tell("workflow " + id + " is for the scheduler "
                                + run.submission().batch());
                    }
                } catch (DocumentException | IllegalArgumentException | IllegalStateException e) {
                    leftOut.add(id);
                    broken.add(id);
                    tell("workflow " + id + " cannot continue: " + e.getMessage());
                }
            }
        }
    }

    private boolean takeRequests() throws IOException {
        boolean hasChanged = false;
        for (WorkflowStore.CancelRequest request : store.requests()) {
            if (isTaken(request)) {
                store.handled(request);
                hasChanged = true;
            }
        }
        return hasChanged;
    }

    /** Takes a request; not one for a run of another engine, or while it is unknown which jobs the run has. */
    private boolean isTaken(WorkflowStore.CancelRequest request) throws IOException {
        ActiveRun run = active.get(request.workflow());
        long now = clockSec.getAsLong();
        if (run != null) {
            try {
                effects.findUncertain(run);
            } catch (BatchException e) {
                tell("workflow " + run.id() + " is not cancelled yet: " + e.getMessage());
                return false;
            }
            run.record(List.of(new RunEvent.CancelAsked(request.afterRunning(), now)), now);
            return true;
        }
        if (broken.contains(request.workflow())) {
            store.giveUp(request.workflow(), "the run could not be restored, and was cancelled", now);
            return true;
        }
        return store.find(request.workflow())
                .filter(stored -> !stored.phase().isOver())
                .isEmpty();
    }

    /** Asks for the states of all jobs in one call. O(jobs that are not over). */
    private boolean look() throws IOException {
        List<String> jobs = active.values().stream()
                .flatMap(run -> run.run().withJob().stream())
                .map(TaskRecord::job)
                .toList();
        boolean hasFillers = batch instanceof FilledBatch filled && filled.hasFillers();
        if (jobs.isEmpty() && !hasFillers) {
            return false;
        }
        Map<String, BatchJobReport> reports;
        try {
            reports = batch.reports(jobs);
        } catch (BatchException e) {
            tell("the states of jobs are unknown: " + e.getMessage());
            return false;
        }
        boolean hasChanged = false;
        for (ActiveRun run : active.values()) {
            List<RunEvent> events = new ArrayList<>();
            for (TaskRecord task : run.run().withJob()) {
                JobChanges.of(task, reports.get(task.job()), clockSec.getAsLong())
                        .ifPresent(events::add);
            }
            run.record(events, clockSec.getAsLong());
            hasChanged |= !events.isEmpty();
        }
        return hasChanged;
    }
}
