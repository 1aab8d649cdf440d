package io.banyan.instance.hierarchy;

import io.banyan.graph.GraphException;
import io.banyan.graph.NewNames;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.Paths;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The subgraph that a provider brought, moved below a vertex that is named after the provider, under the root of an
 * instance's graph (docs/internals/design.md, "Between levels", rule 7).
 *
 * @param subgraph with the new paths, the root and the provider's vertex first
 * @param handles with the new paths
 */
record Graft(Subgraph subgraph, List<Handle> handles) {
    /** The type of the vertex that is named after the provider. */
    static final ResourceType PROVIDER = new ResourceType("provider");

    private static final String CLUSTER = "cluster";
    private static final String NODE = "node";
    /** A level of the tree numbers so many ranks of its own. */
    private static final int RANKS_OF_A_LEVEL = 1 << 20;
    /** Deeper instances share the ranks of this depth. */
    private static final int DEEPEST_WITH_RANKS = 2_000;

    /**
     * Moves it. Its nodes get ranks of this tree, by which R names them: the ranks of a level are its own, so that
     * later resources from above have others. O(n + m + nodes of the graph).
     *
     * @param depth of the instance in its tree, 0 for its root
     * @throws GraphException if the brought resources are no tree with one root
     * @throws IllegalArgumentException where it has a {@linkplain NewNames name} that a new resource cannot have
     */
    static Graft below(ResourceGraph graph, String provider, int depth, ProvisionResult.Provisioned brought)
            throws GraphException {
        if (graph.root() < 0) {
            throw new GraphException("there is no root yet to attach it to");
        }
        NewNames.requirePrintable(brought.subgraph());
        NewNames.requireHosts(brought.subgraph());
        Graft moved = new Mover(graph, provider, brought.subgraph()).move(brought.handles());
        Subgraph named = withNames(graph, provider, moved.subgraph());
        return new Graft(withRanks(graph, depth, named), moved.handles());
    }

    /**
     * A new node whose name another node has gets the provider's name before its own, and a number where that is taken
     * too. Its path stays.
     */
    private static Subgraph withNames(ResourceGraph graph, String provider, Subgraph moved) {
        Set<String> coming = new HashSet<>();
        List<SubgraphVertex> named = moved.vertices().stream()
                .map(vertex -> {
                    boolean isNewNode = vertex.type().equals(ResourceType.NODE) && graph.find(vertex.path()) < 0;
                    String name = isNewNode ? freeName(graph, provider, vertex.name(), coming) : vertex.name();
                    return name.equals(vertex.name()) ? vertex : vertex.withName(vertex.basename(), name);
                })
                .toList();
        return new Subgraph(named, moved.edges());
    }

    private static String freeName(ResourceGraph graph, String provider, String name, Set<String> coming) {
        String free = name;
        for (int i = 1; graph.nodesNamed(free).length > 0 || !coming.add(free); i++) {
            free = provider + "-" + name + (i == 1 ? "" : "-" + i);
        }
        return free;
    }

    private static Subgraph withRanks(ResourceGraph graph, int depth, Subgraph moved) {
        int next = freeRank(graph, Math.min(depth, DEEPEST_WITH_RANKS));
        Map<Integer, Integer> ranks = new HashMap<>();
        List<SubgraphVertex> ranked = new ArrayList<>(moved.vertices());
        for (int i = 0; i < ranked.size(); i++) {
            SubgraphVertex vertex = ranked.get(i);
            if (vertex.type().equals(ResourceType.NODE)) {
                int here = graph.find(vertex.path());
                int rank = here < 0 ? next++ : graph.rank(here);
                ranks.put(vertex.rank(), rank);
                ranked.set(i, vertex.withRank(rank));
            }
        }
        ranks.put(-1, -1);
        for (int i = 2; i < ranked.size(); i++) {
            SubgraphVertex vertex = ranked.get(i);
            if (!vertex.type().equals(ResourceType.NODE)) {
                int here = graph.find(vertex.path());
                ranked.set(i, vertex.withRank(here < 0 ? ranks.getOrDefault(vertex.rank(), -1) : graph.rank(here)));
            }
        }
        return new Subgraph(ranked, moved.edges());
    }

    /** The first rank that is above all of this level's own. */
    private static int freeRank(ResourceGraph graph, int depth) {
        int from = depth * RANKS_OF_A_LEVEL;
        int last = Arrays.stream(graph.verticesOfType(graph.types().id(ResourceType.NODE)))
                .map(graph::rank)
                .filter(rank -> depth == 0 || rank < from + RANKS_OF_A_LEVEL)
                .max()
                .orElse(-1);
        return Math.max(from, last + 1);
    }

