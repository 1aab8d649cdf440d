package io.banyan.workflow.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The free resources of a machine in slots of equal length, as they were at one version of its schedule.
 *
 * <p>Slot 0 begins at {@code startSec}. From the horizon on, everything is free.
 *
 * @param version the version of the schedule that was read; a plan holds only while the version is the same
 * @param startSec the time at which slot 0 begins, in seconds since 1970
 * @param slotSeconds the length of a slot in seconds, at least 60
 * @param slots the number of slots in which plans are made
 * @param horizon the first slot from which no resource is busy: the end of the last job that runs or is planned
 * @param nodes the nodes, in a fixed order
 */
public record SlotProfile(
        long version, long startSec, int slotSeconds, int slots, int horizon, List<ProfileNode> nodes) {
    /** The type of a processor core. */
    public static final String CORE = "core";

    /** The usual length of a slot: tens of minutes, as the paper has it. */
    public static final int DEFAULT_SLOT_SECONDS = 600;

    /** The shortest length of a slot. */
    public static final int SHORTEST_SLOT_SECONDS = 60;

    /** The largest number of slots. */
    public static final int MOST_SLOTS = 10_000_000;

    /** Checks the amounts, and that nothing is busy from the horizon on. */
    public SlotProfile {
        nodes = List.copyOf(nodes);
        if (slotSeconds < SHORTEST_SLOT_SECONDS) {
            throw new IllegalArgumentException(
                    "a slot must last at least " + SHORTEST_SLOT_SECONDS + " s, found " + slotSeconds + " s");
        }
        if (slots < 1 || slots > MOST_SLOTS) {
            throw new IllegalArgumentException(
                    "the number of slots must be between 1 and " + MOST_SLOTS + ", found " + slots);
        }
        Set<String> names = new HashSet<>();
        for (ProfileNode node : nodes) {
            if (!names.add(node.name())) {
                throw new IllegalArgumentException("two nodes have the name " + node.name());
            }
            if (node.freeFrom() > horizon) {
                throw new IllegalArgumentException("node " + node.name() + " is busy until slot " + node.freeFrom()
                        + ", which is behind the horizon at slot " + horizon);
            }
        }
    }

    /** Returns a profile whose horizon is the end of the last busy time. O(busy times). */
    public static SlotProfile of(long version, long startSec, int slotSeconds, int slots, List<ProfileNode> nodes) {
        int horizon = nodes.stream().mapToInt(ProfileNode::freeFrom).max().orElse(0);
        return new SlotProfile(version, startSec, slotSeconds, slots, horizon, nodes);
    }

    /** Returns the same machine with another number of slots. */
    public SlotProfile withSlots(int number) {
        return new SlotProfile(version, startSec, slotSeconds, number, horizon, nodes);
    }

    /** Returns the time at which a slot begins, in seconds since 1970. */
    public long secondsAt(int slot) {
        return startSec + (long) slot * slotSeconds;
    }

    /** Returns the number of slots that cover a duration: rounded up, and at least 1. */
    public int slotsFor(long seconds) {
        return (int) Math.min(MOST_SLOTS, Math.max(1, Math.ceilDiv(seconds, slotSeconds)));
    }

    /** Returns the first slot that begins at or after a time, from 0. */
    public int firstSlotFrom(long sec) {
        return Math.clamp(Math.ceilDiv(sec - startSec, slotSeconds), 0, MOST_SLOTS);
    }

    /**
     * Returns the resources one by one: node by node, in each node type by type, in each type by number. Plans name a
     * resource by its index in this list. O(resources).
     */
    public List<SingleResource> resources() {
        List<SingleResource> all = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            int place = node;
            nodes.get(node).resources().forEach((type, count) -> {
                for (int number = 0; number < count; number++) {
                    all.add(new SingleResource(place, type, number));
                }
            });
        }
        return all;
    }

    /** Returns the busy slots of each resource, by its index in {@link #resources}; new ones at each call. */
    public List<BusySlots> busySlots() {
        List<BusySlots> all = new ArrayList<>();
        for (ProfileNode node : nodes) {
            node.resources().forEach((type, count) -> {
                int first = all.size();
                for (int number = 0; number < count; number++) {
                    all.add(new BusySlots());
                }
                for (BusyTime time : node.busy()) {
                    if (time.type().equals(type)) {
                        all.subList(first + time.first(), first + time.first() + time.count())
                                .forEach(slots -> slots.add(time.from(), time.to()));
                    }
                }
            });
        }
        return all;
    }

    /** Returns the number of resources by type on all nodes together. */
    public SortedMap<String, Integer> counts() {
        SortedMap<String, Integer> counts = new TreeMap<>();
        nodes.forEach(node -> node.resources().forEach((type, count) -> counts.merge(type, count, Integer::sum)));
        return counts;
    }
}
