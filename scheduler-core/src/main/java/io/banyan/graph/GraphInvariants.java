package io.banyan.graph;

import io.banyan.resource.Divisible;
import io.banyan.resource.ResourceType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Compares a graph's indexes with its tables. */
final class GraphInvariants {
    private final GraphStore store;

    GraphInvariants(GraphStore store) {
        this.store = store;
    }

    void check() {
        int live = 0;
        int edges = 0;
        int divisible = 0;
        Set<Integer> ranks = new HashSet<>();
        Set<Long> uniqIds = new HashSet<>();
        var members = new int[store.subsystems.size()];
        for (int v = 0; v < store.bound(); v++) {
            if (!store.vertices.contains(v)) {
                boolean isEdge = store.edges.isFurther(v);
                require(
                        isEdge || (store.edges.firstOut(v) < 0 && !store.edges.contains(v)),
                        v,
                        "is free but has edges");
                continue;
            }
            live++;
            edges += checkVertex(v, members);
            uniqIds.add(store.vertices.uniqId(v));
            divisible += store.vertices.properties(v).containsKey(Divisible.PROPERTY) ? 1 : 0;
            if (store.isMember(v, Subsystems.CONTAINMENT) && store.beginsRank(v)) {
                ranks.add(store.vertices.rank(v));
            }
        }
        require(live == store.vertices.count(), live, "vertices are counted wrongly");
        require(edges == store.edges.count(), edges, "edges are counted wrongly");
        require(uniqIds.size() == live, live, "vertices have fewer unique ids");
        require(divisible == store.vertices.divisible(), divisible, "divisible vertices are counted wrongly");
        require(ranks.size() == store.ranks.size(), ranks.size(), "ranks are indexed wrongly");
        for (int s = 0; s < members.length; s++) {
            require(members[s] == store.paths(s).size(), members[s], "paths are counted wrongly");
            require(store.root(s) < 0 || store.vertices.contains(store.root(s)), store.root(s), "is a root but free");
        }
    }

    private int checkVertex(int v, int[] members) {
        store.edges.checkInvariants(v);
        require(store.uniqIds.contains(store.vertices.uniqId(v)), v, "has an unknown unique id");
        require(store.vertices.size(v) >= 1, v, "has no size");
        boolean anywhere = false;
        for (int s = 0; s < members.length; s++) {
            if (store.isMember(v, s)) {
                anywhere = true;
                members[s]++;
                String path = store.names.path(v, s);
                require(store.names.hash(v, s) == path.hashCode(), v, "has a wrong hash");
                require(store.paths(s).find(path) == v, v, "is not found by its path " + path);
                require(isBelowRoot(v, s), v, "does not hang below the root");
            }
        }
        require(anywhere, v, "belongs to no subsystem");
        if (store.isMember(v, Subsystems.CONTAINMENT) && store.beginsRank(v)) {
            boolean found = false;
            for (int top : store.ranks.get(store.vertices.rank(v))) {
                found |= top == v;
            }
            require(found, v, "is not found by its rank");
        }
        boolean isNode = store.vertices.type(v) == store.types.id(ResourceType.NODE);
        if (isNode && store.isMember(v, Subsystems.CONTAINMENT)) {
            int[] named = store.nodes.get(store.names.name(v));
            require(Arrays.stream(named).filter(node -> node == v).count() == 1, v, "is not found by its name");
            require(Arrays.stream(named).allMatch(store.vertices::contains), v, "has the name of a node that is gone");
        }
        int edges = 0;
        for (int e = store.edges.firstOut(v); e >= 0; e = store.edges.nextOut(e)) {
            require(store.vertices.contains(store.edges.target(e)), v, "has an edge to a free vertex");
            require(store.isMember(v, store.edges.subsystem(e)), v, "has an edge in a subsystem that it is not in");
            edges++;
        }
        return edges;
    }

    private boolean isBelowRoot(int v, int s) {
        int top = v;
        for (int up = store.names.parent(v, s); up >= 0; up = store.names.parent(up, s)) {
            top = up;
        }
        return top == store.root(s);
    }

    private static void require(boolean condition, int v, String what) {
        if (!condition) {
            throw new IllegalStateException("Vertex " + v + " " + what + ".");
        }
    }
}
