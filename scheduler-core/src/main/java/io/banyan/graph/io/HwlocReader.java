package io.banyan.graph.io;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphBuilder.Template;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads topologies of nodes as hwloc writes them (XML of hwloc 1 to 3), each for one node below a common cluster, in
 * the order of their ranks. O(objects). A document type declaration is passed over, entities are refused; errors name
 * file and line. For one thread.
 *
 * <p>A machine becomes a {@code node}, a group {@code group}, memory {@code numanode}, a package {@code socket}, a
 * cache {@code cache} (in KiB), {@code core} and {@code pu} what they are, a co-processor {@code gpu}, a block device
 * {@code storage} (in GB). Other types that hwloc has (dies, bridges, network devices, displays) are left out, and so
 * are types outside an allowlist; objects below them are attached to the nearest object that is kept. Processors and
 * memories that the topology does not allow are left out before anything is numbered. A type that hwloc does not have
 * is refused.
 */
public final class HwlocReader {
    private static final String CLUSTER = "cluster";
    private static final String DEVICE_ID = "LinuxDeviceID";
    private static final long KIB = 1_024;

    /** The result for an object: a vertex of this type. */
    private record Kept(String type, String basename, long number, long size, String unit) {
        static final Kept NOTHING = new Kept("", "", -1, 1, "");

        static Kept of(String type, long number) {
            return new Kept(type, type, number, 1, "");
        }
    }

    private final Set<String> allowed;
    private final GraphBuilder builder = new GraphBuilder();
    private final int cluster;
    private int rank = -1;
    private String source = "";
    /** By kind of object: how many there were in the node at hand, which is the next one's logical index. */
    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * A reader of one cluster.
     *
     * @param allowlist the types to keep, empty for all
     */
    public HwlocReader(List<String> allowlist) throws GraphException {
        this.allowed = new HashSet<>(allowlist);
        var template = new Template(new ResourceType(CLUSTER), CLUSTER, 1, "");
        this.cluster = builder.addRoot(Subsystem.CONTAINMENT, template, 0, -1);
    }

    /**
     * Adds the topology of the next node.
     *
     * @param name the name of the input in messages
     * @throws GraphException if the text is no topology, or there is a node of that name already; this reader is of no
     *     more use then
     */
    public HwlocReader add(InputStream in, String name) throws GraphException {
        return add(HwlocParser.machine(in, name), name);
    }

    /** Adds the node of a topology that was parsed. */
    HwlocReader add(HwlocObject machine, String name) throws GraphException {
        source = name;
        rank++;
        counts.clear();
        try {
            visit(machine, cluster);
        } catch (IllegalArgumentException e) {
            throw new GraphException(source + ": " + e.getMessage(), e);
        }
        return this;
    }

    /** The graph of the nodes that were added; the reader is of no more use then. */
    public ResourceGraph graph() throws GraphException {
        return builder.build();
    }

    private void visit(HwlocObject object, int above) throws GraphException {
        Kept kept = kept(object);
        boolean wanted = !kept.type().isEmpty() && (allowed.isEmpty() || allowed.contains(kept.type()));
        int v = wanted ? vertex(object, kept, above) : above;
        boolean seen = false;
        for (HwlocObject child : object.children()) {
            boolean again = seen && object.type.equals("PCIDev") && isGpu(child);
            seen |= isGpu(child);
            if (again) {
                // Several libraries see one device; it counts once.
                counts.merge(child.type, 1, Integer::sum);
            } else {
                visit(child, v);
            }
        }
    }

    /** Returns the result for an object; the object is counted whether it is kept or not, as hwloc does. */
    private Kept kept(HwlocObject object) throws GraphException {
        String kind = object.isInstructionCache() ? object.type + "i" : object.type;
        long index = counts.merge(kind, 1, Integer::sum) - 1L;
        return switch (object.type) {
            case "Machine" -> machine(object);
            case "Group" -> Kept.of("group", index);
            case "NUMANode" -> Kept.of("numanode", index);
            case "Package" -> Kept.of("socket", index);
            case "Core" -> Kept.of("core", index);
            case "PU" -> Kept.of("pu", index);
            case "L1Cache", "L2Cache", "L3Cache", "L4Cache", "L5Cache" ->
                object.isInstructionCache() ? Kept.NOTHING : cache(object, index);
            case "OSDev" -> device(object, index);
            default -> Kept.NOTHING;
        };
    }

    private Kept machine(HwlocObject machine) {
        String name = machine.info("HostName");
        if (name.isEmpty()) {
            return Kept.of("node", rank);
        }
        NumberedName host = NumberedName.of(name);
        return new Kept("node", host.basename(), host.number(), 1, "");
    }

    private Kept cache(HwlocObject cache, long index) throws GraphException {
        String basename = cache.type.substring(0, 2) + "cache";
        return new Kept("cache", basename, index, kibibytes(cache, cache.attribute("cache_size")), "KiB");
    }

    private Kept device(HwlocObject device, long index) throws GraphException {
        return switch (device.device()) {
            case GPU ->
                Kept.of(
                        "gpu",
                        Math.max(0, NumberedName.of(device.attribute("name")).number()));
            case STORAGE -> new Kept("storage", "storage", index, gigabytes(device, device.info("Size")), "GB");
            case OTHER -> Kept.NOTHING;
        };
    }

    private static boolean isGpu(HwlocObject object) {
        return object.device() == HwlocDevice.GPU;
    }

    /** At least 1: a device whose size is not known is there all the same. */
    private long gigabytes(HwlocObject device, String text) throws GraphException {
        try {
            return text.isEmpty() ? 1 : Math.max(1, HwlocSize.gigabytes(text));
        } catch (IllegalArgumentException e) {
            throw new GraphException(source + ":" + device.line + ": " + e.getMessage() + ".", e);
        }
    }

    private long kibibytes(HwlocObject object, String text) throws GraphException {
        try {
            return text.isEmpty() ? 1 : Math.max(1, Long.parseLong(text) / KIB);
        } catch (NumberFormatException e) {
            throw new GraphException(
                    source + ":" + object.line + ": the size '" + text + "' is not a whole number.", e);
        }
    }

    private int vertex(HwlocObject object, Kept kept, int above) throws GraphException {
        var template = new Template(new ResourceType(kept.type()), kept.basename(), kept.size(), kept.unit());
        if (kept.type().equals("node") && !object.info("HostName").isEmpty()) {
            String name = object.info("HostName");
            return builder.addNamedChild(above, template, kept.number(), rank, name, name);
        }
        long number = kept.number();
        if (kept.type().equals("gpu")) {
            // Libraries number their devices from 0 each.
            while (builder.hasChild(above, SubgraphVertex.nameOf(kept.basename(), number))) {
                number++;
            }
        }
        int v = builder.addChild(above, Subsystem.CONTAINMENT, template, number, rank);
        if (!object.info(DEVICE_ID).isEmpty()) {
            builder.setProperty(v, DEVICE_ID, object.info(DEVICE_ID));
        }
        return v;
    }
}
