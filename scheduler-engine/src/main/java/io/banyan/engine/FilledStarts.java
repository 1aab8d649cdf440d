package io.banyan.engine;

import io.banyan.engine.fill.FillRule;
import io.banyan.engine.fill.FilledBatch;
import io.banyan.engine.fill.FilledTask;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPlan;
import io.banyan.workflow.run.TaskRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The starts of tasks in reservations with a filler: many tasks with one call. */
final class FilledStarts {
    /** The most tasks of one call, so that the first ones run while others are prepared. */
    private static final int MOST_TASKS = 256;

    private final FilledBatch batch;
    private final TaskPreparation preparation;
    private final LongSupplier clockSec;
    /** The reservations with a filler, by the numbers of their runs. */
    private final Map<Long, Chosen> chosen = new HashMap<>();

    /** The names of the reservations of a plan, and of those among them that have a filler. */
    private record Chosen(Set<String> all, Set<String> filled) {}

    /** A task with the job that it would be. */
    private record Prepared(RunEffect.Start start, BatchJob job) {}

    FilledStarts(FilledBatch batch, TaskPreparation preparation, LongSupplier clockSec) {
        this.batch = batch;
        this.preparation = preparation;
        this.clockSec = clockSec;
    }

    /**
     * Takes the effects that are for fillers out of a list, and makes them: starts, and the collection of outputs.
     *
     * @param collected the event of the outputs of a task
     * @return whether there were any
     * @throws BatchException if the scheduler or a filler does not answer; the effects stay due
     */
    boolean take(ActiveRun run, List<RunEffect> effects, Function<TaskRecord, RunEvent> collected)
            throws BatchException, IOException {
        List<RunEffect.Start> starts = new ArrayList<>();
        List<TaskRecord> ended = new ArrayList<>();
        effects.removeIf(effect -> switch (effect) {
            case RunEffect.Start start when isFilled(run, start) -> starts.add(start);
            case RunEffect.Collect collect
            when FilledTask.parse(collect.task().job()).isPresent() -> ended.add(collect.task());
            default -> false;
        });
        for (int from = 0; from < ended.size(); from += MOST_TASKS) {
            List<TaskRecord> some = ended.subList(from, Math.min(ended.size(), from + MOST_TASKS));
            run.record(some.stream().map(collected).toList(), clockSec.getAsLong());
        }
        start(run, starts);
        return !starts.isEmpty() || !ended.isEmpty();
    }

    private boolean isFilled(ActiveRun run, RunEffect.Start start) {
        Optional<RunPlan> plan = run.run().plan();
        if (plan.isEmpty() || start.reservation().isEmpty()) {
            return false;
        }
        String reservation = start.reservation().get();
        Chosen known = chosen.get(run.id());
        if (known == null || !known.all().contains(reservation)) {
            known = chosen(run, plan.get());
            chosen.put(run.id(), known);
        }
        return known.filled().contains(reservation);
    }

    private static Chosen chosen(ActiveRun run, RunPlan plan) {
        Set<String> all = new HashSet<>();
        plan.reservations().forEach(one -> all.add(one.name()));
        return new Chosen(
                all,
                FillRule.filled(
                        run.run().workflow(),
                        run.submission().settings(),
                        plan,
                        run.submission().filler()));
    }

    /** Forgets a run. */
    void forget(long run) {
        chosen.remove(run);
    }

    /** Starts tasks, and keeps the events. */
    private void start(ActiveRun run, List<RunEffect.Start> starts) throws BatchException, IOException {
        for (int from = 0; from < starts.size(); from += MOST_TASKS) {
            List<RunEffect.Start> some = starts.subList(from, Math.min(starts.size(), from + MOST_TASKS));
            List<RunEvent> events = new ArrayList<>();
            Map<String, List<Prepared>> byReservation = new LinkedHashMap<>();
            for (RunEffect.Start start : some) {
                switch (preparation.prepare(run, start)) {
                    case TaskPreparation.Result.Job(var job) ->
                        byReservation
                                .computeIfAbsent(start.reservation().orElseThrow(), any -> new ArrayList<>())
                                .add(new Prepared(start, job));
                    case TaskPreparation.Result.Ended(var event) -> events.add(event);
                }
            }
            try {
                for (Map.Entry<String, List<Prepared>> one : byReservation.entrySet()) {
                    submit(run, one.getKey(), one.getValue(), events);
                }
            } finally {
                run.record(events, clockSec.getAsLong());
            }
        }
    }

    private void submit(ActiveRun run, String reservation, List<Prepared> tasks, List<RunEvent> events)
            throws BatchException {
        BatchReservation inside = run.run().plan().orElseThrow().reservations().stream()
                .filter(it -> it.name().equals(reservation))
                .findFirst()
                .orElseThrow();
        try {
            List<String> numbers =
                    batch.submit(inside, tasks.stream().map(Prepared::job).toList());
            for (int i = 0; i < tasks.size(); i++) {
                events.add(preparation.submitted(tasks.get(i).start(), numbers.get(i)));
            }
        } catch (BatchException e) {
            if (!e.isRefusal()) {
                tasks.forEach(task -> run.mayBeSubmitted(task.job().name()));
                throw e;
            }
            for (Prepared task : tasks) {
                TaskRecord of = task.start().task();
                String reason = "the filler of its reservation was refused: " + e.getMessage();
                events.add(new RunEvent.Requeued(of.task().id(), of.attempt(), reason));
            }
        }
    }
}
