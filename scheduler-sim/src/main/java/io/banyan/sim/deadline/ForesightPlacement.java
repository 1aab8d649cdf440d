package io.banyan.sim.deadline;

import io.banyan.mapping.LeakMapping;
import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.mapping.RoomSearch;
import io.banyan.mapping.RoomSearch.FreeSlots;
import io.banyan.topology.Topology;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Processes leak into the free slots near them. A job starts where there is room for the most processes that it
 * declares. While its next phase needs more processes than it has, it claims as many free slots near its nodes. The
 * processes of other jobs take claimed slots only if no others are free. For one run; not thread-safe.
 */
final class ForesightPlacement implements ProcessPlacement {
    private final LeakMapping leak;
    private final RoomSearch rooms;
    private final SearchWork work = new SearchWork();
    /** By job and node: the number of slots that it claims. */
    private final Map<RunningProgram, Map<Integer, Integer>> claims = new HashMap<>();

    /** A placement by a mapping that takes any free node if none is near. */
    ForesightPlacement(Topology topology, LeakMapping leak) {
        this.leak = leak;
        this.rooms = new RoomSearch(topology);
    }

    /** Chooses among the nodes with unclaimed slots, and otherwise as the leak mapping. */
    @Override
    public OptionalInt first(RunningProgram run, ProcessSlots slots) {
        OptionalInt node = rooms.first(run.profile().most(), unclaimed(slots), work);
        if (node.isEmpty()) {
            node = leak.first(run.job.number(), slots.free());
        }
        return node.isEmpty() ? node : OptionalInt.of(slots.take(node.getAsInt()));
    }

    /** Takes a slot that the job claims, otherwise an unclaimed one, and otherwise any. */
    @Override
    public int fork(RunningProgram run, int parentSlot, ProcessSlots slots) {
        int parent = slots.node(parentSlot);
        for (BitSet free : List.of(claimedBy(run, slots), slots.unclaimed(), slots.free())) {
            if (free.get(parent)) {
                return take(run, parent, slots);
            }
            if (leak.fork(parent, run.nodes(), free, work) instanceof LeakMapping.Fork.Node(int node)) {
                return take(run, node, slots);
            }
        }
        slots.share(parentSlot);
        return parentSlot;
    }

    private BitSet claimedBy(RunningProgram run, ProcessSlots slots) {
        BitSet nodes = new BitSet();
        claims.getOrDefault(run, Map.of()).keySet().forEach(nodes::set);
        nodes.and(slots.free());
        return nodes;
    }

    private int take(RunningProgram run, int node, ProcessSlots slots) {
        Map<Integer, Integer> claimed = claims.getOrDefault(run, Map.of());
        if (claimed.containsKey(node)) {
            claimed.computeIfPresent(node, (it, count) -> count == 1 ? null : count - 1);
            slots.unclaim(node, 1);
        }
        return slots.take(node);
    }

    /** Claims room for the processes of the next phase that the job does not have yet. */
    @Override
    public void forked(RunningProgram run, ProcessSlots slots) {
        ended(run, slots);
        int missing = run.nextProcesses() - run.processes().size();
        if (missing > 0) {
            Map<Integer, Integer> room = new HashMap<>(rooms.around(run.nodes(), missing, unclaimed(slots), work));
            room.forEach(slots::claim);
            claims.put(run, room);
        }
    }

    private static FreeSlots unclaimed(ProcessSlots slots) {
        return new FreeSlots(slots.unclaimed(), slots::unclaimed);
    }

    /** Gives the claims of the job back. */
    @Override
    public void ended(RunningProgram run, ProcessSlots slots) {
        Map<Integer, Integer> claimed = claims.remove(run);
        if (claimed != null) {
            claimed.forEach(slots::unclaim);
        }
    }
}
