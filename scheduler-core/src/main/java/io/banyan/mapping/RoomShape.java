package io.banyan.mapping;

import io.banyan.mapping.RoomSearch.FreeSlots;
import io.banyan.topology.Topology;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/** The first nodes of a job, where there is the best room for the nodes that it needs later ({@link RoomSearch}). */
final class RoomShape implements PartitionShape {
    private final Topology topology;
    private final LeakMapping leak;
    private final int size;

    RoomShape(Topology topology, LeakMapping leak, int size) {
        this.topology = topology;
        this.leak = leak;
        this.size = size;
    }

    @Override
    public String requirement() {
        return "free nodes that the job can take from its first node on";
    }

    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        OptionalInt first = new RoomSearch(topology).first(Math.max(size, count), new FreeSlots(free, node -> 1), work);
        if (first.isEmpty()) {
            return List.of();
        }
        List<Integer> nodes = leak.startAt(first.getAsInt(), count, free, work);
        return nodes.size() == count ? nodes : List.of();
    }
}
