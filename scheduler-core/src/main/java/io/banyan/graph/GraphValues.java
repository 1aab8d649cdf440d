package io.banyan.graph;

import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns vertices of a graph into values. For one use: it remembers a path. */
final class GraphValues {
    private final GraphStore store;
    private int lastParent = -1;
    private String lastParentPath = "";

    GraphValues(GraphStore store) {
        this.store = store;
    }

    /** The vertex as it came into the graph. */
    SubgraphVertex vertex(int v) {
        return vertex(v, store.vertices.size(v), false, store.vertices.isDown(v) ? Status.DOWN : Status.UP);
    }

    /** The vertex as a grant names it. */
    SubgraphVertex granted(int v, long amount, boolean exclusive) {
        return vertex(v, amount, exclusive, Status.UP);
    }

    private SubgraphVertex vertex(int v, long amount, boolean exclusive, Status status) {
        long uniqId = store.vertices.uniqId(v);
        return new SubgraphVertex(
                Long.toString(uniqId),
                uniqId,
                store.types.type(store.vertices.type(v)),
                store.strings.get(store.vertices.basename(v)),
                store.names.name(v),
                store.vertices.number(v),
                store.vertices.rank(v),
                amount,
                store.strings.get(store.vertices.unit(v)),
                store.vertices.properties(v),
                exclusive,
                status,
                paths(v));
    }

    private Map<Subsystem, String> paths(int v) {
        if (store.subsystems.size() == 1 && store.isMember(v, Subsystems.CONTAINMENT)) {
            return Map.of(Subsystem.CONTAINMENT, containmentPath(v));
        }
        Map<Subsystem, String> paths = new LinkedHashMap<>();
        for (int s = 0; s < store.subsystems.size(); s++) {
            if (store.isMember(v, s)) {
                paths.put(store.subsystems.get(s), store.names.path(v, s));
            }
        }
        return paths;
    }

    /** Neighbours in a subgraph mostly have the same parent. */
    private String containmentPath(int v) {
        int parent = store.names.parent(v, Subsystems.CONTAINMENT);
        if (parent < 0) {
            return store.names.path(v, Subsystems.CONTAINMENT);
        }
        if (parent != lastParent) {
            lastParent = parent;
            lastParentPath = store.names.path(parent, Subsystems.CONTAINMENT);
        }
        return lastParentPath + "/" + store.names.segment(v);
    }

    Subgraph all() {
        int[] order = preOrder();
        var positions = new int[store.bound()];
        List<SubgraphVertex> vertices = new ArrayList<>(order.length);
        for (int i = 0; i < order.length; i++) {
            positions[order[i]] = i;
            vertices.add(vertex(order[i]));
        }
        List<SubgraphEdge> edges = new ArrayList<>(store.edges.count());
        for (int v : order) {
            for (int e = store.edges.firstOut(v); e >= 0; e = store.edges.nextOut(e)) {
                Subsystem subsystem = store.subsystems.get(store.edges.subsystem(e));
                edges.add(new SubgraphEdge(positions[v], positions[store.edges.target(e)], subsystem));
            }
        }
        return new Subgraph(vertices, edges);
    }

    /** Each vertex once: subsystem by subsystem, those that an earlier one had not. */
    int[] preOrder() {
        var seen = new boolean[store.bound()];
        var order = new int[store.vertices.count()];
        int at = 0;
        for (int s = 0; s < store.subsystems.size(); s++) {
            int v = store.root(s);
            while (v >= 0) {
                if (!seen[v]) {
                    seen[v] = true;
                    order[at++] = v;
                }
                v = nextInPreOrder(v, s);
            }
        }
        return order;
    }

    private int nextInPreOrder(int v, int s) {
        int child = childFrom(store.edges.firstOut(v), s);
        int w = v;
        while (child < 0) {
            int e = store.names.primaryEdge(w, s);
            if (e < 0) {
                return -1;
            }
            child = childFrom(store.edges.nextOut(e), s);
            w = store.edges.source(e);
        }
        return child;
    }

    /** The first vertex, from this edge on, whose path goes through the edge; or -1. */
    private int childFrom(int edge, int s) {
        for (int e = edge; e >= 0; e = store.edges.nextOut(e)) {
            int child = store.edges.target(e);
            if (store.edges.subsystem(e) == s && store.names.primaryEdge(child, s) == e) {
                return child;
            }
        }
        return -1;
    }
}
