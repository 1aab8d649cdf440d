package io.banyan.workflow.draft;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** The lanes of blocks that a machine can run side by side. */
public final class MachineLanes {
    private static final long GIB_MIB = 1_024;

    private MachineLanes() {}

    /**
     * Returns a function that gives, for the needs of a lane, the most lanes that an idle machine can run side by side
     * with as many on each of its nodes; 0 if it can run none. A call costs O(nodes x log(nodes)).
     */
    public static ToIntFunction<Needs> of(SlotProfile profile) {
        return needs -> most(profile, needs);
    }

    private static int most(SlotProfile profile, Needs needs) {
        SortedMap<String, Integer> lane = resources(needs);
        int[] ascending = profile.nodes().stream()
                .mapToInt(node -> on(node, lane, memoryMib(needs)))
                .sorted()
                .toArray();
        long most = 0;
        for (int nodes = 1; nodes <= ascending.length; nodes++) {
            long each = ascending[ascending.length - nodes];
            long lanes = needs.nodes() > 1 ? (each > 0 ? nodes / needs.nodes() : 0) : nodes * each;
            most = Math.max(most, lanes);
        }
        return (int) Math.min(Integer.MAX_VALUE, most);
    }

    /** Returns the resources of one lane on each of its nodes; at least one core. */
    static SortedMap<String, Integer> resources(Needs needs) {
        SortedMap<String, Integer> lane = new TreeMap<>(needs.accelerators());
        if (needs.cores() > 0) {
            lane.put(SlotProfile.CORE, needs.cores());
        }
        if (lane.isEmpty()) {
            lane.put(SlotProfile.CORE, 1);
        }
        return lane;
    }

    /**
     * Returns the memory of one lane on each of its nodes, in whole GiB: the jobs of tasks ask for whole GiB, and would
     * not fit beside each other in a reservation of less.
     */
    static long memoryMib(Needs needs) {
        return Math.multiplyExact(Math.ceilDiv(needs.memoryMib(), GIB_MIB), GIB_MIB);
    }

    /** Returns the lanes of one node that an idle node has room for. */
    static int on(ProfileNode node, SortedMap<String, Integer> lane, long memoryMib) {
        long lanes = memoryMib > 0 ? node.memoryMib() / memoryMib : Integer.MAX_VALUE;
        for (Map.Entry<String, Integer> type : lane.entrySet()) {
            lanes = Math.min(lanes, node.count(type.getKey()) / type.getValue());
        }
        return (int) lanes;
    }
}
