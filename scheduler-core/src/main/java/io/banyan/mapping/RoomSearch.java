package io.banyan.mapping;

import io.banyan.topology.Topology;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;

/**
 * Searches for room for the processes of a job: free slots on connected nodes, near each other. Of all first nodes of a
 * job, the search takes the one whose room has the least sum of distances. Of several, it takes the one that leaves the
 * fewest slots free on the nodes of its room, and then the first one in machine order. Not thread-safe.
 */
public final class RoomSearch {
    /** The most first nodes that are compared. They are at equal distances in the machine order of the free nodes. */
    private static final int MOST_CANDIDATES = 128;

    private final Topology topology;
    private final int[] reached;
    private final int[] distances;
    /** By node: the number of the growth that reached it last. */
    private final int[] growths;

    private int growth;
    private int end;
    /** The free slots of the nodes that are reached. Nodes behind them in the order are not needed. */
    private long reachedSlots;

    /** A search on a network. */
    public RoomSearch(Topology topology) {
        this.topology = topology;
        this.reached = new int[topology.nodes()];
        this.distances = new int[topology.nodes()];
        this.growths = new int[topology.nodes()];
    }

    /**
     * The free slots of the nodes.
     *
     * @param nodes the nodes with free slots; not changed by the search
     * @param slots by node: the number of its free slots
     */
    public record FreeSlots(BitSet nodes, IntUnaryOperator slots) {
        private int at(int node) {
            return nodes.get(node) ? slots.applyAsInt(node) : 0;
        }
    }

    /** The value of a first node: the slots of its room, their distances, and the slots that stay free beside it. */
    private record Score(int size, long distances, int left) {
        boolean isBetterThan(Score other) {
            if (size != other.size) {
                return size > other.size;
            }
            return distances == other.distances ? left < other.left : distances < other.distances;
        }
    }

    /**
     * The first node with the best room of a size, or with the largest room if all are smaller; empty if no slot is
     * free. O(candidates x nodes of the room x degree); in a network with switches, O(candidates x nodes nearer than
     * the last one of the room).
     *
     * @param size the wanted number of slots; at least 1
     */
    public OptionalInt first(int size, FreeSlots free, PartitionShape.SearchWork work) {
        BitSet nodes = free.nodes();
        int step = Math.max(1, (nodes.cardinality() + MOST_CANDIDATES - 1) / MOST_CANDIDATES);
        int number = 0;
        int first = -1;
        Score best = new Score(0, 0, 0);
        for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
            if (number % step == 0) {
                Score score = grow(List.of(node), size, free, work);
                first = score.isBetterThan(best) ? node : first;
                best = first == node ? score : best;
            }
            number++;
        }
        return first < 0 ? OptionalInt.empty() : OptionalInt.of(first);
    }

    /**
     * The free slots nearest to nodes, by node, in the order of their distance; fewer than wanted if the connected free
     * nodes have fewer. O(nodes of the room x degree).
     *
     * @param nodes those of a job, free or not; at least one
     * @param size the wanted number of slots
     */
    public Map<Integer, Integer> around(
            Collection<Integer> nodes, int size, FreeSlots free, PartitionShape.SearchWork work) {
        grow(nodes, size, free, work);
        Map<Integer, Integer> room = new LinkedHashMap<>();
        int left = size;
        for (int i = 0; i < end && left > 0; i++) {
            int slots = Math.min(left, free.at(reached[i]));
            if (slots > 0) {
                room.put(reached[i], slots);
                left -= slots;
            }
        }
        return Collections.unmodifiableMap(room);
    }

    /** Reaches free nodes in the order of their distance, until they have enough slots. */
    private Score grow(Collection<Integer> nodes, int size, FreeSlots free, PartitionShape.SearchWork work) {
        growth++;
        end = 0;
        reachedSlots = 0;
        nodes.forEach(node -> reach(node, 0, free));
        int found = 0;
        long sum = 0;
        for (int i = 0; i < end && found < size; i++) {
            int node = reached[i];
            int distance = distances[node];
            int slots = free.at(node);
            sum += (long) Math.min(slots, size - found) * distance;
            found += slots;
            work.add(1);
            if (reachedSlots < size) {
                topology.firstNeighbour(node, near -> {
                    work.add(1);
                    if (growths[near] != growth && free.nodes().get(near)) {
                        reach(near, distance + topology.distance(node, near), free);
                    }
                    return reachedSlots >= size;
                });
            }
        }
        return new Score(Math.min(found, size), sum, Math.max(0, found - size));
    }

    private void reach(int node, int distance, FreeSlots free) {
        reachedSlots += free.at(node);
        growths[node] = growth;
        distances[node] = distance;
        reached[end++] = node;
    }
}
