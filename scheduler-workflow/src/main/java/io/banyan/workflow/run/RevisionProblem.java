package io.banyan.workflow.run;

import io.banyan.workflow.draft.MachineLanes;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The blocks of a plan that is revised, with the machine as it is now. Blocks have the indexes that they have in the
 * plan. The reservations of the run are busy in the profile, also those of blocks that move.
 */
final class RevisionProblem {
    /** The weight of the start that makes the earliest end the first part of the objective. */
    private static final PlanObjective EARLIEST_END = new PlanObjective.Weighted(PlanObjective.Weighted.UNIT);

    private final RevisionRequest request;
    private final PlanProblem whole;
    private final List<Long> runMillis;
    private final NavigableSet<Integer> displaced = new TreeSet<>();
    private final NavigableSet<Integer> movable = new TreeSet<>();

    private RevisionProblem(
            Workflow workflow, RevisionRequest request, WorkflowReduction reduction, PlanProblem whole) {
        this.request = request;
        this.whole = whole;
        this.runMillis =
                reduction.reduced().blocks().stream().map(Block::millis).toList();
        Set<Integer> bound = bound();
        Set<StepId> newWidths = new HashSet<>(request.widths().keySet());
        workflow.steps().stream()
                .filter(step -> step.width() instanceof Width.Exactly)
                .forEach(step -> newWidths.remove(step.id()));
        for (int i = 0; i < request.blocks().size(); i++) {
            if (request.blocks().get(i).mayMove() && !bound.contains(i)) {
                movable.add(i);
                if (request.blocks().get(i).stage() == BlockSituation.Stage.DISPLACED || outgrows(i, newWidths)) {
                    displaced.add(i);
                }
            }
        }
    }

    /**
     * Returns the problem; empty if the workflow would have other blocks on the machine as it is now.
     *
     * @throws IllegalArgumentException if no plan can be made for the workflow any more
     */
    static Optional<RevisionProblem> of(
            Workflow workflow, RunSettings settings, RevisionRequest request, SlotProfile profile) {
        for (Workflow one : List.of(known(workflow, request.widths()), workflow)) {
            WorkflowReduction reduction =
                    WorkflowReduction.of(one, settings.reduction().on(MachineLanes.of(profile)));
            if (hasBlocksOf(reduction, request.plan())) {
                PlanProblem whole = ProblemDraft.of(reduction, profile, Formulation.NODES, EARLIEST_END, 0);
                return Optional.of(new RevisionProblem(workflow, request, reduction, whole));
            }
        }
        return Optional.empty();
    }

    /** Returns a workflow with the numbers of tasks that are known by now. */
    private static Workflow known(Workflow workflow, Map<StepId, Integer> widths) {
        List<Step> steps = new ArrayList<>();
        for (Step step : workflow.steps()) {
            Integer width = widths.get(step.id());
            steps.add(width == null || step.width() instanceof Width.Exactly ? step : withTasks(step, width));
        }
        return new Workflow(workflow.name(), steps, workflow.files());
    }

    private static Step withTasks(Step step, int tasks) {
        return new Step(
                step.id(),
                step.needs(),
                step.time(),
                new Width.Exactly(tasks),
                step.action(),
                step.after(),
                step.inputs(),
                step.outputs(),
                step.placement(),
                step.retries());
    }

    private static boolean hasBlocksOf(WorkflowReduction reduction, RunPlan plan) {
        List<Block> blocks = reduction.reduced().blocks();
        boolean isSame = blocks.size() == plan.blocks().size();
        for (int i = 0; isSame && i < blocks.size(); i++) {
            isSame = blocks.get(i)
                    .part()
                    .steps()
                    .map(StepId::path)
                    .toList()
                    .equals(plan.blocks().get(i).steps());
        }
        return isSame;
    }

    /** Returns the blocks that must start with, or run beside, a block that cannot move. */
    private Set<Integer> bound() {
        Set<Integer> bound = new HashSet<>();
        for (List<List<Integer>> groups : List.of(whole.together(), whole.sameNode())) {
            for (List<Integer> group : groups) {
                if (!group.stream()
                        .allMatch(block -> request.blocks().get(block).mayMove())) {
                    bound.addAll(group);
                }
            }
        }
        return bound;
    }

