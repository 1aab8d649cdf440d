package io.banyan.provider.hwloc;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The machine as Linux describes it in {@code /sys} and {@code /proc}. Only online processors are counted; the threads
 * of a core are one.
 */
final class Kernel {
    private static final ResourceType CLUSTER = new ResourceType("cluster");
    private static final ResourceType SOCKET = new ResourceType("socket");
    private static final ResourceType CORE = new ResourceType("core");
    private static final ResourceType GPU = new ResourceType("gpu");
    private static final String ROOT = "/cluster0";
    private static final String NODE = "node";
    private static final long KIB_PER_GIB = 1 << 20;

    /** The vendors whose display controllers compute: AMD, Intel and NVIDIA; a server's own screen has another. */
    private static final Set<String> GPU_VENDORS = Set.of("0x1002", "0x8086", "0x10de");

    /** PCI's class of display controllers: VGA, 3D and others. */
    private static final String DISPLAY = "0x03";

    private final Path root;

    /** The kernel whose file systems are below this directory. */
    Kernel(Path root) {
        this.root = root;
    }

    /** The graph of a cluster with this node. */
    Subgraph graph() throws IOException {
        String name = hostName();
        String path = ROOT + "/" + name;
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        vertices.add(SubgraphVertex.of("0", CLUSTER, 0, ROOT));
        vertices.add(SubgraphVertex.of("1", ResourceType.NODE, -1, path)
                .withName(name, name)
                .withRank(0));
        edges.add(SubgraphEdge.containment(0, 1));
        int core = 0;
        int socket = 0;
        for (Set<String> cores : sockets().values()) {
            String socketPath = path + "/socket" + socket;
            edges.add(SubgraphEdge.containment(1, vertices.size()));
            int above = vertices.size();
            vertices.add(vertex(vertices.size(), SOCKET, socket++, socketPath));
            for (int i = 0; i < cores.size(); i++) {
                edges.add(SubgraphEdge.containment(above, vertices.size()));
                vertices.add(vertex(vertices.size(), CORE, core, socketPath + "/core" + core));
                core++;
            }
        }
        for (int gpu = 0; gpu < gpus(); gpu++) {
            edges.add(SubgraphEdge.containment(1, vertices.size()));
            vertices.add(vertex(vertices.size(), GPU, gpu, path + "/gpu" + gpu));
        }
        return Memory.added(new Subgraph(vertices, edges), memoryGb());
    }

    private static SubgraphVertex vertex(int id, ResourceType type, int number, String path) {
        return SubgraphVertex.of(Integer.toString(id), type, number, path).withRank(0);
    }

    /** The cores of each socket, in the order of the sockets. */
    private Map<Integer, Set<String>> sockets() throws IOException {
        Path processors = root.resolve("sys/devices/system/cpu");
        Map<Integer, Set<String>> sockets = new TreeMap<>();
        for (long processor : online(processors).longs().toArray()) {
            Path topology = processors.resolve("cpu" + processor).resolve("topology");
            // Where the kernel does not say, as in some virtual machines, each is a core of the first socket.
            int socket = number(topology.resolve("physical_package_id"), 0);
            int core = number(topology.resolve("core_id"), (int) processor);
            // The dies of a socket may number their cores each for itself.
            String die = text(topology.resolve("die_id"));
            sockets.computeIfAbsent(Math.max(0, socket), it -> new TreeSet<>()).add(die + ":" + core);
        }
        return sockets;
    }

    private static IdSet online(Path processors) throws IOException {
        Path file = processors.resolve("online");
        try {
            return IdSet.parse(Files.readString(file).strip());
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "Neither lstopo nor " + file
                            + " describes this machine.\nMaybe: install hwloc, or start with --graph FILE.",
                    e);
        }
    }

    private static int number(Path file, int otherwise) {
        try {
            return Integer.parseInt(Files.readString(file).strip());
        } catch (IOException | NumberFormatException notSaid) {
            return otherwise;
        }
    }

    private long gpus() {
        long count = 0;
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(root.resolve("sys/bus/pci/devices"))) {
            for (Path device : devices) {
                if (text(device.resolve("class")).startsWith(DISPLAY)
                        && GPU_VENDORS.contains(text(device.resolve("vendor")))
                        && isForComputing(device)) {
                    count++;
                }
            }
        } catch (IOException noPci) {
            return 0;
        }
        return count;
    }

    /** Intel's own graphics are in the processor, on the first bus; GPUs for computing are on a card. */
    private static boolean isForComputing(Path device) {
        return !(text(device.resolve("vendor")).equals("0x8086")
                && String.valueOf(device.getFileName()).startsWith("0000:00:"));
    }

    /** All of it, in whole gibibytes; 0 where it is less than one or the kernel does not say. */
    long memoryGb() {
        Map<String, String> lines = new LinkedHashMap<>();
        text(root.resolve("proc/meminfo")).lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                lines.put(
                        line.substring(0, colon),
                        line.substring(colon + 1).replace("kB", "").strip());
            }
        });
        try {
            return Long.parseLong(lines.getOrDefault("MemTotal", "0")) / KIB_PER_GIB;
        } catch (NumberFormatException notSaid) {
            return 0;
        }
    }

    private String hostName() {
        String name = text(root.resolve("proc/sys/kernel/hostname")).split("\\.", 2)[0];
        if (name.isEmpty()) {
            try {
                name = InetAddress.getLocalHost().getHostName().split("\\.", 2)[0];
            } catch (UnknownHostException nameless) {
                return NODE;
            }
        }
        return name.matches("[A-Za-z0-9_-]+") ? name : NODE;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException notThere) {
            return "";
        }
    }
}