    private static final class Mover {
        private final String provider;
        private final List<SubgraphVertex> old;
        private final int[] parents;
        private final int root;
        private final boolean keepsRoot;
        private final List<SubgraphVertex> vertices = new ArrayList<>();
        private final List<SubgraphEdge> edges = new ArrayList<>();
        private final String prefix;

        Mover(ResourceGraph graph, String provider, Subgraph brought) throws GraphException {
            this.provider = provider;
            this.old = brought.vertices();
            this.parents = GrantedParts.parents(brought);
            this.root = rootOf(provider, brought, parents);
            SubgraphVertex top = old.get(root);
            this.keepsRoot = !top.type().name().equals(CLUSTER) && !top.name().equals(provider);
            SubgraphVertex here = graph.vertex(graph.root());
            this.prefix = here.path() + "/" + provider;
            vertices.add(here.withExclusive(false));
            vertices.add(providerVertex());
            edges.add(SubgraphEdge.containment(0, 1));
        }

        private static int rootOf(String provider, Subgraph brought, int[] parents) throws GraphException {
            int root = -1;
            for (int i = 0; i < parents.length; i++) {
                if (parents[i] < 0 && root >= 0) {
                    throw new GraphException(provider + " returned two roots: "
                            + brought.vertices().get(root).label() + " and "
                            + brought.vertices().get(i).label());
                }
                root = parents[i] < 0 ? i : root;
            }
            if (root < 0) {
                throw new GraphException(provider + " returned a subgraph without a root");
            }
            return root;
        }

        Graft move(List<Handle> oldHandles) throws GraphException {
            boolean[] granted = granted();
            if (old.size() == 1 && !keepsRoot) {
                throw new GraphException(
                        provider + " returned only the root, " + old.get(root).label());
            }
            int[] position = new int[old.size()];
            position[root] = 1;
            for (int i = 0; i < old.size(); i++) {
                if (i != root || keepsRoot) {
                    position[i] = vertices.size();
                    String path = moved(old.get(i).path());
                    vertices.add(placed(old.get(i), path).withExclusive(granted[i]));
                }
            }
            for (int i = 0; i < old.size(); i++) {
                if (parents[i] >= 0) {
                    edges.add(SubgraphEdge.containment(position[parents[i]], position[i]));
                } else if (keepsRoot) {
                    edges.add(SubgraphEdge.containment(1, position[i]));
                }
            }
            List<Handle> handles = new ArrayList<>();
            for (Handle handle : oldHandles) {
                handles.add(new Handle(moved(handle.path()), handle.value()));
            }
            return new Graft(new Subgraph(vertices, edges), handles);
        }

        /** Where a path of the provider's lies here; its root, or nothing, is everything that was brought. */
        private String moved(String path) throws GraphException {
            String top = old.get(root).path();
            if (path.isEmpty() || (path.equals(top) && !keepsRoot)) {
                return "";
            }
            if (!Paths.isWithin(path, top)) {
                throw new GraphException(provider + " returned " + path + ", which is not within " + top);
            }
            return prefix + path.substring(keepsRoot ? Paths.parent(top).length() : top.length());
        }

        private SubgraphVertex providerVertex() {
            return SubgraphVertex.of("p1", PROVIDER, -1, prefix).withName(provider, provider);
        }

        private SubgraphVertex placed(SubgraphVertex vertex, String path) {
            return vertex.withIds("p" + vertices.size(), -1)
                    .withPaths(Map.of(Subsystem.CONTAINMENT, path))
                    .withDraws(Map.of());
        }

        /**
         * Returns which vertices are granted: those that are marked, with all below them; else every node with all
         * below it; else the leaves.
         */
        private boolean[] granted() {
            boolean[] granted = new boolean[old.size()];
            boolean marked = old.stream().anyMatch(SubgraphVertex::exclusive);
            boolean nodes = old.stream().anyMatch(vertex -> vertex.type().name().equals(NODE));
            boolean[] hasChild = new boolean[old.size()];
            Arrays.stream(parents).filter(parent -> parent >= 0).forEach(parent -> hasChild[parent] = true);
            for (int i = 0; i < granted.length; i++) {
                SubgraphVertex vertex = old.get(i);
                boolean isTop = nodes ? vertex.type().name().equals(NODE) : !hasChild[i];
                granted[i] = marked ? vertex.exclusive() : isTop;
            }
            for (int i = 0; i < granted.length; i++) {
                for (int up = parents[i]; up >= 0 && !granted[i]; up = parents[up]) {
                    granted[i] = granted[up];
                }
            }
            return granted;
        }
    }
}
