package io.banyan.sim.deadline;

import java.util.BitSet;

/** How many processes run on each slot of each node. A slot is a node, or one of its cores. Not thread-safe. */
final class ProcessSlots {
    private final int perNode;
    private final int[] processes;
    private final int[] usedSlots;
    private final BitSet free = new BitSet();
    private int usedNodes;

    ProcessSlots(int nodes, int perNode) {
        this.perNode = perNode;
        this.processes = new int[nodes * perNode];
        this.usedSlots = new int[nodes];
        free.set(0, nodes);
    }

    /** The nodes with a slot without processes; not to be changed. */
    BitSet free() {
        return free;
    }

    /** The number of nodes with processes. */
    int usedNodes() {
        return usedNodes;
    }

    int node(int slot) {
        return slot / perNode;
    }

    /** Starts a process on the first free slot of a node, and returns the slot. */
    int take(int node) {
        for (int slot = node * perNode; slot < (node + 1) * perNode; slot++) {
            if (processes[slot] == 0) {
                processes[slot] = 1;
                usedNodes += usedSlots[node]++ == 0 ? 1 : 0;
                free.set(node, usedSlots[node] < perNode);
                return slot;
            }
        }
        throw new IllegalStateException("node " + node + " has no free slot");
    }

    /** Starts a process on a slot that others use. */
    void share(int slot) {
        if (processes[slot] == 0) {
            throw new IllegalStateException("slot " + slot + " has no process to share with");
        }
        processes[slot]++;
    }

    /** Ends a process; returns whether its slot is free now. */
    boolean leave(int slot) {
        if (processes[slot] == 0) {
            throw new IllegalStateException("slot " + slot + " has no process");
        }
        if (--processes[slot] > 0) {
            return false;
        }
        int node = node(slot);
        usedNodes -= --usedSlots[node] == 0 ? 1 : 0;
        free.set(node);
        return true;
    }

    /** Checks the counts. O(slots). */
    void checkInvariants() {
        int used = 0;
        for (int node = 0; node < usedSlots.length; node++) {
            int slots = 0;
            for (int slot = node * perNode; slot < (node + 1) * perNode; slot++) {
                slots += processes[slot] > 0 ? 1 : 0;
            }
            if (slots != usedSlots[node] || free.get(node) != slots < perNode) {
                throw new IllegalStateException("node " + node + " uses " + slots + " slots, counted " + usedSlots[node]
                        + ", free " + free.get(node));
            }
            used += slots > 0 ? 1 : 0;
        }
        if (used != usedNodes) {
            throw new IllegalStateException(used + " nodes are used, counted " + usedNodes);
        }
    }
}
