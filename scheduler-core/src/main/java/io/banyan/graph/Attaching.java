package io.banyan.graph;

import io.banyan.graph.AttachPlan.EdgeUse;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.Map;

/** Carries out an attach that was checked: cannot fail, and writes only the new vertices and the ends of new edges. */
final class Attaching {
    private final GraphStore store;
    private final AttachPlan plan;
    private final int[] index;

    Attaching(GraphStore store, AttachPlan plan) {
        this.store = store;
        this.plan = plan;
        this.index = plan.existing().clone();
    }

    Attachment run() {
        int newVertices = plan.newVertices();
        int newEdges = plan.newEdges();
        store.reserve(newVertices + plan.furtherEdges());
        if (store.vertices.count() > 0) {
            plan.subgraph().vertices().forEach(vertex -> vertex.paths().keySet().forEach(store::internSubsystem));
            store.makePathIndexes();
        }
        store.paths(Subsystems.CONTAINMENT).reserve(newVertices);
        for (int i = 0; i < index.length; i++) {
            if (index[i] < 0) {
                index[i] = add(plan.subgraph().vertices().get(i));
            }
        }
        linkEdges();
        return new Attachment(index, indexPaths(newVertices), reused(newVertices), newEdges);
    }

    private int add(SubgraphVertex vertex) {
        int kind = store.kind(vertex.type(), vertex.basename(), vertex.size(), vertex.unit());
        int v = store.addVertex(kind, vertex.number(), vertex.uniqId(), vertex.rank());
        String usual = SubgraphVertex.nameOf(vertex.basename(), vertex.number());
        if (!vertex.name().equals(usual)) {
            store.vertices.setName(v, vertex.name());
        }
        String path = vertex.paths().values().iterator().next();
        String segment = path.substring(path.lastIndexOf('/') + 1);
        if (!segment.equals(usual)) {
            store.vertices.setSegment(v, segment);
        }
        if (vertex.status() == Status.DOWN) {
            store.vertices.setDown(v);
        }
        vertex.properties().forEach((key, value) -> store.vertices.putProperty(v, key, value));
        return v;
    }

    private void linkEdges() {
        for (int e = 0; e < plan.uses().length; e++) {
            EdgeUse use = plan.uses()[e];
            if (use != EdgeUse.SKIPPED) {
                SubgraphEdge edge = plan.subgraph().edges().get(e);
                int s = store.internSubsystem(edge.subsystem());
                store.link(index[edge.source()], index[edge.target()], s, use == EdgeUse.PRIMARY);
            }
        }
    }

    /** Puts new vertices into the indexes, parents first, and returns them in that order. */
    private int[] indexPaths(int newVertices) {
        var added = new int[newVertices];
        int at = 0;
        for (int i : byLevel()) {
            boolean isNew = plan.existing()[i] < 0;
            for (Map.Entry<Subsystem, String> entry :
                    plan.subgraph().vertices().get(i).paths().entrySet()) {
                int s = store.internSubsystem(entry.getKey());
                if (!isNew && store.find(entry.getValue(), s) >= 0) {
                    continue;
                }
                if (entry.getValue().lastIndexOf('/') == 0) {
                    store.setRoot(s, index[i]);
                }
                store.index(index[i], s, entry.getValue().hashCode());
            }
            if (isNew) {
                added[at++] = index[i];
            }
        }
        return added;
    }

    /** The positions in the order of their levels, else in the subgraph's order: a counting sort. */
    private int[] byLevel() {
        int[] levels = plan.levels();
        var begin = new int[2 * SubgraphCheck.MAX_DEPTH + 2];
        for (int level : levels) {
            begin[level + 1]++;
        }
        for (int d = 1; d < begin.length; d++) {
            begin[d] += begin[d - 1];
        }
        var order = new int[levels.length];
        for (int i = 0; i < levels.length; i++) {
            order[begin[levels[i]]++] = i;
        }
        return order;
    }

    private int[] reused(int newVertices) {
        var reused = new int[index.length - newVertices];
        int at = 0;
        for (int v : plan.existing()) {
            if (v >= 0) {
                reused[at++] = v;
            }
        }
        return reused;
    }
}
