package io.banyan.workflow.batch.machine;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.MemoryUnit;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The nodes of an instance's graph at one moment, with the times at which their resources are busy. It translates
 * between the numbers of resources, which plans use, and the vertices of the graph. Not thread-safe.
 */
public final class LookedMachine {
    private static final String NODE = "node";
    private static final String MEMORY = "memory";
    private static final long MIB = 1L << 20;
    /** The most units of one vertex. */
    private static final int MOST_UNITS = 100_000;

    private static final int LATEST = Integer.MAX_VALUE / 2;

    private final long startSec;
    private final Map<String, LookedNode> nodes = new LinkedHashMap<>();
    private final NavigableMap<String, VertexPool> byPath = new TreeMap<>();

    private LookedMachine(long startSec) {
        this.startSec = startSec;
    }

    /**
     * Returns the machine of a graph, all free. O(vertices).
     *
     * @param startSec the start of the plan
     * @param types the types of resources that plans use
     */
    public static LookedMachine of(ResourceGraph graph, long startSec, Set<String> types) {
        LookedMachine machine = new LookedMachine(startSec);
        LookedNode node = null;
        int depth = 0;
        for (int v : graph.preOrder()) {
            if (node != null && graph.depth(v) <= depth) {
                node = null;
            }
            String type = graph.types().name(graph.typeId(v));
            if (node == null && type.equals(NODE)) {
                node = new LookedNode(graph.name(v));
                depth = graph.depth(v);
                machine.nodes.put(node.name(), node);
            } else if (node != null && type.equals(MEMORY)) {
                long unit = MemoryUnit.bytes(graph.unit(v)).orElse(MIB) / MIB;
                if (unit > 0) {
                    node.addMemory(machine.pool(graph, v), unit);
                }
            } else if (node != null && types.contains(type)) {
                node.add(type, machine.pool(graph, v));
            }
        }
        return machine;
    }

    private VertexPool pool(ResourceGraph graph, int v) {
        VertexPool pool = new VertexPool(graph.path(v), (int) Math.min(MOST_UNITS, graph.size(v)));
        byPath.put(pool.path(), pool);
        return pool;
    }

    /** Makes resources busy. O(parts x units below them). */
    public void busy(BusyParts busy) {
        VertexPool.Span span = span(busy.window());
        if (span.to() <= 0) {
            return;
        }
        if (busy.everywhere()) {
            byPath.values().forEach(pool -> pool.take(pool.size(), span));
        }
        for (HeldPart part : busy.parts()) {
            VertexPool pool = byPath.get(part.path());
            if (pool != null) {
                pool.take(part.amount(), span);
            } else if (part.whole()) {
                // '0' is the character after '/'.
                byPath.subMap(part.path() + "/", part.path() + "0")
                        .values()
                        .forEach(below -> below.take(below.size(), span));
            }
        }
    }

    private VertexPool.Span span(TimeWindow window) {
        long from = Math.clamp(window.startSec() - startSec, 0, LATEST);
        long to = Math.clamp(window.endSec() - startSec, 0, LATEST);
        return new VertexPool.Span((int) from, (int) Math.max(from, to), window.isEndless());
    }

    /** Returns the machine in slots. O(units x intervals). */
    public SlotProfile profile(long version, int slotSeconds) {
        List<ProfileNode> all = new ArrayList<>();
        nodes.values().forEach(node -> node.profile(slotSeconds).ifPresent(all::add));
        return SlotProfile.of(version, startSec, slotSeconds, 1, all);
    }

    /**
     * Returns the parts of a reservation, and makes them busy, so that the next one gets others.
     *
     * @throws BatchException if the machine has no such resources
     */
    public List<HeldPart> parts(BatchReservation reservation) throws BatchException {
        VertexPool.Span span = span(new TimeWindow(reservation.startSec(), reservation.endSec()));
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (ReservedShare share : reservation.shares()) {
            LookedNode node = nodes.get(share.node());
            if (node == null) {
                throw BatchException.refused("there is no node " + share.node() + " any more");
            }
            for (Map.Entry<String, List<Integer>> type : share.numbers().entrySet()) {
                for (int number : type.getValue()) {
                    Optional<LookedNode.Unit> unit = node.unit(type.getKey(), number);
                    if (unit.isEmpty()) {
                        throw BatchException.refused(
                                "node " + share.node() + " has no " + type.getKey() + " " + number + " any more");
                    }
                    amounts.merge(unit.get().pool().path(), 1L, Long::sum);
                }
            }
            takeMemory(node, share.memoryMib(), span, amounts);
        }
        return amounts.entrySet().stream()
                .map(part -> new HeldPart(part.getKey(), part.getValue(), false, Map.of()))
                .toList();
    }

    private static void takeMemory(LookedNode node, long mib, VertexPool.Span span, Map<String, Long> amounts)
            throws BatchException {
        long left = Math.ceilDiv(mib, node.memoryUnitMib());
        for (VertexPool pool : node.memory()) {
            long taken = Math.min(left, pool.free(span));
            if (taken > 0) {
                pool.take(taken, span);
                amounts.merge(pool.path(), taken, Long::sum);
                left -= taken;
            }
        }
        if (left > 0) {
            throw BatchException.refused("node " + node.name() + " has no memory of " + mib + " MiB free at that time");
        }
    }
}
