package io.banyan.sim.deadline;

import java.util.BitSet;

/** How many processes run on each slot of each node. A slot is a node, or one of its cores. Not thread-safe. */
final class ProcessSlots {
    private final int perNode;
    private final int[] processes;
    private final int[] usedSlots;
    private final BitSet free = new BitSet();
    private int usedNodes;
    private int freeSlots;
    /** By node: the slots without processes that jobs claim. */
    private final int[] claimed;

    private final BitSet unclaimed = new BitSet();

    ProcessSlots(int nodes, int perNode) {
        this.perNode = perNode;
        this.processes = new int[nodes * perNode];
        this.usedSlots = new int[nodes];
        this.claimed = new int[nodes];
        this.freeSlots = nodes * perNode;
        unclaimed.set(0, nodes);
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

    /** The number of slots without processes. */
    int freeSlots() {
        return freeSlots;
    }

    /** The number of slots without processes of a node. */
    int freeSlots(int node) {
        return perNode - usedSlots[node];
    }

    int node(int slot) {
        return slot / perNode;
    }

    /** The nodes with a slot that has no process and that no job claims; not to be changed. */
    BitSet unclaimed() {
        return unclaimed;
    }

    /** The number of such slots of a node. */
    int unclaimed(int node) {
        return Math.max(0, freeSlots(node) - claimed[node]);
    }

    /** Claims slots of a node. */
    void claim(int node, int count) {
        claimed[node] += count;
        unclaimed.set(node, unclaimed(node) > 0);
    }

    /** Gives claimed slots of a node back. */
    void unclaim(int node, int count) {
        claim(node, -count);
    }

    /** Starts a process on the first free slot of a node, and returns the slot. */
    int take(int node) {
        for (int slot = node * perNode; slot < (node + 1) * perNode; slot++) {
            if (processes[slot] == 0) {
                processes[slot] = 1;
                freeSlots--;
                usedNodes += usedSlots[node]++ == 0 ? 1 : 0;
                free.set(node, usedSlots[node] < perNode);
                unclaimed.set(node, unclaimed(node) > 0);
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
        freeSlots++;
        int node = node(slot);
        usedNodes -= --usedSlots[node] == 0 ? 1 : 0;
        free.set(node);
        unclaimed.set(node, unclaimed(node) > 0);
        return true;
    }

    /** Checks the counts. O(slots). */
    void checkInvariants() {
        int used = 0;
        int unused = 0;
        for (int node = 0; node < usedSlots.length; node++) {
            int slots = 0;
            for (int slot = node * perNode; slot < (node + 1) * perNode; slot++) {
                slots += processes[slot] > 0 ? 1 : 0;
            }
            if (claimed[node] < 0 || unclaimed.get(node) != unclaimed(node) > 0) {
                throw new IllegalStateException("node " + node + " has " + claimed[node]
                        + " claimed slots, unclaimed ones " + unclaimed.get(node));
            }
            if (slots != usedSlots[node] || free.get(node) != slots < perNode) {
                throw new IllegalStateException("node " + node + " uses " + slots + " slots, counted " + usedSlots[node]
                        + ", free " + free.get(node));
            }
            used += slots > 0 ? 1 : 0;
            unused += perNode - slots;
        }
        if (used != usedNodes || unused != freeSlots) {
            throw new IllegalStateException(used + " nodes are used, counted " + usedNodes + "; " + unused
                    + " slots are free, counted " + freeSlots);
        }
    }
}
