package io.banyan.match;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Slots on one level that may stand in for each other: how many to make of each, so that there are as many as can be,
 * and among equal numbers as many of the first as can be.
 */
final class Alternatives {

    /** Combinations that are tried before the search settles for the best so far. */
    private static final int MAX_STEPS = 1_000_000;

    private final List<Demand> slots;
    private final long[][] shares;
    private long[] best;
    private long bestTotal = -1;
    private int steps;

    private Alternatives(List<Demand> slots, Candidates found) {
        this.slots = slots;
        this.best = new long[slots.size()];
        this.shares = new long[slots.size()][];
        for (int i = 0; i < shares.length; i++) {
            Demand[] kinds = slots.get(i).with;
            shares[i] = new long[kinds.length];
            for (int k = 0; k < kinds.length; k++) {
                shares[i][k] = kinds[k].count.calc(found.qualified(kinds[k].typeId));
            }
        }
    }

    /** Returns the demands that have to be explored for all of the slots: each type once, with its larger minimum. */
    static Demand[] union(List<Demand> slots) {
        Map<Integer, Demand> byType = new LinkedHashMap<>();
        for (Demand slot : slots) {
            for (Demand demand : slot.with) {
                byType.merge(demand.typeId, demand, (a, b) -> b.count.min() > a.count.min() ? b : a);
            }
        }
        return byType.values().toArray(Demand[]::new);
    }

    /** How many to make of each slot. The sizes of single vertices are not looked at. */
    static long[] plan(List<Demand> slots, Candidates found) {
        var alternatives = new Alternatives(slots, found);
        var left = new LinkedHashMap<Integer, Long>();
        for (Demand slot : slots) {
            for (Demand demand : slot.with) {
                left.put(demand.typeId, found.qualified(demand.typeId));
            }
        }
        alternatives.search(0, 0, new long[slots.size()], left);
        return alternatives.best;
    }

    /** Returns the amounts that one instance of a slot takes of each of its kinds. */
    static long[] sharesOf(Demand slot, Candidates found) {
        return Arrays.stream(slot.with)
                .mapToLong(demand -> demand.count.calc(found.qualified(demand.typeId)))
                .toArray();
    }

    private void search(int slot, long total, long[] chosen, Map<Integer, Long> left) {
        long most = fitting(slot, left);
        boolean last = slot == slots.size() - 1;
        for (long count = most; count >= (last ? most : 0) && steps++ < MAX_STEPS; count--) {
            chosen[slot] = count;
            if (last) {
                if (total + count > bestTotal) {
                    bestTotal = total + count;
                    best = chosen.clone();
                }
            } else {
                take(slot, count, left);
                search(slot + 1, total + count, chosen, left);
                take(slot, -count, left);
            }
        }
    }

    private long fitting(int slot, Map<Integer, Long> left) {
        long most = Long.MAX_VALUE;
        Demand[] kinds = slots.get(slot).with;
        for (int k = 0; k < kinds.length; k++) {
            long there = left.getOrDefault(kinds[k].typeId, 0L);
            most = Math.min(most, shares[slot][k] == 0 ? 0 : there / shares[slot][k]);
        }
        return most;
    }

    private void take(int slot, long count, Map<Integer, Long> left) {
        Demand[] kinds = slots.get(slot).with;
        for (int k = 0; k < kinds.length; k++) {
            left.merge(kinds[k].typeId, -count * shares[slot][k], Long::sum);
        }
    }
}
