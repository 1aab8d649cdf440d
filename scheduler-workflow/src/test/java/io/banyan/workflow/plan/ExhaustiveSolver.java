package io.banyan.workflow.plan;

import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.SingleResource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The best plan by trial of all plans, for problems of at most 64 cells (resources x slots). */
public final class ExhaustiveSolver implements PlanSolver {
    @Override
    public String name() {
        return "exhaustive";
    }

    @Override
    public PlanResult solve(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {
        return new Trial(problem).run();
    }

    private record Choice(BlockPlacement placement, long cells) {}

    private static final class Trial {
        private final PlanProblem problem;
        private final List<SingleResource> resources;
        private final List<Integer> order;
        private final int slots;
        private final List<List<Choice>> choices = new ArrayList<>();
        private final BlockPlacement[] chosen;
        private long bestPrimary = Long.MAX_VALUE;
        private long bestSecondary = Long.MAX_VALUE;
        private List<BlockPlacement> best = List.of();

        Trial(PlanProblem problem) {
            this.problem = problem;
            this.resources = problem.profile().resources();
            this.order = problem.order();
            this.slots = problem.profile().slots();
            if (resources.size() * slots > Long.SIZE) {
                throw new IllegalArgumentException("the problem is too large to try all plans");
            }
            this.chosen = new BlockPlacement[problem.blocks().size()];
            problem.blocks().forEach(block -> choices.add(choices(block)));
        }

        PlanResult run() {
            extend(0, 0, Integer.MAX_VALUE, 0);
            if (best.isEmpty()) {
                return new PlanResult.Infeasible(List.of("All plans were tried."));
            }
            var plan = new BlockPlan(best);
            return new PlanResult.Planned(plan, plan.value(problem), bestPrimary, true, "exhaustive", 0, List.of());
        }

        private List<Choice> choices(PlanBlock block) {
            List<BusySlots> busy = problem.profile().busySlots();
            List<Choice> all = new ArrayList<>();
            for (int start = Math.max(block.earliest(), problem.earliest()); start + block.slots() <= slots; start++) {
                for (int set = 1; set < 1 << resources.size(); set++) {
                    List<Integer> held =
                            BitSet.valueOf(new long[] {set}).stream().boxed().toList();
                    int first = start;
                    boolean free =
                            held.stream().allMatch(index -> busy.get(index).isFree(first, first + block.slots()));
                    if (free && meets(block, start, held)) {
                        all.add(new Choice(new BlockPlacement(start, held), cells(start, block.slots(), held)));
                    }
                }
            }
            return all;
        }

        /** Uses the check of plans for one block alone. */
        private boolean meets(PlanBlock block, int start, List<Integer> held) {
            var alone = PlanProblem.of(
                    problem.profile(), List.of(new PlanBlock(block.id(), block.needs(), block.slots(), List.of(), 0)));
            return PlanCheck.check(alone, new BlockPlan(List.of(new BlockPlacement(start, held))))
                    .isEmpty();
        }

        private long cells(int start, int length, List<Integer> held) {
            long cells = 0;
            for (int index : held) {
                cells |= ((1L << length) - 1) << (index * slots + start);
            }
            return cells;
        }

        private void extend(int depth, long used, int first, int end) {
            if (depth == order.size()) {
                note(first, end);
                return;
            }
            int block = order.get(depth);
            int ready = 0;
            for (int before : problem.blocks().get(block).after()) {
                ready = Math.max(
                        ready,
                        chosen[before].start() + problem.blocks().get(before).slots());
            }
            for (Choice choice : choices.get(block)) {
                int start = choice.placement().start();
                if ((choice.cells() & used) == 0 && start >= ready) {
                    int newFirst = Math.min(first, start);
                    int newEnd =
                            Math.max(end, start + problem.blocks().get(block).slots());
                    if (!isHopeless(newFirst, newEnd)) {
                        chosen[block] = choice.placement();
                        extend(depth + 1, used | choice.cells(), newFirst, newEnd);
                    }
                }
            }
        }

        /** The span and the end only grow; the weighted value can fall with an earlier start, and is not cut. */
        private boolean isHopeless(int first, int end) {
            return !(problem.objective() instanceof PlanObjective.Weighted)
                    && problem.objective().primary(first, end) > bestPrimary;
        }

        private void note(int first, int end) {
            long primary = problem.objective().primary(first, end);
            long secondary = problem.objective().secondary(first, end);
            boolean better = primary < bestPrimary || (primary == bestPrimary && secondary < bestSecondary);
            if (better
                    && PlanCheck.check(problem, new BlockPlan(List.of(chosen))).isEmpty()) {
                bestPrimary = primary;
                bestSecondary = secondary;
                best = List.of(chosen.clone());
            }
        }
    }
}
