package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanValue;
import io.banyan.workflow.profile.BusySlots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One search for a good plan: list schedules from several first slots, then local search around the best one.
 *
 * <p>Each list schedule is improved forward and backward in turn: a backward schedule in the order of the ends moves
 * all blocks to the right, a forward schedule in the order of the starts moves them to the left again (Tormos and Lova,
 * <i>A competitive heuristic solution technique for resource-constrained project scheduling</i>, 2001).
 */
final class PlanSearch {
    /** The most first slots that are tried. */
    private static final int MOST_FIRST_SLOTS = 48;

    /** The most passes of forward and backward schedules over one draft. */
    private static final int MOST_PASSES = 6;

    /** The number of list schedules with random ranks, at most. */
    private static final int MOST_STARTS = 1_000;

    /** The number of steps of the local search, at most. */
    private static final int MOST_STEPS = 20_000;

    /** The number of list schedules among which plans of equal value are searched. */
    private static final int MOST_VARIANT_STEPS = 500;

    /** The share of the effort, as a divisor, within which the second part of the objective is improved. */
    private static final int SHARE_OF_SECOND_PART = 8;

    private final PlanProblem problem;
    private final BlockGroups groups;
    private final ListScheduler forward;
    private final ListScheduler backward;
    private final long bound;
    private final SplittableRandom random;
    private final long mostLooks;
    private final BooleanSupplier stop;
    private final List<int[]> nodeChoices;
    private final int[] node;
    private @Nullable Draft best;
    private @Nullable PlanValue bestValue;

    PlanSearch(PlanProblem problem, long bound, int seed, long mostLooks, BooleanSupplier stop) {
        this.problem = problem;
        this.groups = new BlockGroups(problem);
        int slots = problem.profile().slots();
        this.forward = new ListScheduler(groups, new Board(problem, false), false, slots);
        Board board = new Board(problem, true);
        this.backward = new ListScheduler(groups, board, true, slots);
        this.bound = bound;
        this.random = new SplittableRandom(seed);
        this.mostLooks = mostLooks;
        this.stop = stop;
        this.nodeChoices = SharedNodes.choices(problem, board);
        this.node = new int[groups.blocks()];
        Arrays.fill(node, Board.ANY);
    }

    Optional<BlockPlan> best() {
        return Optional.ofNullable(best).map(Draft::plan);
    }

    /** Takes a plan that is known already. */
    void note(BlockPlan plan) {
        consider(Draft.of(plan));
    }

    /** Returns whether a plan that reaches the bound also starts as early as any plan can. */
    boolean isEarliest(PlanValue value) {
        int earliest = Arrays.stream(groups.earliest).min().orElse(0);
        return switch (problem.objective()) {
            case PlanObjective.Finish finish -> value.secondary() == LowerBound.span(problem);
            default -> value.first() == earliest;
        };
    }

    void run() {
        List<Integer> firstSlots = firstSlots();
        tryFirstSlots(firstSlots);
        for (int i = 0; i < MOST_STARTS && mayGoOn() && (best == null || i < starts()); i++) {
            int first = best == null || random.nextInt(4) == 0
                    ? firstSlots.get(random.nextInt(firstSlots.size()))
                    : best.first();
            chooseNodes(i + 1);
            improve(forward.run(randomRank(i), first, node));
        }
        for (int i = 0; i < MOST_STEPS && mayGoOn() && best != null; i++) {
            improve(forward.run(disturbed(best), startOfStep(best), node));
        }
    }

    /** Returns different plans of the value of the given one, the given one first. */
    List<BlockPlan> variants(BlockPlan plan, int most) {
        PlanValue value = plan.value(problem);
        Set<BlockPlan> found = new LinkedHashSet<>(List.of(plan));
        Draft present = Draft.of(plan);
        for (int i = 0; i < MOST_VARIANT_STEPS && found.size() < most && mayGoOn(); i++) {
            Draft other = forward.run(disturbed(present), value.first(), node);
            if (other != null
                    && value(other).equals(value)
                    && value.end() <= problem.profile().slots()) {
                found.add(other.plan());
                present = other;
            }
        }
        return found.stream()
                .filter(one -> PlanCheck.check(problem, one).isEmpty())
                .toList();
    }

    /** Random starts take a quarter of the effort, the local search the rest. */
    private int starts() {
        return forward.looks() + backward.looks() < mostLooks / 4 ? MOST_STARTS : 0;
    }

