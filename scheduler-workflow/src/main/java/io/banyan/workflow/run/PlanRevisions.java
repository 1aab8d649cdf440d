package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The revisions of the plan of a run: when one is due, and the one that is planned and not booked yet.
 *
 * <p>A block that cannot keep its place makes a revision due, and so does each chance for a better plan, once. After
 * an answer without a plan, and after some refused bookings, the blocks are given up: their tasks go to the queue.
 */
final class PlanRevisions {
    private static final int MOST_REFUSED = 3;
    private static final long PAUSE_SEC = 60;

    private final RunProgress progress;
    private final int mostMovedPercent;
    private final boolean isEnabled;
    private final Map<StepId, Integer> plannedWidths;
    private final Set<String> considered = new HashSet<>();
    private final Set<String> givenUp = new HashSet<>();
    private Optional<RunEvent.Revised> draft = Optional.empty();
    private Optional<RunEvent.Revised> last = Optional.empty();
    /** The steps of blocks that have moved. */
    private final Set<StepId> moved = new HashSet<>();

    private int refused;
    private long againSec;
    private long chanceSec;

    PlanRevisions(RunProgress progress, Workflow workflow, TaskFlow flow, RunSettings settings) {
        this.progress = progress;
        this.mostMovedPercent = settings.mostMovedPercent();
        this.isEnabled = mostMovedPercent > 0 && !(flow instanceof ForeignFlow);
        this.plannedWidths = isEnabled ? widths(workflow) : Map.of();
    }

    private static Map<StepId, Integer> widths(Workflow workflow) {
        StepGraph graph = StepGraph.of(workflow);
        int[] tasks = new int[workflow.steps().size()];
        Map<StepId, Integer> widths = new HashMap<>();
        for (int step : graph.order()) {
            int parents = 0;
            for (int earlier : graph.before(step)) {
                parents = Math.max(parents, tasks[earlier]);
            }
            tasks[step] = workflow.steps().get(step).width().planned(parents == 0 ? 1 : parents);
            widths.put(workflow.steps().get(step).id(), tasks[step]);
        }
        return widths;
    }

    // ---- what is due ------------------------------------------------------------------------------------------------

    /** Returns the situations of the blocks; none if the plan is never revised. */
    List<BlockSituation> situations(RunPlan plan, long nowSec) {
        return isEnabled ? progress.situations(plan, nowSec) : List.of();
    }

    /** Returns whether the tasks of a block wait for the outcome of a revision. */
    boolean isHeld(BlockSituation block) {
        return (block.stage() == BlockSituation.Stage.DISPLACED && !givenUp.contains(block.name()))
                || draft.filter(it -> it.moved().contains(block.name())).isPresent();
    }

    /** Returns the longest time that tasks wait for their reservation alone: a slot if their block has moved. */
    long patienceSec(RunPlan plan, StepId step) {
        return moved.contains(step) ? plan.slotSeconds() : Long.MAX_VALUE;
    }

    /** Returns the booking or the question that is due. O(blocks + steps). */
    Optional<RunEffect> due(RunPlan plan, List<BlockSituation> situations, long nowSec) {
        if (draft.isPresent()) {
            return Optional.of(new RunEffect.BookRevision(draft.get().plan(), fresh(plan, draft.get())));
        }
        if (situations.isEmpty() || nowSec < againSec) {
            return Optional.empty();
        }
        List<BlockSituation> displaced = situations.stream()
                .filter(one -> one.stage() == BlockSituation.Stage.DISPLACED && !givenUp.contains(one.name()))
                .toList();
        boolean isChance =
                nowSec >= chanceSec && situations.stream().anyMatch(one -> one.stage() == BlockSituation.Stage.MOVABLE);
        List<String> chances = isChance ? newChances(plan) : List.of();
        if (displaced.isEmpty() && chances.isEmpty()) {
            return Optional.empty();
        }
        String reason =
                displaced.isEmpty() ? chances.getLast() : displaced.getFirst().reason();
        RevisionCause cause = new RevisionCause(
                reason, displaced.stream().map(BlockSituation::name).toList(), chances);
        return Optional.of(new RunEffect.Revise(
                new RevisionRequest(plan, situations, progress.widths(), cause, mostMovedPercent)));
    }

    private List<String> newChances(RunPlan plan) {
        return progress.chances(plan, plannedWidths).stream()
                .filter(chance -> !considered.contains(chance))
                .toList();
    }

    /** Returns the reservations of a revision that the plan before does not have. */
    private static List<BatchReservation> fresh(RunPlan before, RunEvent.Revised revised) {
        Set<String> known = new TreeSet<>();
        before.reservations().forEach(one -> known.add(one.name()));
        return revised.plan().reservations().stream()
                .filter(one -> !known.contains(one.name()))
                .toList();
    }

    // ---- answers ----------------------------------------------------------------------------------------------------

    /** Takes a revision, which is to be booked; not if a block that it moves has begun in the meantime. */
    void revised(RunPlan plan, RunEvent.Revised revised) {
        considered(revised.cause(), revised.atSec());
        boolean hasBegun = false;
        for (int i = 0; i < plan.blocks().size(); i++) {
            hasBegun |= revised.moved().contains(plan.blocks().get(i).name()) && progress.isBusy(i);
        }
        if (hasBegun) {
            refused(revised.cause(), revised.atSec());
        } else {
            draft = Optional.of(revised);
        }
    }

    void notRevised(RunEvent.NotRevised none) {
        considered(none.cause(), none.atSec());
        givenUp.addAll(none.cause().displaced());
    }

    /** Ends the draft, and returns it; empty if there is none. */
    Optional<RunEvent.Revised> booked() {
        Optional<RunEvent.Revised> booked = draft;
        booked.ifPresent(one -> {
            one.moved().forEach(givenUp::remove);
            one.plan().blocks().stream()
                    .filter(block -> one.moved().contains(block.name()))
                    .forEach(block -> block.steps().forEach(step -> moved.add(new StepId(step))));
            last = booked;
            refused = 0;
        });
        draft = Optional.empty();
        return booked;
    }

    void refused(RunEvent.RevisionRefused event) {
        draft.ifPresent(one -> refused(one.cause(), event.atSec()));
        draft = Optional.empty();
    }

    private void refused(RevisionCause cause, long atSec) {
        refused++;
        againSec = atSec + Math.min(PAUSE_SEC, 1L << refused);
        if (refused >= MOST_REFUSED) {
            givenUp.addAll(cause.displaced());
            refused = 0;
        }
    }

    private void considered(RevisionCause cause, long atSec) {
        considered.addAll(cause.chances());
        chanceSec = atSec + PAUSE_SEC;
    }

    /** Returns the reservations of the draft, which may be booked although nobody has noted that. */
    List<BatchReservation> drafted(RunPlan plan) {
        return draft.map(one -> fresh(plan, one)).orElse(List.of());
    }

    /** Returns the last revision that was booked. */
    Optional<RunEvent.Revised> last() {
        return last;
    }
}
