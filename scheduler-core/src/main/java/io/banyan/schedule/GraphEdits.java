package io.banyan.schedule;

import io.banyan.graph.AttachPlan;
import io.banyan.graph.Attachment;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Attaches and detaches subgraphs so that bookings, aggregates, statuses and exploration orders follow. */
final class GraphEdits {

    private final Schedule schedule;
    private final Subsystem dominant;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Ledger ledger;
    private final FreeCounts freeCounts;
    private final ChildOrder childOrder;

    GraphEdits(Schedule schedule, Subsystem dominant, Ledger ledger, FreeCounts freeCounts, ChildOrder childOrder) {
        this.schedule = schedule;
        this.dominant = dominant;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.ledger = ledger;
        this.freeCounts = freeCounts;
        this.childOrder = childOrder;
    }

    /** Returns why the graph cannot change; empty if it can: changes are followed along containment paths. */
    Optional<String> obstacle() {
        return dominant.equals(Subsystem.CONTAINMENT)
                ? Optional.empty()
                : Optional.of("The graph cannot be changed while " + dominant
                        + " is traversed instead of containment; traverse containment+" + dominant
                        + " to change the graph.");
    }

    AttachPlan plan(Subgraph subgraph) throws GraphException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            throw new GraphException(obstacle.get());
        }
        requireNoneJoins(subgraph);
        return graph.plan(subgraph);
    }

    Attachment attach(AttachPlan plan) {
        int[] points = attachingPoints(plan);
        var wasLeaf = new boolean[points.length];
        for (int i = 0; i < points.length; i++) {
            ledger.exposeFor(holdingsOver(points[i]), points[i]);
            wasLeaf[i] = !aggregates.isInterior(points[i]);
        }
        Attachment attachment = graph.attach(plan);
        int[] contained = Arrays.stream(attachment.added())
                .filter(v -> graph.isMember(v, aggregates.dominant()))
                .toArray();
        aggregates.attached(contained);
        for (int v : attachment.added()) {
            schedule.renewed(v, graph.initialStatus(v));
            childOrder.forget(v);
            for (int e = graph.firstIn(v); e >= 0; e = graph.nextIn(e)) {
                childOrder.attached(e);
            }
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                childOrder.reset(e);
            }
        }
        freeCounts.attached(contained);
        schedule.attached(contained);
        for (int i = 0; i < points.length; i++) {
            if (wasLeaf[i]) {
                for (Holding holding : holdingsOver(points[i])) {
                    ledger.becameInterior(holding, points[i]);
                }
            }
        }
        schedule.supplies().attached(attachment.added());
        schedule.supplies().attached(attachment.reused());
        return attachment;
    }

    /** Requires that existing vertices stay as they are: a vertex outside containment does not enter it. */
    private void requireNoneJoins(Subgraph subgraph) throws GraphException {
        for (SubgraphVertex vertex : subgraph.vertices()) {
            if (vertex.paths().size() < 2 || vertex.path().isEmpty() || graph.find(vertex.path()) >= 0) {
                continue;
            }
            for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
                if (graph.find(entry.getValue(), entry.getKey()) >= 0) {
                    throw new GraphException(entry.getValue()
                            + " already exists, but not in containment, and existing vertices stay unchanged; remove it before adding it as "
                            + vertex.path() + ".");
                }
            }
        }
    }

    /** Existing vertices below which something new is to hang. */
    private static int[] attachingPoints(AttachPlan plan) {
        int[] existing = plan.existing();
        return plan.subgraph().edges().stream()
                .filter(edge -> existing[edge.source()] >= 0 && existing[edge.target()] < 0)
                .filter(edge -> edge.subsystem().equals(Subsystem.CONTAINMENT))
                .mapToInt(edge -> existing[edge.source()])
                .distinct()
                .toArray();
    }

    private List<Holding> holdingsOver(int v) {
        return schedule.holdings().holders(v).stream()
                .map(schedule.holdings()::require)
                .toList();
    }

    void detach(int[] tops) {
        obstacle().ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        for (int top : tops) {
            requireUnused(top);
        }
        for (int top : tops) {
            if (graph.contains(top)) {
                detachingFromOrders(top);
                freeCounts.detaching(top);
                schedule.detaching(top);
                aggregates.detaching(top);
                for (int gone : graph.detach(top)) {
                    schedule.renewed(gone, Status.UP);
                    childOrder.forget(gone);
                }
            }
        }
        schedule.supplies().refresh();
    }

    private void requireUnused(int top) {
        if (!graph.contains(top)) {
            throw new IllegalArgumentException("There is no vertex " + top + " to detach.");
        }
        if (schedule.holdings().isUsed(top)) {
            throw new IllegalStateException(graph.path(top) + " is in use by job "
                    + names(schedule.holdings().jobsWithin(top)) + ".");
        }
        Set<JobId> drawing = schedule.supplies().drawingFrom(top);
        if (!drawing.isEmpty()) {
            throw new IllegalStateException(graph.path(top) + " supplies job " + names(drawing) + ".");
        }
    }

    private static String names(Set<JobId> jobs) {
        return String.join(", ", jobs.stream().map(JobId::toString).toList());
    }

    /** The parents of the top lose a child, and where vertices have several parents so do others. */
    private void detachingFromOrders(int v) {
        boolean several = aggregates.hasSeveralParents();
        for (int e = graph.firstIn(v); e >= 0; e = graph.nextIn(e)) {
            if (several) {
                childOrder.forget(graph.source(e));
            } else {
                childOrder.detaching(e);
            }
        }
        for (int e = several ? graph.firstOut(v) : -1; e >= 0; e = graph.nextOut(e)) {
            detachingFromOrders(graph.target(e));
        }
    }
}
