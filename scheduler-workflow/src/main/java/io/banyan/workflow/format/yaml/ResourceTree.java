package io.banyan.workflow.format.yaml;

import io.banyan.document.Document.Position;
import io.banyan.document.DocumentException;
import io.banyan.document.Source;
import io.banyan.jobspec.Resource;
import io.banyan.resource.MemoryUnit;
import io.banyan.workflow.model.Needs;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns the resource tree of a jobspec into the needs of a step: equal nodes with an exact amount on each. */
final class ResourceTree {
    private static final int MIB_BITS = 20;

    private final Source source;
    private final Position at;
    private final SortedMap<String, Integer> accelerators = new TreeMap<>();
    private long nodes;
    private long cores;
    private long memoryMib;

    ResourceTree(Source source, Position at) {
        this.source = source;
        this.at = at;
    }

    Needs needs(List<Resource> resources) throws DocumentException {
        try {
            for (Resource resource : resources) {
                add(resource, 1, false);
            }
            return new Needs(Math.toIntExact(Math.max(1, nodes)), Math.toIntExact(cores), memoryMib, accelerators);
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw source.error(at, "'resources' states more than a step can have: " + e.getMessage());
        }
    }

    private void add(Resource resource, long times, boolean inNode) throws DocumentException {
        String type = resource.type().name();
        if (resource.count().min() != resource.count().max() || resource.isXorSlot()) {
            throw source.error(at, "a step needs exact counts, and '" + type + "' has a choice");
        }
        long count = Math.multiplyExact(times, resource.count().min());
        if (resource.isSlot()) {
            addAll(resource.with(), count, inNode);
        } else if (type.equals("node")) {
            addNodes(resource, count, inNode);
        } else {
            addPart(resource, type, count);
        }
    }

    private void addAll(List<Resource> resources, long times, boolean inNode) throws DocumentException {
        for (Resource each : resources) {
            add(each, times, inNode);
        }
    }

    private void addNodes(Resource resource, long count, boolean inNode) throws DocumentException {
        if (inNode || nodes > 0) {
            throw source.error(at, "a step needs equal nodes, and 'resources' has nodes in more than one place");
        }
        nodes = count;
        addAll(resource.with(), 1, true);
    }

    private void addPart(Resource resource, String type, long count) throws DocumentException {
        switch (type) {
            case "core" -> cores = Math.addExact(cores, count);
            case "memory" -> memoryMib = Math.addExact(memoryMib, mebibytes(resource, count));
            case "socket" -> addAll(resource.with(), count, true);
            default -> accelerators.merge(type, Math.toIntExact(count), Math::addExact);
        }
    }

    private long mebibytes(Resource resource, long count) throws DocumentException {
        long unit = MemoryUnit.bytes(resource.unit())
                .orElseThrow(() ->
                        source.error(at, "memory needs a unit such as MB or GB, found '" + resource.unit() + "'"));
        long bytes = Math.multiplyExact(count, unit);
        return (bytes + (1 << MIB_BITS) - 1) >> MIB_BITS;
    }
}
