package io.banyan.cli.slurm;

import io.banyan.cli.slurm.PartitionNodes.State;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.schedule.VertexUse;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The fields of sinfo. Nodes with different values of a field stand on different lines, unless the field counts or
 * lists nodes.
 */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
enum SinfoField implements OutputField<PartitionNodes> {
    AVAILABLE('a', "AVAIL", group -> group.partition().availability()),
    NODES_USED('A', "NODES(A/I)", true, group -> used(group) + "/" + group.count(State.IDLE)),
    CPUS(
            'c',
            "CPUS",
            group -> String.valueOf(PartitionNodes.of(group.any(), "core").total())),
    CPUS_STATE('C', "CPUS(A/I/O/T)", true, SinfoField::cpus),
    TMP_DISK('d', "TMP_DISK", group -> "0"),
    NODE_COUNT('D', "NODES", true, group -> String.valueOf(group.nodes().size())),
    REASON(
            'E',
            "REASON",
            group -> group.any()
                    .note()
                    .map(StatusNote::reason)
                    .filter(it -> !it.isEmpty())
                    .orElse("none")),
    FEATURES('f', "AVAIL_FEATURES", group -> "(null)"),
    ACTIVE_FEATURES('b', "ACTIVE_FEATURES", group -> "(null)"),
    NODES_STATE('F', "NODES(A/I/O/T)", true, SinfoField::nodes),
    GROUPS('g', "GROUPS", group -> "all"),
    GRES('G', "GRES", SinfoField::gres),
    OVER_SUBSCRIBE('h', "OVERSUBSCRIBE", group -> "NO"),
    TIMESTAMP(
            'H',
            "TIMESTAMP",
            group -> group.any()
                    .note()
                    .map(it -> SlurmTime.stamp(it.atSec(), group.zone()))
                    .orElse("Unknown")),
    TIME_LIMIT('l', "TIMELIMIT", group -> limit(group.partition().limitSec())),
    DEFAULT_TIME('L', "DEFAULTTIME", group -> "n/a"),
    MEMORY(
            'm',
            "MEMORY",
            group -> String.valueOf(
                    Math.max(1, PartitionNodes.of(group.any(), "memory").total()))),
    ALLOCATED_MEMORY(
            '\0',
            "ALLOCMEM",
            group -> String.valueOf(PartitionNodes.of(group.any(), "memory").used())),
    FREE_MEMORY('e', "FREE_MEM", group -> freeMemory(PartitionNodes.of(group.any(), "memory"))),
    LOAD('O', "CPU_LOAD", group -> "N/A"),
    HOST_NAMES('n', "HOSTNAMES", group -> group.any().name()),
    NODE_LIST('N', "NODELIST", true, group -> group.names().toString()),
    NODE_ADDRESS('o', "NODE_ADDR", group -> group.any().name()),
    PRIORITY_TIER(
            'p', "PRIO_TIER", group -> String.valueOf(group.partition().queue().priority())),
    PARTITION(
            'P',
            "PARTITION",
            group -> group.partition().name() + (group.partition().isDefault() ? "*" : "")),
    PARTITION_NAME('R', "PARTITION", group -> group.partition().name()),
    ROOT('r', "ROOT", group -> "no"),
    SIZE('s', "JOB_SIZE", group -> "1-infinite"),
    STATE_COMPACT('t', "STATE", group -> State.of(group.any()).compact()),
    STATE('T', "STATE", group -> State.of(group.any()).extended()),
    USER('u', "USER", group -> group.any().note().map(StatusNote::by).orElse("Unknown")),
    WEIGHT('w', "WEIGHT", group -> "1"),
    SOCKETS('X', "SOCKETS", group -> String.valueOf(sockets(group))),
    CORES('Y', "CORES", group -> String.valueOf(cores(group))),
    THREADS('Z', "THREADS", group -> "1"),
    SOCKETS_CORES_THREADS('z', "S:C:T", group -> sockets(group) + ":" + cores(group) + ":1");

    /** The fields by their letters in {@code -o}. */
    static final Map<Character, SinfoField> BY_LETTER = byLetter();

