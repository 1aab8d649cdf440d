package io.banyan.provider.hwloc;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.HwlocReader;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.JgfWriter;
import io.banyan.provider.process.ProgramRun;
import io.banyan.resource.ResourceType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A cluster of one node: the machine that this process runs on. Sockets, cores and GPUs come from hwloc if it is
 * installed, otherwise from the kernel. Memory always comes from the kernel, because hwloc's vertices represent banks
 * and not amounts.
 */
public final class LocalTopology {
    /** The resource types that are read. To read caches, processing units and disks, convert hwloc's own file. */
    private static final List<String> TYPES = List.of("cluster", "node", "socket", "core", "gpu");

    private static final ResourceType CORE = new ResourceType("core");
    private static final String HWLOC = "lstopo";
    private static final String KERNEL = "/sys";
    private static final List<String> LSTOPO = List.of("lstopo-no-graphics", "--of", "xml", "-");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private LocalTopology() {}

    /**
     * The machine that was found.
     *
     * @param graph of a cluster with one node
     * @param source the source of the data, for people
     */
    public record Found(Subgraph graph, String source) {}

    /**
     * Looks.
     *
     * @throws IOException in one sentence, if neither hwloc nor the kernel reports the machine
     */
    public static Found look() throws IOException {
        return look(new Kernel(Path.of("/")), lstopo());
    }

    /**
     * Reads the topology if there is one, and otherwise asks the kernel. A topology that cannot be read, or has no
     * core, is not used.
     */
    static Found look(Kernel kernel, Optional<String> topology) throws IOException {
        if (topology.isEmpty()) {
            return new Found(kernel.graph(), KERNEL);
        }
        String why;
        try {
            Subgraph graph = ofTopology(topology.get(), kernel.memoryGb());
            if (graph.vertices().stream().anyMatch(vertex -> vertex.type().equals(CORE))) {
                return new Found(graph, HWLOC);
            }
            why = "it has no core";
        } catch (GraphException e) {
            why = String.valueOf(e.getMessage());
        }
        return new Found(kernel.graph(), KERNEL + ", because the output of lstopo cannot be used: " + why);
    }

    /** The output of lstopo; empty if it is not installed or fails. */
    private static Optional<String> lstopo() {
        try {
            ProgramRun run = ProgramRun.run(LSTOPO, new byte[0], PATIENCE);
            return Optional.of(run.output()).filter(text -> run.status() == 0 && !text.isBlank());
        } catch (IOException notInstalled) {
            return Optional.empty();
        }
    }

    /**
     * Reads a topology that lstopo wrote, on any machine, as a cluster with one node and the given memory.
     *
     * @throws GraphException where it cannot be read
     */
    public static Subgraph ofTopology(String topology, long memoryGb) throws GraphException, IOException {
        ResourceGraph graph = new HwlocReader(TYPES)
                .add(new ByteArrayInputStream(topology.getBytes(StandardCharsets.UTF_8)), HWLOC)
                .graph();
        var text = new StringWriter();
        JgfWriter.write(graph, text);
        return Memory.added(JgfReader.read(text.toString(), HWLOC), memoryGb);
    }
}
