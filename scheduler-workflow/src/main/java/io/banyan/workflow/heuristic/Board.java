package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockNeeds.Anywhere;
import io.banyan.workflow.plan.BlockNeeds.OnNodes;
import io.banyan.workflow.plan.Feasibility;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SingleResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The busy slots of all resources while a plan is made, forward or backward in time.
 *
 * <p>A backward board mirrors the slots: slot {@code s} becomes {@code slots - 1 - s}. Not thread-safe. A question
 * about a block costs O(resources of its types) for each start that is tried.
 */
final class Board {
    /** No particular node. */
    static final int ANY = -1;

    private static final int[] NONE = {};

    private final int[] length;
    private final BlockNeeds[] needs;
    private final List<ProfileNode> nodes;
    private final BusySlots[] base;
    private final BusySlots[] busy;
    private final MemorySlots[] memory;
    private final boolean usesMemory;
    private final Map<String, int[]> byType = new HashMap<>();
    private final List<Map<String, int[]>> byNode = new ArrayList<>();
    private final int[] times;
    private long looks;

    Board(PlanProblem problem, boolean backward) {
        this.length = problem.blocks().stream().mapToInt(block -> block.slots()).toArray();
        this.needs = problem.blocks().stream().map(block -> block.needs()).toArray(BlockNeeds[]::new);
        this.nodes = problem.profile().nodes();
        int slots = problem.profile().slots();
        List<BusySlots> given = problem.profile().busySlots();
        this.base =
                given.stream().map(one -> backward ? mirrored(one, slots) : one).toArray(BusySlots[]::new);
        this.busy = given.stream().map(one -> new BusySlots()).toArray(BusySlots[]::new);
        this.usesMemory =
                Arrays.stream(needs).anyMatch(one -> one instanceof OnNodes onNodes && onNodes.memoryMib() > 0);
        this.memory =
                nodes.stream().map(node -> memoryOf(node, backward, slots)).toArray(MemorySlots[]::new);
        this.times = new int[Math.max(base.length, nodes.size())];
        index(problem.profile().resources());
        clear();
    }

    private static BusySlots mirrored(BusySlots slots, int end) {
        BusySlots mirror = new BusySlots();
        for (int i = slots.size() - 1; i >= 0; i--) {
            mirror.add(end - slots.to(i), end - slots.from(i));
        }
        return mirror;
    }

    private static MemorySlots memoryOf(ProfileNode node, boolean backward, int end) {
        MemorySlots memory = new MemorySlots(node.memoryMib());
        node.busyMemory().forEach(held -> {
            if (backward) {
                memory.add(held.mib(), end - held.to(), end - held.from());
            } else {
                memory.add(held.mib(), held.from(), held.to());
            }
        });
        memory.fix();
        return memory;
    }

    private void index(List<SingleResource> resources) {
        Map<String, List<Integer>> types = new HashMap<>();
        List<Map<String, List<Integer>>> places = new ArrayList<>();
        nodes.forEach(node -> places.add(new HashMap<>()));
        for (int i = 0; i < resources.size(); i++) {
            SingleResource one = resources.get(i);
            types.computeIfAbsent(one.type(), none -> new ArrayList<>()).add(i);
            places.get(one.node())
                    .computeIfAbsent(one.type(), none -> new ArrayList<>())
                    .add(i);
        }
        types.forEach((type, list) -> byType.put(type, toArray(list)));
        for (Map<String, List<Integer>> place : places) {
            Map<String, int[]> ofNode = new HashMap<>();
            place.forEach((type, list) -> ofNode.put(type, toArray(list)));
            byNode.add(ofNode);
        }
    }

    private static int[] of(Map<String, int[]> places, String type) {
        return places.getOrDefault(type, NONE);
    }

