package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservationDraft;
import io.banyan.workflow.draft.MachineLanes;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.Feasibility;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.profile.SingleResource;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.PlannedReservation;
import io.banyan.workflow.shape.ShapeCover;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The plan of a run on a machine. */
public final class RunPlanner {
    private static final long MILLIS = 1_000;
    private static final double HOUR_SEC = 3_600;
    private static final double PERCENT = 100;

    private RunPlanner() {}

    /** The answer of the planner. */
    public sealed interface Drafted {
        /** A plan, and the problem that it solves. */
        record Found(WorkflowReduction reduction, PlanProblem problem, PlanResult.Planned planned) implements Drafted {}

        /**
         * No plan, with a sentence for the user.
         *
         * @param block the name of the first block that the machine cannot run even if it is idle, if there is one
         */
        record None(String sentence, Optional<String> block) implements Drafted {}
    }

    /**
     * Plans a workflow. The cost is that of the solver.
     *
     * @param solver the method that solves a problem within the limit of the settings
     */
    public static Drafted draft(
            Workflow workflow,
            RunSettings settings,
            Formulation formulation,
            SlotProfile profile,
            BiFunction<PlanProblem, RunSettings, PlanResult> solver) {
        WorkflowReduction reduction;
        PlanProblem problem;
        try {
            reduction = WorkflowReduction.of(workflow, settings.reduction().on(MachineLanes.of(profile)));
            int earliest = settings.isBehind() ? profile.horizon() : 0;
            problem = ProblemDraft.of(reduction, profile, formulation, settings.planObjective(), earliest);
        } catch (IllegalArgumentException e) {
            return new Drafted.None(String.valueOf(e.getMessage()), Optional.empty());
        }
        return switch (solver.apply(problem, settings)) {
            case PlanResult.Planned planned -> new Drafted.Found(reduction, problem, planned);
            case PlanResult.Infeasible infeasible ->
                new Drafted.None(
                        "no plan: " + String.join("\n", infeasible.reasons()),
                        Feasibility.tooLarge(problem).map(PlanBlock::id));
            case PlanResult.NoPlan noPlan ->
                new Drafted.None("no plan: " + String.join("\n", noPlan.reasons()), Optional.empty());
        };
    }

    /**
     * Returns a plan with the reservations that cover it. O(blocks x log(blocks) + reserved resources).
     *
     * @param prefix the beginning of the names of the reservations
     */
    public static RunPlan plan(Drafted.Found found, BatchLook look, String prefix) {
        PlanProblem problem = found.problem();
        BlockPlan plan = found.planned().plan();
        PlanShape shape = ShapeCover.of(problem, plan, 0);
        List<BatchReservation> reservations = ReservationDraft.of(problem, plan, shape, prefix);
        String[] reservationOf = new String[problem.blocks().size()];
        for (int i = 0; i < reservations.size(); i++) {
            PlannedReservation one = shape.reservations().get(i);
            for (int block : one.blocks()) {
                reservationOf[block] = reservations.get(i).name();
            }
        }
        SlotProfile profile = problem.profile();
        List<RunPlan.PlannedBlock> blocks = new ArrayList<>();
        for (int i = 0; i < problem.blocks().size(); i++) {
            blocks.add(block(found, i, reservationOf[i]));
        }
        return new RunPlan(
                profile.secondsAt(found.planned().value().first()),
                profile.secondsAt(found.planned().value().end()),
                profile.secondsAt(profile.horizon()),
                profile.slotSeconds(),
                blocks,
                reservations,
                coreHours(blocks),
                found.planned().solver(),
                found.planned().proved(),
                PERCENT * found.planned().gap(),
                Stream.concat(look.notes().stream(), found.planned().notes().stream())
                        .toList());
    }

    private static RunPlan.PlannedBlock block(Drafted.Found found, int index, String reservation) {
        Block block = found.reduction().reduced().blocks().get(index);
        return placed(
                block.part().steps().map(StepId::path).toList(),
                found.problem().profile(),
                found.problem().blocks().get(index),
                found.planned().plan().placements().get(index),
                reservation,
                Math.ceilDiv(block.millis(), MILLIS));
    }

    /** Returns a block with its steps at a place. */
    static RunPlan.PlannedBlock placed(
            List<String> steps,
            SlotProfile profile,
            PlanBlock block,
            BlockPlacement placement,
            String reservation,
            long seconds) {
        List<SingleResource> resources = profile.resources();
        SortedMap<String, Integer> amounts = new TreeMap<>();
        List<String> nodes = new ArrayList<>();
        for (int held : placement.resources()) {
            SingleResource one = resources.get(held);
            amounts.merge(one.type(), 1, Integer::sum);
            String node = profile.nodes().get(one.node()).name();
            if (nodes.isEmpty() || !nodes.getLast().equals(node)) {
                nodes.add(node);
            }
        }
        return new RunPlan.PlannedBlock(
                block.id(),
                steps,
                profile.secondsAt(placement.start()),
                profile.secondsAt(placement.start() + block.slots()),
                nodes,
                amounts,
                reservation,
                seconds);
    }

    /** Returns the core time of blocks. */
    static double coreHours(List<RunPlan.PlannedBlock> blocks) {
        return blocks.stream()
                .mapToDouble(block -> block.resources().getOrDefault(SlotProfile.CORE, 0)
                        * (block.endSec() - block.startSec())
                        / HOUR_SEC)
                .sum();
    }
}
