package io.banyan.graph;

import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of one graph and the indexes that must agree with them. */
final class GraphStore {
    /** Vertices and the edges that no containment path goes through, together. */
    private static final int MAX_SLOTS = 4 * VertexTable.MAX_VERTICES;

    /**
     * The part of the tables that is left free after loading, as a power of two, so that later additions need not copy
     * everything.
     */
    private static final int SLACK_SHIFT = 6;

    private static final int GROWTH_SHIFT = 3;

    final Types types = new Types();
    final Strings strings = new Strings();
    final Subsystems subsystems = new Subsystems();
    final VertexTable vertices = new VertexTable();
    final EdgeTable edges = new EdgeTable();
    final PathNames names = new PathNames(vertices, edges, strings);
    final RankIndex ranks = new RankIndex(this);
    final NameIndex nodes = new NameIndex(this);
    final UniqIds uniqIds = new UniqIds();

    private final Slots slots = new Slots();
    private final List<PathIndex> paths = new ArrayList<>();
    private int capacity;
    private int[] roots = {-1};

    GraphStore() {
        paths.add(new PathIndex(this, Subsystems.CONTAINMENT));
    }

    /** The number of a subsystem, which becomes one of the graph's if it is not yet. */
    int internSubsystem(Subsystem subsystem) {
        int known = subsystems.id(subsystem);
        if (known >= 0) {
            return known;
        }
        int id = subsystems.add(subsystem);
        paths.add(new PathIndex(this, id));
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

    /** Makes the indexes of paths that are not made yet: before vertices are linked that they are not to know yet. */
    void makePathIndexes() {
        paths.forEach(PathIndex::make);
    }

    void setRoot(int s, int v) {
        roots[s] = v;
    }

    /** One more than the greatest index of a vertex or an edge. */
    int bound() {
        return slots.bound();
    }

    boolean isMember(int v, int s) {
        return roots[s] == v || names.primaryEdge(v, s) >= 0;
    }

    /** The vertex with this path in a subsystem, or -1; the subsystem may be one that the graph does not have (-1). */
    int find(String path, int s) {
        return s < 0 ? -1 : paths.get(s).find(path);
    }

    /**
     * Makes room for so many more vertices and edges if there is none, and for a few more: loaders know how many will
     * come.
     */
    void reserve(int more) {
        long needed = (long) slots.bound() - slots.released() + more;
        if (needed > capacity) {
            int slack = (int) (needed >> SLACK_SHIFT) + 16;
            resize((int) Math.min(MAX_SLOTS, needed + slack));
        }
    }

    private void requireRoom() {
        if (slots.released() == 0 && slots.bound() == capacity) {
            if (capacity == MAX_SLOTS) {
                throw new IllegalStateException("A graph can have at most " + MAX_SLOTS + " vertices and edges.");
            }
            resize(Math.min(MAX_SLOTS, capacity + (capacity >> GROWTH_SHIFT) + 16));
        }
    }

    private void resize(int newCapacity) {
        capacity = newCapacity;
        vertices.reserve(capacity);
        edges.reserve(capacity);
    }

    /** Adds a vertex that no edge leads to yet. */
    int addVertex(int kind, long number, long wantedUniqId, int rank) {
        requireRoomForVertices(1);
        requireRoom();
        int v = slots.take();
        vertices.add(v, kind, number, uniqIds.take(wantedUniqId), rank);
        return v;
    }

    /**
     * Adds vertices of one kind without numbers and ranks, whose indices and unique ids count up, and returns the
     * first.
     */
    int addVertices(int size, int kind, long firstUniqId) {
        requireRoomForVertices(size);
        reserve(slots.released() + size);
        int first = slots.takeRange(size);
        uniqIds.takeRange(firstUniqId, size);
        vertices.addRange(first, size, kind, firstUniqId);
        return first;
    }

    private void requireRoomForVertices(int more) {
        if ((long) vertices.count() + more > VertexTable.MAX_VERTICES) {
            throw new IllegalStateException("A graph can have at most " + VertexTable.MAX_VERTICES + " vertices.");
        }
    }

    /** The number of the kind of vertices that have this in common. */
    int kind(ResourceType type, String basename, long size, String unit) {
        return vertices.kind(types.intern(type), strings.intern(basename), strings.intern(unit), size);
    }

    /**
     * Adds an edge as the last of its source.
     *
     * @param onPath whether it becomes the one that the target's path in the subsystem goes through
     */
    void link(int u, int v, int s, boolean onPath) {
        if (onPath && s == Subsystems.CONTAINMENT) {
            edges.linkPath(u, v);
        } else {
            requireRoom();
            edges.linkFurther(slots.take(), u, v, s, onPath);
        }
    }

    void unlink(int e) {
        if (edges.unlink(e)) {
            slots.release(e);
        }
    }

    /** Makes the indexes know a vertex that has its place in a subsystem now; its parent must be known already. */
    void index(int v, int s) {
        paths.get(s).add(v);
        if (s == Subsystems.CONTAINMENT) {
            ranks.add(v);
            nodes.add(v);
        }
    }

    /** Adds a vertex to the indexes of a subsystem where the hash of the vertex's path is known. */
    void index(int v, int s, int pathHash) {
        paths.get(s).add(v, pathHash);
        if (s == Subsystems.CONTAINMENT) {
            ranks.add(v);
            nodes.add(v);
        }
    }

    /**
     * Indexes vertices in containment as {@link #index} does; the vertices follow each other and their paths are known
     * to be new.
     */
    void indexRange(int first, int size) {
        paths.get(Subsystems.CONTAINMENT).addRange(first, size);
        for (int v = first; ranks.isMade() && v < first + size; v++) {
            ranks.add(v);
        }
        for (int v = first; nodes.isMade() && v < first + size; v++) {
            nodes.add(v);
        }
    }

    /** Makes the indexes forget a vertex while its way to the root is still linked. */
    void unindex(int v, int s) {
        paths.get(s).remove(v);
        if (s == Subsystems.CONTAINMENT && vertices.rank(v) >= 0) {
            ranks.remove(v);
        }
        if (s == Subsystems.CONTAINMENT) {
            nodes.remove(v);
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

    /**
     * Returns the memory of the tables and indexes in bytes; names of types, basenames and units are too few to count.
     */
    long bytes() {
        long indexes = paths.stream().mapToLong(PathIndex::bytes).sum();
        return vertices.bytes()
                + edges.bytes()
                + slots.bytes()
                + indexes
                + ranks.bytes()
                + nodes.bytes()
                + uniqIds.bytes();
    }

    void freeVertex(int v) {
        uniqIds.release(vertices.uniqId(v));
        vertices.free(v);
        slots.release(v);
    }
}