    /** Returns whether a block with other tasks than planned needs a longer time, or more resources. */
    private boolean outgrows(int index, Set<StepId> newWidths) {
        RunPlan.PlannedBlock planned = request.plan().blocks().get(index);
        boolean hasNewWidth = planned.steps().stream().map(StepId::new).anyMatch(newWidths::contains);
        PlanBlock block = whole.blocks().get(index);
        boolean isLonger = (long) block.slots() * request.plan().slotSeconds() > planned.endSec() - planned.startSec();
        boolean isLarger = block.needs().totals().entrySet().stream()
                .anyMatch(need -> need.getValue() > planned.resources().getOrDefault(need.getKey(), 0));
        return isLonger || (hasNewWidth && isLarger);
    }

    RevisionRequest request() {
        return request;
    }

    SlotProfile profile() {
        return whole.profile();
    }

    PlanBlock block(int index) {
        return whole.blocks().get(index);
    }

    /** Returns the run time of the tasks of a block in seconds, rounded up. */
    long runSeconds(int index) {
        return Math.ceilDiv(runMillis.get(index), 1_000L);
    }

    /** Returns the blocks that cannot keep their places. */
    NavigableSet<Integer> displaced() {
        return displaced;
    }

    /** Returns the blocks that can have other places, with the displaced ones. */
    NavigableSet<Integer> movable() {
        return movable;
    }

    /** Returns blocks with all blocks that can move and wait for one of them, and with those of their groups. */
    NavigableSet<Integer> withSuccessors(Set<Integer> blocks) {
        NavigableSet<Integer> all = new TreeSet<>(blocks);
        int size;
        do {
            size = all.size();
            for (int i : movable) {
                if (block(i).after().stream().anyMatch(all::contains)) {
                    all.add(i);
                }
            }
            for (List<List<Integer>> groups : List.of(whole.together(), whole.sameNode())) {
                groups.stream()
                        .filter(group -> group.stream().anyMatch(all::contains))
                        .forEach(all::addAll);
            }
        } while (all.size() > size);
        return all;
    }

    /** Returns the problem of some blocks alone; the others keep their places. */
    PlanProblem part(NavigableSet<Integer> free) {
        List<Integer> indexes = List.copyOf(free);
        Map<Integer, Integer> numbers = new HashMap<>();
        indexes.forEach(index -> numbers.put(index, numbers.size()));
        List<PlanBlock> blocks = new ArrayList<>();
        long slots = profile().horizon();
        int latest = 0;
        for (int index : indexes) {
            PlanBlock block = block(index);
            List<Integer> after = new ArrayList<>();
            int earliest = 0;
            for (int before : block.after()) {
                if (numbers.containsKey(before)) {
                    after.add(numbers.get(before));
                } else {
                    earliest = Math.max(
                            earliest,
                            profile().firstSlotFrom(request.blocks().get(before).untilSec()));
                }
            }
            latest = Math.max(latest, earliest);
            slots += block.slots();
            blocks.add(new PlanBlock(block.id(), block.needs(), block.slots(), after, earliest));
        }
        int most = (int) Math.min(SlotProfile.MOST_SLOTS, slots + latest);
        return new PlanProblem(
                profile().withSlots(most),
                blocks,
                inside(whole.together(), numbers),
                inside(whole.sameNode(), numbers),
                EARLIEST_END,
                0);
    }

    private static List<List<Integer>> inside(List<List<Integer>> groups, Map<Integer, Integer> numbers) {
        return groups.stream()
                .map(group -> group.stream()
                        .filter(numbers::containsKey)
                        .map(numbers::get)
                        .toList())
                .filter(group -> group.size() > 1)
                .toList();
    }

    /** Returns the groups that a block belongs to. */
    List<List<Integer>> groupsOf(int index) {
        return Stream.concat(whole.together().stream(), whole.sameNode().stream())
                .filter(group -> group.contains(index))
                .toList();
    }
}
