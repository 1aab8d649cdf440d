package io.banyan.instance;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.message.value.BorrowedPart;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import io.banyan.resource.Subsystem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Counts the resources of an instance by origin and type. The resources of a grant, or of a lost child that reports
 * nothing, are counted once, in O(their number), and again after some of them have been removed. A summary then costs
 * O(grants + children).
 */
final class ResourceOrigins {
    private final InstanceState state;
    private final Map<String, Counted> counted = new HashMap<>();
    private final Map<JobId, Counted> unheard = new HashMap<>();

    /** The amounts that a grant has when the given number of its tops is left. */
    private record Counted(int tops, Map<String, Long> amounts) {}

    ResourceOrigins(InstanceState state) {
        this.state = state;
    }

    /** By type, those of which there is something. */
    Map<String, BorrowedPart> of(List<InstanceSummary> children) {
        Map<String, BorrowedPart> parts = new TreeMap<>();
        if (!state.isJoined()) {
            return parts;
        }
        List<GrantOrigin> origins = state.origins().all();
        counted.keySet().retainAll(origins.stream().map(GrantOrigin::id).toList());
        for (GrantOrigin origin : origins) {
            boolean isGranted =
                    origin.arrival() == GrowRoute.PARENT && !origin.id().equals(Parcel.SPAWN);
            if (isGranted || origin.arrival() == GrowRoute.PROVIDER) {
                amounts(origin)
                        .forEach((type, amount) -> parts.merge(
                                type,
                                isGranted ? new BorrowedPart(amount, 0, 0) : new BorrowedPart(0, amount, 0),
                                BorrowedPart::plus));
            }
        }
        unheard.keySet()
                .retainAll(children.stream()
                        .filter(child -> child.state() == ChildState.LOST)
                        .map(ResourceOrigins::job)
                        .toList());
        children.stream().filter(child -> child.state() == ChildState.LOST).forEach(child -> addLost(child, parts));
        return parts;
    }

    private void addLost(InstanceSummary child, Map<String, BorrowedPart> parts) {
        if (child.amounts().isEmpty()) {
            held(job(child))
                    .forEach((type, amount) -> parts.merge(type, new BorrowedPart(0, 0, amount), BorrowedPart::plus));
        }
        child.amounts().forEach((type, amount) -> {
            long own = child.parts().getOrDefault(type, BorrowedPart.NONE).external();
            if (amount.total() > own) {
                parts.merge(type, new BorrowedPart(0, 0, amount.total() - own), BorrowedPart::plus);
            }
        });
    }

    private static JobId job(InstanceSummary child) {
        return InstancePath.parse(child.path()).jobs().getLast();
    }

    /**
     * Returns the amounts of a child that has not reported to this process yet. O(its resources) for each change of
     * that.
     */
    private Map<String, Long> held(JobId child) {
        Counted known = unheard.get(child);
        int tops = state.childGrants().tops(child).size();
        if (known == null || known.tops != tops) {
            Map<String, Long> amounts = new TreeMap<>();
            ResourceGraph graph = state.resources().graph();
            Selection held = state.schedule().holdings().selection(child);
            IntStream.range(0, held.size())
                    .filter(held::exclusive)
                    .forEach(i ->
                            amounts.merge(graph.types().name(graph.typeId(held.vertex(i))), held.amount(i), Long::sum));
            known = new Counted(tops, amounts);
            unheard.put(child, known);
        }
        return known.amounts;
    }

    private Map<String, Long> amounts(GrantOrigin origin) {
        Counted known = counted.get(origin.id());
        int tops = origin.topCount();
        if (known == null || known.tops != tops) {
            known = new Counted(tops, count(origin));
            counted.put(origin.id(), known);
        }
        return known.amounts;
    }

    private Map<String, Long> count(GrantOrigin origin) {
        Map<String, Long> amounts = new TreeMap<>();
        ResourceGraph graph = state.resources().graph();
        for (String top : origin.tops()) {
            int vertex = graph.find(top);
            if (vertex >= 0) {
                count(graph, vertex, amounts);
            }
        }
        return amounts;
    }

    private void count(ResourceGraph graph, int vertex, Map<String, Long> amounts) {
        if (!state.schedule().isShared(vertex)) {
            amounts.merge(graph.types().name(graph.typeId(vertex)), graph.size(vertex), Long::sum);
        }
        int containment = graph.subsystemId(Subsystem.CONTAINMENT);
        for (int edge = graph.firstOut(vertex); edge >= 0; edge = graph.nextOut(edge)) {
            if (graph.subsystem(edge) == containment && graph.parent(graph.target(edge)) == vertex) {
                count(graph, graph.target(edge), amounts);
            }
        }
    }
}
