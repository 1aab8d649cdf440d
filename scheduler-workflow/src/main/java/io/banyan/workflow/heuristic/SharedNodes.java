package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.PlanProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The nodes for blocks that must run on one and the same node. */
final class SharedNodes {
    private SharedNodes() {}

    /**
     * Returns for each set of blocks that share a node: the number of blocks, their indexes, then the nodes on which
     * each of them fits. Groups with a common block are one set.
     */
    static List<int[]> choices(PlanProblem problem, Board board) {
        List<int[]> choices = new ArrayList<>();
        for (NavigableSet<Integer> blocks : joined(problem.sameNode())) {
            List<Integer> choice = new ArrayList<>(List.of(blocks.size()));
            choice.addAll(blocks);
            for (int node = 0; node < problem.profile().nodes().size(); node++) {
                int place = node;
                if (blocks.stream().allMatch(block -> board.fits(block, place))) {
                    choice.add(node);
                }
            }
            choices.add(choice.stream().mapToInt(i -> i).toArray());
        }
        return choices;
    }

    private static List<NavigableSet<Integer>> joined(List<List<Integer>> groups) {
        List<NavigableSet<Integer>> joined = new ArrayList<>();
        for (List<Integer> group : groups) {
            NavigableSet<Integer> all = new TreeSet<>(group);
            List<NavigableSet<Integer>> apart = new ArrayList<>();
            for (NavigableSet<Integer> other : joined) {
                if (other.stream().anyMatch(all::contains)) {
                    all.addAll(other);
                } else {
                    apart.add(other);
                }
            }
            apart.add(all);
            joined = apart;
        }
        return joined;
    }

    /** Gives the blocks of a choice the node whose turn it is; {@link Board#ANY} if none has room for all. */
    static void apply(int[] choice, int round, int[] node) {
        int blocks = choice[0];
        int nodes = choice.length - 1 - blocks;
        for (int i = 1; i <= blocks; i++) {
            node[choice[i]] = nodes == 0 ? Board.ANY : choice[1 + blocks + Math.floorMod(round + choice[1], nodes)];
        }
    }
}
