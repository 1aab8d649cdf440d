package io.banyan.mapping;

import io.banyan.topology.NodeOrder;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * The nodes of a job that starts on one node and takes others as its processes fork, like a liquid that leaks into the
 * free nodes. A process whose fork finds no free node shares the node of its parent. Nothing is booked ahead. Source:
 * Linnert, De Rose, Heiss, figure 10 and section 4.
 */
public final class LeakMapping {
    private final Topology topology;
    private final NodeOrder snake;
    private final int entries;
    private final boolean isScattered;

    /**
     * A mapping.
     *
     * @param snake the order in which the first node is searched
     * @param entries the number of entry nodes, at equal distances along the snake
     * @param isScattered whether a fork without a free node near the job takes any other free node
     */
    public LeakMapping(Topology topology, NodeOrder snake, int entries, boolean isScattered) {
        if (entries < 1 || entries > topology.nodes()) {
            throw new IllegalArgumentException(
                    "the number of entry nodes must be 1 to " + topology.nodes() + ", found " + entries);
        }
        this.topology = topology;
        this.snake = snake;
        this.entries = entries;
        this.isScattered = isScattered;
    }

    /** The node of a new process. */
    public sealed interface Fork {
        /** A node of its own. */
        record Node(int node) implements Fork {}

        /** The node of its parent, since no other is free. */
        record Shared(int node) implements Fork {}
    }

    /**
     * The first node of a job: the first free one along the snake from the job's entry node, and from the beginning of
     * the snake behind its end. O(nodes).
     */
    public OptionalInt first(long job, BitSet free) {
        long entry = Math.floorMod(job, (long) entries);
        return next((int) (entry * snake.length() / entries), free::get);
    }

    /**
     * The node for a process that is forked: a free neighbour of the parent's node; otherwise one of the job's other
     * nodes; otherwise, if the mapping is scattered, the next free node of the snake behind the parent's. Where nodes
     * are linked over switches, the nearest free neighbour. O(neighbours before it) if the parent has a free neighbour,
     * O(nodes of the job x neighbours) if another node has, and O(nodes) otherwise.
     *
     * @param nodes of the job, in the order in which it got them
     */
    public Fork fork(int parent, Collection<Integer> nodes, BitSet free, PartitionShape.SearchWork work) {
        if (free.isEmpty()) {
            return new Fork.Shared(parent);
        }
        OptionalInt near = neighbour(parent, free, work);
        if (near.isPresent()) {
            return new Fork.Node(near.getAsInt());
        }
        for (int node : nodes) {
            near = neighbour(node, free, work);
            if (near.isPresent()) {
                return new Fork.Node(near.getAsInt());
            }
        }
        OptionalInt distant = isScattered ? far(parent, free) : OptionalInt.empty();
        return distant.isPresent() ? new Fork.Node(distant.getAsInt()) : new Fork.Shared(parent);
    }

    /** The nearest free neighbour; of several, the first in machine order. */
    private OptionalInt neighbour(int node, BitSet free, PartitionShape.SearchWork work) {
        int found = topology.firstNeighbour(node, neighbour -> {
            work.add(1);
            return free.get(neighbour);
        });
        return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
    }

    /** The first free node of the snake behind a node that has a path to it. */
    private OptionalInt far(int parent, BitSet free) {
        return next(
                snake.position(parent),
                node -> free.get(node) && topology.distance(parent, node) != Topology.UNREACHABLE);
    }

    /** The first node at a position or behind it, around the end of the snake, that meets a condition. */
    private OptionalInt next(int position, IntPredicate condition) {
        for (int i = 0; i < snake.length(); i++) {
            int node = snake.node((position + i) % snake.length());
            if (condition.test(node)) {
                return OptionalInt.of(node);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns the shape of the nodes of a job that forks all its processes at its start. */
    public PartitionShape starting(long job) {
        return new LeakShape(this, job);
    }

    /** The nodes of a job with several processes from its beginning; empty if there is no free node at all. */
    public List<Integer> start(long job, int processes, BitSet free, PartitionShape.SearchWork work) {
        OptionalInt first = first(job, free);
        return first.isEmpty() ? List.of() : startAt(first.getAsInt(), processes, free, work);
    }

    /** The nodes of a job with several processes from its beginning, whose first node is known. */
    List<Integer> startAt(int first, int processes, BitSet free, PartitionShape.SearchWork work) {
        BitSet left = (BitSet) free.clone();
        List<Integer> nodes = new ArrayList<>(List.of(first));
        left.clear(first);
        boolean isFull = false;
        while (nodes.size() < processes && !isFull) {
            switch (fork(first, nodes, left, work)) {
                case Fork.Node(int node) -> {
                    nodes.add(node);
                    left.clear(node);
                }
                case Fork.Shared shared -> isFull = true;
            }
        }
        return nodes;
    }
}
