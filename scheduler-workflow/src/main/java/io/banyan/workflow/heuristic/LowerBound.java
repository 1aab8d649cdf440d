package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockNeeds.Anywhere;
import io.banyan.workflow.plan.BlockNeeds.OnNodes;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A proved lower bound of the objective: the maximum of the critical path, the work by type, and the energy that
 * intervals of time must hold.
 *
 * <p>The energetic bound assumes a span, and looks for an interval in which the blocks need more than the machine has
 * (Baptiste, Le Pape and Nuijten, <i>Constraint-Based Scheduling</i>, 2001, chapter 3). For blocks on nodes, it also
 * counts by dual feasible functions: of two blocks that need more than half of a node each, no node takes both
 * (Fekete and Schepers, <i>New classes of fast lower bounds for bin packing problems</i>, 2001). What is busy is not
 * taken into account.
 *
 * <p>A second argument uses that a block keeps its resources for its whole length: the blocks that one resource runs
 * within a window follow each other, so that the resources are bins, and the lengths of the blocks are items. Dual
 * feasible functions, and counts of the blocks on a resource, bound this bin packing: three blocks of 10 slots on 2
 * cores take 20 slots, not 15.
 *
 * <p>O(blocks x 64 squared x types x log(span)).
 */
public final class LowerBound {
    /** The most distinct starts, and ends, of intervals that are looked at; fewer if there are many blocks. */
    private static final int MOST_POINTS = 64;

    private static final int LEAST_POINTS = 12;

    /** The most blocks that are looked at for one span, over all intervals. */
    private static final double MOST_LOOKS = 3e6;

    /** The most distinct heads, and tails, of windows for the packing of lengths. */
    private static final int MOST_WINDOWS = 12;

    /** The largest parameter of the dual feasible functions for lengths. */
    private static final int MOST_PARTS = 8;

    /** The most thresholds of dual feasible functions for each type. */
    private static final int MOST_THRESHOLDS = 8;

    private final BlockGroups groups;
    private final List<View> views;
    private final int[] byLength;

    private LowerBound(PlanProblem problem) {
        this.groups = new BlockGroups(problem);
        this.views = views(problem);
        this.byLength = IntStream.range(0, groups.blocks())
                .boxed()
                .sorted(Comparator.comparingInt(block -> groups.length[block]))
                .mapToInt(block -> block)
                .toArray();
    }

    /** One way to count: the capacity of the machine, and what each block takes of it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record View(long capacity, long[] amounts) {}

    /** Returns a lower bound of the span of each plan, in slots. */
    public static int span(PlanProblem problem) {
        return new LowerBound(problem).span();
    }

    /** Returns a lower bound of the first part of the objective. */
    public static long primary(PlanProblem problem) {
        int span = span(problem);
        int first = problem.blocks().stream()
                .mapToInt(PlanBlock::earliest)
                .map(earliest -> Math.max(earliest, problem.earliest()))
                .min()
                .orElse(0);
        return switch (problem.objective()) {
            case PlanObjective.Compact compact -> span;
            case PlanObjective.Finish finish -> Math.max(first + span, latestTail(problem));
            case PlanObjective.Weighted weighted -> weighted.primary(first, first + span);
        };
    }

    private static int latestTail(PlanProblem problem) {
        BlockGroups groups = new BlockGroups(problem);
        int latest = 0;
        for (int block = 0; block < groups.blocks(); block++) {
            latest = Math.max(latest, groups.earliest[block] + groups.tail[block]);
        }
        return latest;
    }

