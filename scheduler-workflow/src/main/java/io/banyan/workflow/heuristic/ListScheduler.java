package io.banyan.workflow.heuristic;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * List schedules: each block, by rank among those whose predecessors are placed, at the first slot where it fits (the
 * serial schedule generation of the literature), forward or backward in time.
 *
 * <p>Not thread-safe. O(blocks x resources x starts that are tried).
 */
final class ListScheduler {
    private final BlockGroups groups;
    private final Board board;
    private final boolean backward;
    private final int slots;

    ListScheduler(BlockGroups groups, Board board, boolean backward, int slots) {
        this.groups = groups;
        this.board = board;
        this.backward = backward;
        this.slots = slots;
    }

    /** The effort so far. */
    long looks() {
        return board.looks();
    }

    /**
     * Places all blocks.
     *
     * @param rank the rank of each block; lower ones are placed first. A group has the rank of its first member
     * @param from the first slot that may be used; backward, the slot before which all ends
     * @param node for each block the node on which it must run, or {@link Board#ANY}
     * @return the starts and resources; null where a block would start before slot 0
     */
    @Nullable Draft run(double[] rank, int from, int[] node) {
        board.clear();
        int blocks = groups.blocks();
        Draft draft = new Draft(new int[blocks], new int[blocks][]);
        int[] missing = new int[groups.members.length];
        for (int block = 0; block < blocks; block++) {
            missing[groups.groupOf[block]] += previous(block).length;
        }
        PriorityQueue<Integer> ready =
                new PriorityQueue<>(Comparator.comparingDouble((Integer group) -> rank[groups.members[group][0]])
                        .thenComparing(Comparator.naturalOrder()));
        for (int group = 0; group < missing.length; group++) {
            if (missing[group] == 0) {
                ready.add(group);
            }
        }
        int first = backward ? slots - from : from;
        while (!ready.isEmpty()) {
            int group = ready.remove();
            if (!place(group, first, node, draft)) {
                return null;
            }
            for (int block : groups.members[group]) {
                for (int next : backward ? groups.before[block] : groups.after[block]) {
                    if (--missing[groups.groupOf[next]] == 0) {
                        ready.add(groups.groupOf[next]);
                    }
                }
            }
        }
        return backward ? mirrored(draft) : draft;
    }

    private int[] previous(int block) {
        return backward ? groups.after[block] : groups.before[block];
    }

    private boolean place(int group, int first, int[] node, Draft draft) {
        int start = first;
        for (int block : groups.members[group]) {
            int offset = groups.offset(block, backward);
            int lowest = backward ? first : Math.max(first, groups.earliest[block]);
            for (int one : previous(block)) {
                lowest = Math.max(lowest, draft.start()[one] + groups.length[one]);
            }
            start = Math.max(start, lowest - offset);
        }
        while (start < slots) {
            int later = common(group, start, node);
            if (later == start && hold(group, start, node, draft)) {
                return true;
            }
            start = Math.max(start + 1, later);
        }
        return false;
    }

    /** The first slot from which on each member, for itself, may fit. */
    private int common(int group, int start, int[] node) {
        int at = start;
        int before;
        do {
            before = at;
            for (int block : groups.members[group]) {
                int offset = groups.offset(block, backward);
                int earliest = board.earliest(block, at + offset, node[block]);
                if (earliest >= slots) {
                    return slots;
                }
                at = earliest - offset;
            }
        } while (at > before);
        return at;
    }

    /** Places the members one after the other; takes them off again where they are in each other's way. */
    private boolean hold(int group, int start, int[] node, Draft draft) {
        int[] members = groups.members[group];
        for (int i = 0; i < members.length; i++) {
            int block = members[i];
            int at = start + groups.offset(block, backward);
            if (i > 0 && board.earliest(block, at, node[block]) != at) {
                while (--i >= 0) {
                    board.takeOff(members[i], draft.start()[members[i]], draft.resources()[members[i]]);
                }
                return false;
            }
            draft.start()[block] = at;
            draft.resources()[block] = board.place(block, at, node[block]);
        }
        return true;
    }

    /** The draft in the order of time; null where a block starts too early. */
    private @Nullable Draft mirrored(Draft draft) {
        int[] start = new int[draft.start().length];
        for (int i = 0; i < start.length; i++) {
            start[i] = slots - draft.start()[i] - groups.length[i];
            if (start[i] < groups.earliest[i]) {
                return null;
            }
        }
        return new Draft(start, Arrays.copyOf(draft.resources(), start.length));
    }
}
