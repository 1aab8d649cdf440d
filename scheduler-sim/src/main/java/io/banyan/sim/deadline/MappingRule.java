package io.banyan.sim.deadline;

import io.banyan.mapping.PartitionRule;
import io.banyan.mapping.PartitionShape;
import io.banyan.topology.Topology;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rules by which jobs are accepted and placed when they are submitted. */
public enum MappingRule {
    /** Counts of free nodes only. */
    COUNT("count"),
    /** Consecutive nodes of the Hilbert curve. */
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
    /** The declared processes of jobs are booked over time; jobs take nodes as their processes fork. */
    FORESIGHT("foresight"),
    /** The processes are booked without a declaration; jobs take nodes as their processes fork. */
    FORESIGHT_BLIND("foresight-blind"),

    /** Free nodes at random, for comparison. */
    RANDOM("random");

    private final String word;

    MappingRule(String word) {
        this.word = word;
    }

    /** Returns the name for people. */
    public String word() {
        return word;
    }

    /**
     * The rule with a name.
     *
     * @throws IllegalArgumentException with one sentence, where there is none
     */
    public static MappingRule parse(String word) {
        return Arrays.stream(values())
                .filter(rule -> rule.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of "
                        + Arrays.stream(values()).map(MappingRule::word).collect(Collectors.joining(", "))
                        + ", found '" + word + "'"));
    }

    /** Whether jobs take their nodes while they run, instead of booking them. */
    public boolean isLeak() {
        return this == LEAK || this == LEAK_SCATTERED || isForesight();
    }

    /** Whether the processes of jobs are booked over time, by their number. */
    public boolean isForesight() {
        return this == FORESIGHT || this == FORESIGHT_BLIND;
    }

    /** Whether jobs are booked on nodes when they are submitted. */
    public boolean booksNodes() {
        return this != COUNT && !isLeak();
    }

    /** Whether a run can be compared with an instance that has the mapping as its match policy. */
    public boolean isOfInstance() {
        return PartitionRule.find(word).filter(rule -> !rule.booksProfiles()).isPresent();
    }

    /** Whether the nodes of a job that takes them while it runs need not be connected. */
    boolean isScattered() {
        return this == LEAK_SCATTERED || isForesight();
    }

    /** The shape of partitions on a network; empty for counts, and for jobs that book nothing. */
    Optional<PartitionShape> shape(Topology topology) {
        return switch (this) {
            case COUNT, LEAK, LEAK_SCATTERED, FORESIGHT, FORESIGHT_BLIND -> Optional.empty();
            case RANDOM -> Optional.of(new RandomShape());
            case HILBERT, MANHATTAN_MEDIAN, STRICT_MEDIAN, CENTRED ->
                PartitionRule.find(word).map(rule -> rule.shape(topology, 0));
        };
    }
}
