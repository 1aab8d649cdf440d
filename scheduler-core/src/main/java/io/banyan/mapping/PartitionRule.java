package io.banyan.mapping;

import io.banyan.topology.NodeOrder;
import io.banyan.topology.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The rules by which the nodes of a job are chosen on a network, by name. */
public enum PartitionRule {
    /** Consecutive nodes of the Hilbert curve; of the hierarchy of a network with switches. */
    HILBERT("hilbert"),
    /** A connected partition with small distances. */
    MANHATTAN_MEDIAN("manhattan-median"),
    /** A connected partition, whose growth an occupied neighbour ends. */
    STRICT_MEDIAN("manhattan-median-strict"),
    /** The free nodes nearest to a centre. */
    CENTRED("median-centred"),
    /** Connected nodes that the job takes as its processes fork. */
    LEAK("leak"),
    /** Nodes that the job takes as its processes fork, also far from the others. */
    LEAK_SCATTERED("leak-scattered"),
    /** Nodes that the job takes as its processes fork, booked by number over its time. */
    FORESIGHT("foresight");

    /** The number of entry nodes of a leak where nothing else is configured. */
    public static final int ENTRIES = 4;

    private final String word;

    PartitionRule(String word) {
        this.word = word;
    }

    /** Returns the name for people. */
    public String word() {
        return word;
    }

    /** Returns the rule with a name; empty where there is none. */
    public static Optional<PartitionRule> find(String word) {
        return Arrays.stream(values()).filter(rule -> rule.word.equals(word)).findFirst();
    }

    /** Returns the size of the largest network on which the rule chooses nodes in a short time. */
    public int mostNodes() {
        return switch (this) {
            case STRICT_MEDIAN, CENTRED -> 2_048;
            case HILBERT, MANHATTAN_MEDIAN, LEAK, LEAK_SCATTERED, FORESIGHT -> Integer.MAX_VALUE;
        };
    }

    /** Whether jobs take their nodes while they run, instead of booking them. */
    public boolean isLeak() {
        return this == LEAK || this == LEAK_SCATTERED || this == FORESIGHT;
    }

    /** Whether the queue books the numbers of nodes that a job declares over its time. */
    public boolean booksProfiles() {
        return this == FORESIGHT;
    }

    /**
     * Returns the shape of the partitions on a network. O(nodes x log nodes).
     *
     * @param job the number of the job that is placed, which determines the entry node of a leak
     */
    public PartitionShape shape(Topology topology, long job) {
        return switch (this) {
            case HILBERT -> new CurveShape(NodeOrder.hilbert(topology));
            case MANHATTAN_MEDIAN -> MedianShape.of(topology);
            case STRICT_MEDIAN -> MedianShape.strict(topology);
            case CENTRED -> new CentredShape(topology);
            case LEAK, LEAK_SCATTERED -> leak(topology).starting(job);
            case FORESIGHT -> room(topology, 1);
        };
    }

    /**
     * Returns the shape of the first nodes of a job that needs room for others later. O(nodes).
     *
     * @param size the number of nodes for which there is to be room
     */
    public PartitionShape room(Topology topology, int size) {
        return new RoomShape(topology, leak(topology), size);
    }

    /**
     * Returns the shape of the nodes for processes that a job forks on one of its nodes. O(nodes).
     *
     * @param parent the node on which they are forked
     * @param nodes all nodes of the job, in the order in which it got them
     */
    public PartitionShape forks(Topology topology, int parent, List<Integer> nodes) {
        return new ForkShape(leak(topology), parent, nodes, this != LEAK);
    }

    /** Returns the mapping of the forks of a job. O(nodes). */
    public LeakMapping leak(Topology topology) {
        int entries = Math.min(ENTRIES, topology.nodes());
        return new LeakMapping(topology, NodeOrder.snake(topology), entries, this != LEAK);
    }
}