    private static int[] toArray(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Takes all blocks off the board. */
    void clear() {
        for (int i = 0; i < base.length; i++) {
            busy[i].set(base[i]);
        }
        for (MemorySlots one : memory) {
            one.clear();
        }
    }

    /** Returns the number of resources that were looked at since the board was made, a measure of the effort. */
    long looks() {
        return looks;
    }

    /** Returns whether a node without any load has room for a block, all of it if the block needs one node only. */
    boolean fits(int block, int node) {
        return switch (needs[block]) {
            case Anywhere anywhere ->
                anywhere.totals().entrySet().stream()
                        .allMatch(need -> nodes.get(node).count(need.getKey()) >= need.getValue());
            case OnNodes onNodes -> onNodes.nodes() == 1 && Feasibility.fits(onNodes, nodes.get(node));
        };
    }

    /** Returns the first slot from {@code slot} on in which a block can start, on one node or on any. */
    int earliest(int block, int slot, int node) {
        return switch (needs[block]) {
            case Anywhere anywhere -> earliestAnywhere(anywhere, slot, length[block], node);
            case OnNodes onNodes when node != ANY -> earliestOnNode(onNodes, slot, length[block], node);
            case OnNodes onNodes -> earliestOnNodes(onNodes, slot, length[block]);
        };
    }

    private int earliestAnywhere(Anywhere anywhere, int slot, int slots, int node) {
        Map<String, int[]> places = node == ANY ? byType : byNode.get(node);
        int start = slot;
        int before;
        do {
            before = start;
            for (Map.Entry<String, Integer> need : anywhere.totals().entrySet()) {
                start = earliestOf(of(places, need.getKey()), need.getValue(), start, slots);
                if (start == BusySlots.NEVER) {
                    return BusySlots.NEVER;
                }
            }
        } while (start > before);
        return start;
    }

    private int earliestOnNode(OnNodes onNodes, int slot, int slots, int node) {
        int start = slot;
        int before;
        do {
            before = start;
            for (Map.Entry<String, Integer> need : onNodes.each().entrySet()) {
                start = earliestOf(of(byNode.get(node), need.getKey()), need.getValue(), start, slots);
                if (start == BusySlots.NEVER) {
                    return BusySlots.NEVER;
                }
            }
            if (usesMemory) {
                start = memory[node].nextFree(start, slots, onNodes.memoryMib());
            }
        } while (start > before);
        return start;
    }

    private int earliestOnNodes(OnNodes onNodes, int slot, int slots) {
        int start = slot;
        while (true) {
            int[] starts = new int[nodes.size()];
            int now = 0;
            for (int node = 0; node < starts.length; node++) {
                boolean fits = Feasibility.fits(onNodes, nodes.get(node));
                starts[node] = fits ? earliestOnNode(onNodes, start, slots, node) : BusySlots.NEVER;
                if (starts[node] == start && ++now == onNodes.nodes()) {
                    return start;
                }
            }
            Arrays.sort(starts);
            start = starts[onNodes.nodes() - 1];
        }
    }

    /** The first slot at which so many of the resources are free for so long. */
    private int earliestOf(int[] places, int need, int slot, int slots) {
        if (places.length < need) {
            return BusySlots.NEVER;
        }
        int start = slot;
        while (true) {
            int now = 0;
            for (int i = 0; i < places.length; i++) {
                times[i] = busy[places[i]].nextFree(start, slots);
                if (times[i] == start && ++now == need) {
                    looks += i + 1;
                    return start;
                }
            }
            looks += 2L * places.length;
            Arrays.sort(times, 0, places.length);
            start = times[need - 1];
        }
    }

    /** Puts a block on the board at a start that {@link #earliest} gave, and returns its resources. */
    int[] place(int block, int start, int node) {
        return switch (needs[block]) {
            case Anywhere anywhere -> {
                List<Integer> held = new ArrayList<>();
                Map<String, int[]> places = node == ANY ? byType : byNode.get(node);
                anywhere.totals().forEach((type, count) -> hold(of(places, type), count, start, length[block], held));
                yield toArray(held);
            }
            case OnNodes onNodes ->
                place(
                        onNodes,
                        start,
                        length[block],
                        node == ANY ? chosenNodes(onNodes, start, length[block]) : new int[] {node});
        };
    }

    /** Puts a block on the board on given nodes that have room for it. */
    int[] place(OnNodes onNodes, int start, int slots, int[] chosen) {
        List<Integer> held = new ArrayList<>();
        for (int node : chosen) {
            onNodes.each().forEach((type, count) -> hold(of(byNode.get(node), type), count, start, slots, held));
            if (usesMemory) {
                memory[node].add(onNodes.memoryMib(), start, start + slots);
            }
        }
        return toArray(held);
    }

    /** The nodes that have room at a start; of more than enough those with the least other room. */
    private int[] chosenNodes(OnNodes onNodes, int start, int slots) {
        long[] keys = new long[nodes.size()];
        int found = 0;
        for (int node = 0; node < keys.length; node++) {
            if (Feasibility.fits(onNodes, nodes.get(node)) && earliestOnNode(onNodes, start, slots, node) == start) {
                keys[found++] = ((long) room(onNodes, node, start, slots) << Integer.SIZE) | node;
            }
        }
        Arrays.sort(keys, 0, found);
        return Arrays.stream(keys, 0, onNodes.nodes())
                .mapToInt(key -> (int) key)
                .toArray();
    }

    private int room(OnNodes onNodes, int node, int start, int slots) {
        int room = 0;
        for (String type : onNodes.each().keySet()) {
            for (int place : of(byNode.get(node), type)) {
                room += busy[place].isFree(start, start + slots) ? 1 : 0;
            }
        }
        return room;
    }

    /** Takes those free resources that were busy until shortly before, so that long free times stay whole. */
    private void hold(int[] places, int count, int start, int slots, List<Integer> held) {
        long[] keys = new long[places.length];
        int found = 0;
        for (int place : places) {
            if (busy[place].isFree(start, start + slots)) {
                keys[found++] = ((long) (start - busy[place].freeSince(start)) << Integer.SIZE) | place;
            }
        }
        looks += places.length;
        Arrays.sort(keys, 0, found);
        for (int i = 0; i < count; i++) {
            int place = (int) keys[i];
            busy[place].add(start, start + slots);
            held.add(place);
        }
    }

    /** Takes the block that was placed last off the board. */
    void takeOff(int block, int start, int[] held) {
        for (int place : held) {
            busy[place].remove(start, start + length[block]);
        }
        if (usesMemory && needs[block] instanceof OnNodes) {
            for (int node = 0; node < nodes.size(); node++) {
                if (holdsOn(node, held)) {
                    memory[node].removeLast();
                }
            }
        }
    }

    private boolean holdsOn(int node, int[] held) {
        return byNode.get(node).values().stream()
                .anyMatch(places -> Arrays.stream(held).anyMatch(place -> Arrays.binarySearch(places, place) >= 0));
    }
}
