package io.banyan.rpc.pmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The nodes of the ranks as MPI libraries read them under the key {@code PMI_process_mapping}. */
final class ProcessMapping {
    /** Consecutive ranks on consecutive nodes, equally many on each. */
    private record Block(int node, int nodes, int ranks) {
        boolean canGrow(Block next) {
            return next.ranks == ranks && next.node == node + nodes;
        }
    }

    private ProcessMapping() {}

    /**
     * The text for ranks on these nodes, such as {@code (vector,(0,2,4))}; empty where it is longer than a value may
     * be, and the library finds out by itself. O(ranks).
     *
     * @param nodes the number of the node of each rank
     */
    static Optional<String> of(List<Integer> nodes, int mostCharacters) {
        List<Block> blocks = new ArrayList<>();
        int from = 0;
        while (from < nodes.size()) {
            int to = from;
            while (to < nodes.size() && nodes.get(to).equals(nodes.get(from))) {
                to++;
            }
            var next = new Block(nodes.get(from), 1, to - from);
            if (!blocks.isEmpty() && blocks.getLast().canGrow(next)) {
                Block last = blocks.removeLast();
                blocks.add(new Block(last.node, last.nodes + 1, last.ranks));
            } else {
                blocks.add(next);
            }
            from = to;
        }
        String text = blocks.stream()
                .map(block -> "(" + block.node + "," + block.nodes + "," + block.ranks + ")")
                .collect(Collectors.joining(",", "(vector,", ")"));
        return text.length() <= mostCharacters ? Optional.of(text) : Optional.empty();
    }
}
