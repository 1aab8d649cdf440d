package io.banyan.engine;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPlan;
import io.banyan.workflow.run.RunPlanner;
import io.banyan.workflow.run.RunSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The making and booking of the plans with which runs begin. */
final class FirstPlans {
    /** The difference between the clocks of two machines that does not matter. */
    private static final long CLOCKS_DIFFER_SEC = 5;

    private final Batch batch;
    private final PlanMaking planMaking;
    private final LongSupplier clockSec;
    private final Consumer<String> messages;
    /** The plans that are being made, by the numbers of their runs. */
    private final Map<Long, CompletableFuture<RunEvent>> plans = new HashMap<>();

    FirstPlans(Batch batch, PlanMaking planMaking, LongSupplier clockSec, Consumer<String> messages) {
        this.batch = batch;
        this.planMaking = planMaking;
        this.clockSec = clockSec;
        this.messages = messages;
    }

    /** Drops the plan that is being made for a run. */
    void forget(ActiveRun run) {
        plans.remove(run.id());
    }

    /** Begins a plan, or returns the one that was begun if it is there. Other runs go on while a solver works. */
    List<RunEvent> make(ActiveRun run) throws BatchException {
        CompletableFuture<RunEvent> begun = plans.get(run.id());
        if (begun == null) {
            begun = begin(run);
            plans.put(run.id(), begun);
        }
        if (!begun.isDone()) {
            return List.of();
        }
        plans.remove(run.id());
        return List.of(begun.join());
    }

    private CompletableFuture<RunEvent> begin(ActiveRun run) throws BatchException {
        RunSettings settings = run.submission().settings();
        long begin = clockSec.getAsLong();
        WorkflowReduction reduction = WorkflowReduction.of(run.run().workflow(), settings.reduction());
        if (reduction.reduced().size() == 0) {
            return CompletableFuture.completedFuture(
                    new RunEvent.Planned(RunPlan.empty(begin, settings.slotSeconds())));
        }
        BatchLook look;
        try {
            look = batch.look(begin + run.leadSec(), settings.slotSeconds(), ProblemDraft.types(reduction));
        } catch (BatchException e) {
            if (e.isRefusal()) {
                return CompletableFuture.completedFuture(
                        new RunEvent.NotBooked(String.valueOf(e.getMessage()), begin, true));
            }
            throw e;
        }
        return CompletableFuture.supplyAsync(() -> planned(run, look, begin), planMaking.executor());
    }

    private RunEvent planned(ActiveRun run, BatchLook look, long beginSec) {
        RunPlanner.Drafted drafted = RunPlanner.draft(
                run.run().workflow(),
                run.submission().settings(),
                Formulation.NODES,
                look.profile(),
                planMaking.solver());
        run.planTook(clockSec.getAsLong() - beginSec);
        return switch (drafted) {
            case RunPlanner.Drafted.Found found ->
                new RunEvent.Planned(RunPlanner.plan(found, look, run.prefix() + beginSec + "_"));
            case RunPlanner.Drafted.None none -> new RunEvent.NotPlanned(none.sentence());
        };
    }

    /** Books a plan. A booking that an earlier engine made counts. */
    RunEvent booked(ActiveRun run, RunPlan plan) throws BatchException {
        if (plan.reservations().isEmpty()) {
            return new RunEvent.Booked(clockSec.getAsLong());
        }
        if (isLate(plan, 0) && !isBookedAlready(plan)) {
            return late(plan);
        }
        try {
            return switch (batch.book(plan.reservations())) {
                case BatchBooking.Booked it -> new RunEvent.Booked(clockSec.getAsLong());
                case BatchBooking.Conflict conflict -> {
                    messages.accept("workflow " + run.id() + ": the plan is not booked, and another is made: "
                            + conflict.sentence());
                    yield new RunEvent.NotBooked(conflict.sentence(), clockSec.getAsLong(), true);
                }
            };
        } catch (BatchException e) {
            if (e.isRefusal()) {
                // The scheduler's clock may be ahead of this one.
                return new RunEvent.NotBooked(
                        String.valueOf(e.getMessage()),
                        clockSec.getAsLong(),
                        !e.isForbidden() && isLate(plan, CLOCKS_DIFFER_SEC));
            }
            throw e;
        }
    }

    private boolean isLate(RunPlan plan, long toleranceSec) {
        long now = clockSec.getAsLong() + toleranceSec;
        return plan.reservations().stream()
                .mapToLong(BatchReservation::startSec)
                .anyMatch(start -> start < now);
    }

    /** Releases what an interrupted booking has left, so that another plan can be made. */
    private RunEvent late(RunPlan plan) throws BatchException {
        for (String name : batch.reservations(prefix(plan))) {
            batch.release(name);
        }
        return new RunEvent.NotBooked(
                "the start of the plan has passed before it was booked", clockSec.getAsLong(), true);
    }

    private static String prefix(RunPlan plan) {
        String first = plan.reservations().getFirst().name();
        return first.substring(0, first.lastIndexOf('_') + 1);
    }

    private boolean isBookedAlready(RunPlan plan) throws BatchException {
        return batch.reservations(prefix(plan))
                .containsAll(
                        plan.reservations().stream().map(BatchReservation::name).toList());
    }
}
