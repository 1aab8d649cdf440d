package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A node of a Slurm.
 *
 * @param name its name
 * @param threads the hardware threads of a core; Slurm numbers threads, and plans number cores
 * @param resources the cores and accelerators by type that jobs may use
 * @param memoryMib the memory that jobs may use
 * @param partitions its partitions
 * @param isUsable whether it can run jobs: it is not down, drained or failing
 */
record SlurmNode(
        String name,
        int threads,
        SortedMap<String, Integer> resources,
        long memoryMib,
        List<String> partitions,
        boolean isUsable) {
    /** The states, and the flags of states, of nodes on which no job starts. */
    private static final Set<String> UNUSABLE = Set.of(
            "DOWN",
            "DRAIN",
            "DRAINED",
            "DRAINING",
            "ERROR",
            "FAIL",
            "FAILING",
            "FUTURE",
            "INVAL",
            "INVALID_REG",
            "NOT_RESPONDING",
            "UNKNOWN");

    /** The most hardware threads of a node. */
    private static final int MOST_CPUS = 100_000;

    SlurmNode {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        partitions = List.copyOf(partitions);
    }

    /** Reads the output of {@code scontrol -o show node}, in its order. */
    static List<SlurmNode> parse(String output) {
        List<SlurmNode> nodes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        output.lines()
                .filter(line -> line.startsWith("NodeName="))
                .map(SlurmNode::node)
                .filter(node -> names.add(node.name()))
                .forEach(nodes::add);
        return nodes;
    }

    private static SlurmNode node(String line) {
        Map<String, String> fields = SlurmText.fields(line);
        int threads = Math.clamp(SlurmText.number(fields, "ThreadsPerCore"), 1, MOST_CPUS);
        long cpus = SlurmText.number(fields, fields.containsKey("CPUEfctv") ? "CPUEfctv" : "CPUTot");
        if (cpus > MOST_CPUS) {
            throw new IllegalArgumentException("a node with " + cpus + " processors");
        }
        SortedMap<String, Integer> resources = SlurmText.accelerators(fields.getOrDefault("Gres", ""));
        int cores = (int) (cpus / threads);
        if (cores > 0) {
            resources.put(SlotProfile.CORE, cores);
        }
        String state = fields.getOrDefault("State", "UNKNOWN");
        boolean isUsable = !state.endsWith("*")
                && cores > 0
                && List.of(state.split("[+]", -1)).stream().noneMatch(UNUSABLE::contains);
        return new SlurmNode(
                fields.getOrDefault("NodeName", ""),
                threads,
                resources,
                Math.max(0, SlurmText.number(fields, "RealMemory") - SlurmText.number(fields, "MemSpecLimit")),
                List.of(fields.getOrDefault("Partitions", "").split(",", -1)),
                isUsable);
    }

    int count(String type) {
        return resources.getOrDefault(type, 0);
    }

    int cores() {
        return count(SlotProfile.CORE);
    }
}
