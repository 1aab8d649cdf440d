package io.banyan.graph;

import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of one graph and the indexes that must agree with them. */
final class GraphStore {
    final Types types = new Types();
    final Strings strings = new Strings();
    final Subsystems subsystems = new Subsystems();
    final VertexTable vertices = new VertexTable();
    final EdgeTable edges = new EdgeTable();
    final PathNames names = new PathNames(vertices, edges, strings);
    final RankIndex ranks = new RankIndex();
    final UniqIds uniqIds = new UniqIds();

    private final List<PathIndex> paths = new ArrayList<>();
    private int[] roots = {-1};

    GraphStore() {
        paths.add(new PathIndex(names, Subsystems.CONTAINMENT));
    }

    /** The number of a subsystem, which becomes one of the graph's if it is not yet. */
    int internSubsystem(Subsystem subsystem) {
        int known = subsystems.id(subsystem);
        if (known >= 0) {
            return known;
        }
        int id = subsystems.add(subsystem);
        paths.add(new PathIndex(names, id));
        roots = Arrays.copyOf(roots, id + 1);
        roots[id] = -1;
        return id;
    }

    PathIndex paths(int s) {
        return paths.get(s);
    }

    int root(int s) {
        return s < 0 ? -1 : roots[s];
    }

    void setRoot(int s, int v) {
        roots[s] = v;
    }

    boolean isMember(int v, int s) {
        return roots[s] == v || names.primaryEdge(v, s) >= 0;
    }

    /** The vertex with this path in a subsystem, or -1; the subsystem may be one that the graph does not have (-1). */
    int find(String path, int s) {
        return s < 0 ? -1 : paths.get(s).find(path);
    }

    void reserve(int moreVertices, int moreEdges) {
        vertices.reserve(moreVertices);
        edges.reserveVertices(vertices.capacity());
        edges.reserve(moreEdges);
    }

    /** Adds a vertex that no edge leads to yet. */
    int addVertex(int typeId, String basename, long number, long wantedUniqId) {
        int v = vertices.add(typeId, strings.intern(basename), number, uniqIds.take(wantedUniqId));
        edges.reserveVertices(vertices.capacity());
        return v;
    }

    /** Makes the indexes know a vertex that has its place in a subsystem now; its parent must be known already. */
    void index(int v, int s) {
        paths.get(s).add(v);
        if (s == Subsystems.CONTAINMENT && beginsRank(v)) {
            ranks.add(vertices.rank(v), v);
        }
    }

    /** Makes the indexes forget a vertex while its way to the root is still linked. */
    void unindex(int v, int s) {
        paths.get(s).remove(v);
        if (s == Subsystems.CONTAINMENT && vertices.rank(v) >= 0) {
            ranks.remove(vertices.rank(v), v);
        }
        if (roots[s] == v) {
            roots[s] = -1;
        }
    }

    boolean beginsRank(int v) {
        int rank = vertices.rank(v);
        int parent = names.parent(v, Subsystems.CONTAINMENT);
        return rank >= 0 && (parent < 0 || vertices.rank(parent) != rank);
    }

    /** What the tables and indexes take; names of types, basenames and units are too few to count. */
    long bytes() {
        long indexes = paths.stream().mapToLong(PathIndex::bytes).sum();
        return vertices.bytes() + edges.bytes() + indexes + ranks.bytes() + uniqIds.bytes();
    }

    void freeVertex(int v) {
        uniqIds.release(vertices.uniqId(v));
        vertices.free(v);
    }
}
