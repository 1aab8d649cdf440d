package io.banyan.workflow.batch.machine;

import io.banyan.workflow.profile.BusyMemory;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** One node of a instance's graph: its resources as vertices with units, and when they are busy. */
final class LookedNode {
    private final String name;
    private final SortedMap<String, List<VertexPool>> pools = new TreeMap<>();
    /** The memory; its units are those of the vertices. */
    private final List<VertexPool> memory = new ArrayList<>();

    private long memoryUnitMib = 1;

    LookedNode(String name) {
        this.name = name;
    }

    /** A unit of a vertex: a core, or one of the cores of a pool. */
    record Unit(VertexPool pool, int number) {}

    String name() {
        return name;
    }

    void add(String type, VertexPool pool) {
        pools.computeIfAbsent(type, it -> new ArrayList<>()).add(pool);
    }

    void addMemory(VertexPool pool, long unitMib) {
        memory.add(pool);
        memoryUnitMib = unitMib;
    }

    List<VertexPool> memory() {
        return memory;
    }

    long memoryUnitMib() {
        return memoryUnitMib;
    }

    /** Returns a unit by its number in plans, which leave out units that are busy without an end. O(units). */
    Optional<Unit> unit(String type, int number) {
        int left = number;
        for (VertexPool pool : pools.getOrDefault(type, List.of())) {
            for (int i = 0; i < pool.size(); i++) {
                if (!pool.isLost(i) && left-- == 0) {
                    return Optional.of(new Unit(pool, i));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the node in slots; empty if it has no resource that ever is free. O(units x intervals). */
    Optional<ProfileNode> profile(int slotSeconds) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        List<BusyTime> busy = new ArrayList<>();
        pools.forEach((type, all) -> {
            int number = 0;
            for (VertexPool pool : all) {
                for (int i = 0; i < pool.size(); i++) {
                    if (!pool.isLost(i)) {
                        add(busy, type, number++, pool.unit(i), slotSeconds);
                    }
                }
            }
            if (number > 0) {
                counts.put(type, number);
            }
        });
        if (counts.isEmpty()) {
            return Optional.empty();
        }
        long units = 0;
        List<BusyMemory> busyMemory = new ArrayList<>();
        for (VertexPool pool : memory) {
            for (int i = 0; i < pool.size(); i++) {
                if (!pool.isLost(i)) {
                    units++;
                    for (BusyTime time : times("memory", 0, pool.unit(i), slotSeconds)) {
                        busyMemory.add(new BusyMemory(memoryUnitMib, time.from(), time.to()));
                    }
                }
            }
        }
        return Optional.of(new ProfileNode(name, counts, units * memoryUnitMib, busy, busyMemory));
    }

    private static void add(List<BusyTime> busy, String type, int number, BusySlots seconds, int slotSeconds) {
        busy.addAll(times(type, number, seconds, slotSeconds));
    }

    private static List<BusyTime> times(String type, int number, BusySlots seconds, int slotSeconds) {
        BusySlots slots = new BusySlots();
        for (int i = 0; i < seconds.size(); i++) {
            slots.add(seconds.from(i) / slotSeconds, Math.ceilDiv(seconds.to(i), slotSeconds));
        }
        List<BusyTime> times = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            times.add(new BusyTime(type, number, 1, slots.from(i), slots.to(i)));
        }
        return times;
    }
}