    private int span() {
        int low = 0;
        for (int block = 0; block < groups.blocks(); block++) {
            low = Math.max(low, groups.head[block] + groups.tail[block]);
        }
        int high = low;
        for (View view : views) {
            long work = 0;
            for (int block = 0; block < groups.blocks(); block++) {
                work += view.amounts()[block] * groups.length[block];
            }
            low = (int) Math.max(low, Math.ceilDiv(work, view.capacity()));
            high = (int) Math.max(high, low + Math.ceilDiv(work, view.capacity()));
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isOverloaded(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether no plan can have this span: some interval needs more than there is. */
    private boolean isOverloaded(int span) {
        SortedSet<Integer> starts = new TreeSet<>(List.of(0));
        SortedSet<Integer> ends = new TreeSet<>(List.of(span));
        for (int block = 0; block < groups.blocks(); block++) {
            starts.add(groups.head[block]);
            ends.add(span - groups.tail[block] + groups.length[block]);
        }
        double affordable = Math.sqrt(MOST_LOOKS / ((double) groups.blocks() * Math.max(1, views.size())));
        int points = (int) Math.clamp(affordable, LEAST_POINTS, MOST_POINTS);
        for (View view : views) {
            for (int start : some(starts, points)) {
                for (int end : some(ends, points)) {
                    if (start < end && energy(view, span, start, end) > view.capacity() * (end - start)) {
                        return true;
                    }
                }
            }
        }
        return isOverfull(span, some(starts, MOST_WINDOWS), some(ends, MOST_WINDOWS));
    }

    /** Whether the lengths of the blocks that lie within some window do not fit one after the other. */
    private boolean isOverfull(int span, int[] starts, int[] ends) {
        for (View view : views) {
            for (int start : starts) {
                for (int end : ends) {
                    if (start < end && exceedsCounts(view, span, start, end)) {
                        return true;
                    }
                    for (int parts = 1; start < end && parts <= MOST_PARTS; parts++) {
                        if (packedLengths(view, span, start, end, parts) > view.capacity() * parts * (end - start)) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /**
     * Whether some resources must run more blocks in a window than fit. Let k be the largest number for which k blocks
     * on each of C resources are fewer than there are, and e the number of those that are left. Then, for some m of at
     * most e, m resources run k m + e blocks or more. If the shortest k m + e blocks are longer than m windows for each
     * m, there is no plan.
     */
    private boolean exceedsCounts(View view, int span, int start, int end) {
        long copies = 0;
        for (int block : byLength) {
            copies += isWithin(block, span, start, end) ? view.amounts()[block] : 0;
        }
        long each = (copies - 1) / view.capacity();
        if (copies == 0 || each < 1) {
            return false;
        }
        long left = copies - each * view.capacity();
        int next = 0;
        long counted = 0;
        long load = 0;
        for (long m = 1; m <= Math.min(left, view.capacity()); m++) {
            long wanted = each * m + left;
            while (counted < wanted) {
                int block = byLength[next++];
                long amount = isWithin(block, span, start, end) ? view.amounts()[block] : 0;
                counted += amount;
                load += amount * groups.length[block];
            }
            // Of the block that was counted last, some copies are not wanted.
            long shortest = load - (counted - wanted) * groups.length[byLength[next - 1]];
            if (shortest <= m * (end - start)) {
                return false;
            }
        }
        return true;
    }

    private boolean isWithin(int block, int span, int start, int end) {
        return groups.head[block] >= start && span - groups.tail[block] + groups.length[block] <= end;
    }

    /**
     * The lengths within a window under the function of Fekete and Schepers: a share x of the window, of which
     * (parts + 1) x is no whole number, counts as floor((parts + 1) x) / parts. Scaled by parts x window.
     */
    private long packedLengths(View view, int span, int start, int end, int parts) {
        long window = (long) end - start;
        long sum = 0;
        for (int block = 0; block < groups.blocks(); block++) {
            int length = groups.length[block];
            if (isWithin(block, span, start, end)) {
                long scaled = (parts + 1L) * length;
                sum += view.amounts()[block]
                        * (scaled % window == 0 ? (long) parts * length : window * (scaled / window));
            }
        }
        return sum;
    }

    /** The least that the blocks need of an interval, wherever they start between their heads and tails. */
    private long energy(View view, int span, int start, int end) {
        long energy = 0;
        for (int block = 0; block < groups.blocks(); block++) {
            int length = groups.length[block];
            int atFirst = groups.head[block] + length - start;
            int atLast = end - (span - groups.tail[block]);
            int least = Math.min(Math.min(length, end - start), Math.min(atFirst, atLast));
            energy += least > 0 ? view.amounts()[block] * least : 0;
        }
        return energy;
    }

    private static int[] some(SortedSet<Integer> all, int most) {
        int[] points = all.stream().mapToInt(i -> i).toArray();
        if (points.length <= most) {
            return points;
        }
        int[] some = new int[most];
        for (int i = 0; i < most; i++) {
            some[i] = points[(int) ((long) i * (points.length - 1) / (most - 1))];
        }
        return some;
    }

    private static List<View> views(PlanProblem problem) {
        List<View> views = new ArrayList<>();
        problem.profile().counts().forEach((type, count) -> {
            long[] amounts = problem.blocks().stream()
                    .mapToLong(block -> block.needs().totals().getOrDefault(type, 0))
                    .toArray();
            if (Arrays.stream(amounts).anyMatch(amount -> amount > 0)) {
                views.add(new View(count, amounts));
                views.addAll(packings(problem, type, amounts));
            }
        });
        return views;
    }

    /** The dual feasible functions: more than size - k counts as the whole node, less than k as nothing. */
    private static List<View> packings(PlanProblem problem, String type, long[] amounts) {
        int size = problem.profile().nodes().stream()
                .mapToInt(node -> node.count(type))
                .max()
                .orElse(0);
        long nodes = problem.profile().nodes().stream()
                .filter(node -> node.count(type) > 0)
                .count();
        TreeSet<Integer> thresholds = new TreeSet<>();
        for (PlanBlock block : problem.blocks()) {
            if (block.needs() instanceof OnNodes onNodes) {
                int each = onNodes.each().getOrDefault(type, 0);
                int threshold = 2 * each > size ? size - each + 1 : each;
                if (each > 0 && 2 * threshold <= size) {
                    thresholds.add(threshold);
                }
            }
        }
        return thresholds.stream()
                .limit(MOST_THRESHOLDS)
                .map(threshold -> new View(nodes * size, packed(problem, type, size, threshold, amounts)))
                .toList();
    }

    private static long[] packed(PlanProblem problem, String type, int size, int threshold, long[] amounts) {
        long[] packed = amounts.clone();
        for (int i = 0; i < packed.length; i++) {
            packed[i] = switch (problem.blocks().get(i).needs()) {
                case Anywhere anywhere -> threshold > 1 ? 0 : amounts[i];
                case OnNodes onNodes -> {
                    int each = onNodes.each().getOrDefault(type, 0);
                    int counted = each > size - threshold ? size : each < threshold ? 0 : each;
                    yield (long) onNodes.nodes() * counted;
                }
            };
        }
        return packed;
    }
}
