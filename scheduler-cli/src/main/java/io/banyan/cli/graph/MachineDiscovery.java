package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfWriter;
import io.banyan.provider.hwloc.LocalTopology;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Looks at this machine, for commands. */
public final class MachineDiscovery {
    private static final List<String> COUNTED = List.of("socket", "core", "gpu", "memory");

    private MachineDiscovery() {}

    /**
     * The result of a look at this machine.
     *
     * @param jgf the graph, as a file holds it
     * @param sentence the hardware that was found and its source
     */
    public record Seen(String jgf, String sentence) {}

    /** Looks. */
    public static Seen look() {
        try {
            LocalTopology.Found found = LocalTopology.look();
            return new Seen(JgfWriter.write(found.graph()) + "\n", sentence(found));
        } catch (IOException e) {
            throw CommandFailure.no(e);
        }
    }

    private static String sentence(LocalTopology.Found found) {
        return COUNTED.stream()
                        .map(type -> counted(found.graph(), type))
                        .filter(words -> !words.isEmpty())
                        .collect(Collectors.joining(", "))
                + " (" + found.source() + ")";
    }

    private static String counted(Subgraph graph, String type) {
        long count = graph.vertices().stream()
                .filter(vertex -> vertex.type().name().equals(type))
                .mapToLong(vertex -> vertex.size())
                .sum();
        return count == 0
                ? ""
                : type.equals("memory") ? count + " GB of memory" : count + " " + type + (count == 1 ? "" : "s");
    }
}
