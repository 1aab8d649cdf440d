package io.banyan.engine;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RevisionRequest;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunRevision;
import io.banyan.workflow.run.RunSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The making of revisions of plans. A revision begins only while no other run plans or books, so that it holds when it
 * is booked.
 */
final class RevisionMaking {
    private final Batch batch;
    private final PlanMaking planMaking;
    private final PlanningTurns turns;
    private final LongSupplier clockSec;
    private final Consumer<String> messages;
    /** The revisions that are being made, by the numbers of their runs. */
    private final Map<Long, CompletableFuture<RunEvent>> begun = new HashMap<>();

    RevisionMaking(
            Batch batch, PlanMaking planMaking, PlanningTurns turns, LongSupplier clockSec, Consumer<String> messages) {
        this.batch = batch;
        this.planMaking = planMaking;
        this.turns = turns;
        this.clockSec = clockSec;
        this.messages = messages;
    }

    /** Begins a revision, or returns the one that was begun if it is there. Runs go on while a solver works. */
    List<RunEvent> revise(ActiveRun run, RevisionRequest request) throws BatchException {
        CompletableFuture<RunEvent> revision = begun.get(run.id());
        if (revision == null) {
            if (!turns.isFreeFor(run)) {
                return List.of();
            }
            revision = begin(run, request);
            begun.put(run.id(), revision);
            turns.take(run);
        }
        if (!revision.isDone()) {
            return List.of();
        }
        begun.remove(run.id());
        RunEvent answer = revision.join();
        if (answer instanceof RunEvent.NotRevised none) {
            turns.leave(run);
            if (none.cause().isForced()) {
                messages.accept(
                        "workflow " + run.id() + ": " + none.cause().reason() + "; the plan stays: " + none.sentence());
            }
        }
        return List.of(answer);
    }

    private CompletableFuture<RunEvent> begin(ActiveRun run, RevisionRequest request) throws BatchException {
        RunSettings settings = run.submission().settings();
        long begin = clockSec.getAsLong();
        BatchLook look;
        try {
            look = batch.look(
                    begin + run.leadSec(),
                    settings.slotSeconds(),
                    ProblemDraft.types(WorkflowReduction.of(run.run().workflow(), settings.reduction())));
        } catch (BatchException e) {
            if (e.isRefusal()) {
                return CompletableFuture.completedFuture(
                        new RunEvent.NotRevised(request.cause(), String.valueOf(e.getMessage()), begin));
            }
            throw e;
        }
        return CompletableFuture.supplyAsync(() -> revised(run, request, look, begin), planMaking.executor());
    }

    private RunEvent revised(ActiveRun run, RevisionRequest request, BatchLook look, long beginSec) {
        RunEvent answer = RunRevision.of(
                run.run().workflow(),
                run.submission().settings(),
                request,
                look,
                run.prefix() + beginSec + "_",
                planMaking.solver(),
                clockSec.getAsLong());
        run.planTook(clockSec.getAsLong() - beginSec);
        return answer;
    }

    /** Books the new reservations of a revision. The ones before stay until these are booked. */
    RunEvent booked(ActiveRun run, RunEffect.BookRevision effect) throws BatchException {
        RunEvent answer = answer(effect.fresh());
        turns.leave(run);
        if (answer instanceof RunEvent.RevisionRefused refused) {
            messages.accept("workflow " + run.id() + ": the new plan is not booked: " + refused.sentence());
        } else {
            messages.accept("workflow " + run.id() + ": a new plan is booked");
        }
        return answer;
    }

    private RunEvent answer(List<BatchReservation> fresh) throws BatchException {
        long now = clockSec.getAsLong();
        if (fresh.stream().anyMatch(one -> one.startSec() < now) && !areBooked(fresh)) {
            // An interrupted booking may have left some of them.
            for (BatchReservation one : fresh) {
                batch.release(one.name());
            }
            return new RunEvent.RevisionRefused("its start has passed before it was booked", now);
        }
        try {
            return switch (batch.book(fresh)) {
                case BatchBooking.Booked it -> new RunEvent.RevisionBooked(clockSec.getAsLong());
                case BatchBooking.Conflict conflict ->
                    new RunEvent.RevisionRefused(conflict.sentence(), clockSec.getAsLong());
            };
        } catch (BatchException e) {
            if (e.isRefusal()) {
                return new RunEvent.RevisionRefused(String.valueOf(e.getMessage()), clockSec.getAsLong());
            }
            throw e;
        }
    }

    private boolean areBooked(List<BatchReservation> fresh) throws BatchException {
        for (BatchReservation one : fresh) {
            if (!batch.reservations(one.name()).contains(one.name())) {
                return false;
            }
        }
        return true;
    }

    /** Forgets the revision of a run if it is not due any more. */
    void keep(ActiveRun run, List<RunEffect> due) {
        boolean isDue =
                due.stream().anyMatch(it -> it instanceof RunEffect.Revise || it instanceof RunEffect.BookRevision);
        if (!isDue) {
            begun.remove(run.id());
            turns.leave(run);
        }
    }

    /** Returns the loss of the reservation that a task should start in; empty if that exists. */
    Optional<RunEvent> lost(RunEffect.Start start) throws BatchException {
        String name = start.reservation().orElse("");
        return name.isEmpty() || batch.reservations(name).contains(name)
                ? Optional.empty()
                : Optional.of(new RunEvent.Released(name, clockSec.getAsLong()));
    }
}