    /** The fields by their names in {@code -O}, in lower case. */
    static final Map<String, SinfoField> BY_NAME = Map.ofEntries(
            Map.entry("allocmem", ALLOCATED_MEMORY),
            Map.entry("available", AVAILABLE),
            Map.entry("cores", CORES),
            Map.entry("cpus", CPUS),
            Map.entry("cpusload", LOAD),
            Map.entry("cpusstate", CPUS_STATE),
            Map.entry("defaulttime", DEFAULT_TIME),
            Map.entry("disk", TMP_DISK),
            Map.entry("features", FEATURES),
            Map.entry("features_act", ACTIVE_FEATURES),
            Map.entry("freemem", FREE_MEMORY),
            Map.entry("gres", GRES),
            Map.entry("groups", GROUPS),
            Map.entry("memory", MEMORY),
            Map.entry("nodeaddr", NODE_ADDRESS),
            Map.entry("nodeai", NODES_USED),
            Map.entry("nodeaiot", NODES_STATE),
            Map.entry("nodehost", HOST_NAMES),
            Map.entry("nodelist", NODE_LIST),
            Map.entry("nodes", NODE_COUNT),
            Map.entry("oversubscribe", OVER_SUBSCRIBE),
            Map.entry("partition", PARTITION),
            Map.entry("partitionname", PARTITION_NAME),
            Map.entry("priority", PRIORITY_TIER),
            Map.entry("prioritytier", PRIORITY_TIER),
            Map.entry("reason", REASON),
            Map.entry("root", ROOT),
            Map.entry("size", SIZE),
            Map.entry("socketcorethread", SOCKETS_CORES_THREADS),
            Map.entry("sockets", SOCKETS),
            Map.entry("statecompact", STATE_COMPACT),
            Map.entry("statelong", STATE),
            Map.entry("threads", THREADS),
            Map.entry("time", TIME_LIMIT),
            Map.entry("timestamp", TIMESTAMP),
            Map.entry("user", USER),
            Map.entry("weight", WEIGHT));

    private final char letter;
    private final String header;
    private final boolean isOfGroup;
    private final Function<PartitionNodes, String> value;

    SinfoField(char letter, String header, Function<PartitionNodes, String> value) {
        this(letter, header, false, value);
    }

    SinfoField(char letter, String header, boolean isOfGroup, Function<PartitionNodes, String> value) {
        this.letter = letter;
        this.header = header;
        this.isOfGroup = isOfGroup;
        this.value = value;
    }

    private static Map<Character, SinfoField> byLetter() {
        Map<Character, SinfoField> fields = new HashMap<>();
        Arrays.stream(values()).filter(field -> field.letter != '\0').forEach(field -> fields.put(field.letter, field));
        return Map.copyOf(fields);
    }

    @Override
    public String header() {
        return header;
    }

    @Override
    public String value(PartitionNodes group) {
        return value.apply(group);
    }

    /** Whether it counts or lists the nodes of a line, so that it does not divide them. */
    boolean isOfGroup() {
        return isOfGroup;
    }

    private static long used(PartitionNodes group) {
        return group.count(State.ALLOCATED, State.MIXED, State.DRAINING);
    }

    private static String nodes(PartitionNodes group) {
        return used(group) + "/" + group.count(State.IDLE) + "/" + group.count(State.DRAINED, State.DOWN, State.LOST)
                + "/" + group.nodes().size();
    }

    /** Returns the allocated, idle, unavailable and total cores. */
    private static String cpus(PartitionNodes group) {
        long other = 0;
        for (NodeReport node : group.nodes()) {
            VertexUse.Quantity cores = PartitionNodes.of(node, "core");
            other += State.of(node).isInService() ? 0 : cores.total() - cores.used();
        }
        VertexUse.Quantity all = group.sum("core");
        return all.used() + "/" + (all.total() - all.used() - other) + "/" + other + "/" + all.total();
    }

    private static String gres(PartitionNodes group) {
        long gpus = PartitionNodes.of(group.any(), "gpu").total();
        return gpus == 0 ? "(null)" : "gpu:" + gpus;
    }

    private static long sockets(PartitionNodes group) {
        return Math.max(1, PartitionNodes.of(group.any(), "socket").total());
    }

    private static long cores(PartitionNodes group) {
        return PartitionNodes.of(group.any(), "core").total() / sockets(group);
    }

    /** Returns the memory that no job has. The free memory of the machine itself is not measured. */
    private static String freeMemory(VertexUse.Quantity memory) {
        return String.valueOf(memory.total() - memory.used());
    }

    private static String limit(OptionalLong sec) {
        return sec.isPresent() ? SlurmTime.shortSpan(sec.getAsLong()) : "infinite";
    }
}