    /** Half of the effort is for the first slots but the last, from which everything is free: it is always tried. */
    private void tryFirstSlots(List<Integer> firstSlots) {
        double[] longestTail = rank(block -> -groups.tail[block]);
        double[] mostWork = rank(block -> -(double) groups.length[block]
                * problem.blocks().get(block).needs().totals().values().stream()
                        .mapToInt(i -> i)
                        .sum());
        int last = firstSlots.getLast();
        for (int first : firstSlots) {
            if (!mayGoOn()) {
                return;
            }
            if (first != last && forward.looks() + backward.looks() > mostLooks / 2) {
                continue;
            }
            chooseNodes(0);
            improve(forward.run(longestTail, first, node));
            improve(forward.run(mostWork, first, node));
        }
    }

    private double[] rank(IntToDoubleFunction key) {
        double[] rank = new double[groups.blocks()];
        Arrays.setAll(rank, key);
        return rank;
    }

    /** Ranks around the longest tail, or around the most blocks to come, by chance. */
    private double[] randomRank(int i) {
        double spread = i % 3 == 0 ? 1 : 0.3;
        return rank(block -> -(groups.tail[block] + 1) * (1 - spread * random.nextDouble()));
    }

    /** The order of the starts with some blocks moved. */
    private double[] disturbed(Draft draft) {
        double[] rank = rank(block -> draft.start()[block] + 1e-6 * block);
        int span = Math.max(1, draft.end(groups.length) - draft.first());
        int moves = 1 + random.nextInt(Math.max(1, Math.min(8, rank.length / 4)));
        for (int move = 0; move < moves; move++) {
            int block = random.nextInt(rank.length);
            rank[block] += (random.nextDouble() - 0.5) * span * (random.nextInt(3) == 0 ? 1 : 0.2);
        }
        if (!nodeChoices.isEmpty() && random.nextInt(4) == 0) {
            chooseNodes(1 + random.nextInt(1 << 20));
        }
        return rank;
    }

    private int startOfStep(Draft draft) {
        return random.nextInt(4) == 0 ? problemStart() : draft.first();
    }

    private int problemStart() {
        return Arrays.stream(groups.earliest).min().orElse(0);
    }

    /** With the first part at its bound, only a small part of the effort goes into the second part. */
    private boolean mayGoOn() {
        long looks = forward.looks() + backward.looks();
        if (bestValue != null && bestValue.primary() == bound) {
            return !isEarliest(bestValue) && looks < mostLooks / SHARE_OF_SECOND_PART && !stop.getAsBoolean();
        }
        return looks < mostLooks && !stop.getAsBoolean();
    }

    /** Moves all blocks to the right and to the left in turn, as long as that makes the plan better. */
    private void improve(@Nullable Draft draft) {
        Draft present = draft;
        for (int pass = 0; pass < MOST_PASSES && present != null; pass++) {
            PlanValue before = consider(present);
            Draft start = present;
            int end = start.end(groups.length);
            Draft right = backward.run(rank(block -> -(start.start()[block] + groups.length[block])), end, node);
            if (right == null) {
                return;
            }
            consider(right);
            int first = right.first();
            Draft left = forward.run(rank(block -> right.start()[block]), first, node);
            if (left == null || value(left).compareTo(before) >= 0) {
                return;
            }
            present = left;
        }
    }

    private PlanValue value(Draft draft) {
        int first = draft.first();
        int end = draft.end(groups.length);
        PlanObjective objective = problem.objective();
        return new PlanValue(first, end, objective.primary(first, end), objective.secondary(first, end));
    }

    private PlanValue consider(Draft draft) {
        PlanValue value = value(draft);
        if (value.end() <= problem.profile().slots() && (bestValue == null || value.compareTo(bestValue) <= 0)) {
            best = draft;
            bestValue = value;
        }
        return value;
    }

    private void chooseNodes(int round) {
        for (int[] choice : nodeChoices) {
            SharedNodes.apply(choice, round, node);
        }
    }

    /** The slots from which list schedules start: the earliest one, and those in which something becomes free. */
    private List<Integer> firstSlots() {
        int earliest = problemStart();
        TreeSet<Integer> all = new TreeSet<>(List.of(earliest));
        if (!(problem.objective() instanceof PlanObjective.Finish)) {
            for (BusySlots busy : problem.profile().busySlots()) {
                for (int i = 0; i < busy.size(); i++) {
                    if (busy.to(i) > earliest) {
                        all.add(busy.to(i));
                    }
                }
            }
        }
        List<Integer> slots = new ArrayList<>(all);
        if (slots.size() <= MOST_FIRST_SLOTS) {
            return slots;
        }
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < MOST_FIRST_SLOTS; i++) {
            some.add(slots.get((int) ((long) i * (slots.size() - 1) / (MOST_FIRST_SLOTS - 1))));
        }
        return some;
    }
}
