package io.banyan.graph;

import io.banyan.resource.Subsystem;
import io.banyan.rset.HostList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jgrapht.Graph;

/**
 * The resource graph: the existing resources and their relations (RFC 4; Milroy et al., "A Dynamic, Hierarchical
 * Resource Model for Converged Computing"). Directed, one hierarchy a subsystem; a vertex has a dense {@code int}
 * index, and base data sits in arrays by index, so that a vertex with its edge costs less than 100 bytes.
 *
 * <p>The graph itself is a JGraphT graph of the containment hierarchy, read-only from that side; {@link #view} gives
 * the other hierarchies. It changes by {@link #attach} and {@link #detach} only, which are all or nothing and write
 * nothing but the vertices concerned.
 *
 * <p>The reading calls with {@code int} arguments are O(1) and allocate nothing unless they say otherwise. They take
 * the index of a vertex (or edge) that exists: for any other the result is undefined. The index of a detached vertex is
 * reused by a later attach: never journal or send one. Not thread-safe: one thread owns a graph.
 */
public final class ResourceGraph extends VertexData {
    private static final int NONE = -1;

    /** An empty graph. */
    public ResourceGraph() {
        this(new GraphStore());
    }

    ResourceGraph(GraphStore store) {
        super(store);
    }

    /**
     * The graph that a value describes.
     *
     * @throws GraphException as {@link #attach} does
     */
    public static ResourceGraph of(Subgraph subgraph) throws GraphException {
        var graph = new ResourceGraph();
        graph.attach(subgraph);
        return graph;
    }

    /**
     * The graph that a value describes, in which vertices can share a path. Each of them has a path of its own in the
     * graph; see {@link #verticesWritten} and {@link #appendWrittenPath}.
     *
     * @throws GraphException as {@link #attach} does, except where a path occurs twice
     */
    public static ResourceGraph ofShared(Subgraph subgraph) throws GraphException {
        SharedPaths apart = SharedPaths.apart(subgraph);
        ResourceGraph graph = of(apart.subgraph());
        apart.written().forEach((path, segment) -> graph.store.vertices.setWrittenSegment(graph.find(path), segment));
        return graph;
    }

    // ---- sizes ----------------------------------------------------------------------------------------------------

    /** One more than the greatest vertex index in use: how long an array by vertex must be. */
    public int vertexBound() {
        return store.bound();
    }

    /** How many vertices there are, in all subsystems. */
    public int vertexCount() {
        return store.vertices.count();
    }

    /** How many edges there are, in all subsystems. */
    public int edgeCount() {
        return store.edges.count();
    }

    /** Whether there is a vertex with this index; any number may be asked for. */
    public boolean contains(int v) {
        return store.vertices.contains(v);
    }

    /**
     * The memory of the graph: its arrays, including reserve, and an estimate of its few maps. O(vertices with
     * properties).
     */
    public long bytes() {
        return store.bytes();
    }

    /** The number of vertices created and freed and of edge ends written so far, for the localisation tests. */
    public long touched() {
        return store.vertices.writes() + store.edges.writes();
    }

    // ---- hierarchy ------------------------------------------------------------------------------------------------

    /**
     * Whether every edge is one that a containment path goes through: there are no other subsystems and no further
     * parents.
     */
    public boolean isContainmentTree() {
        return store.edges.isTree();
    }

    /** The root of the containment hierarchy, -1 for an empty graph. */
    public int root() {
        return store.root(Subsystems.CONTAINMENT);
    }

    /** The root of a subsystem, -1 if it has none. */
    public int root(Subsystem subsystem) {
        return store.root(store.subsystems.id(subsystem));
    }

    /** The subsystems by number, containment first. */
    public List<Subsystem> subsystems() {
        return store.subsystems.list();
    }

    /** The number of a subsystem, -1 if the graph has none of that name. */
    public int subsystemId(Subsystem subsystem) {
        return store.subsystems.id(subsystem);
    }

    /** The first edge out of a vertex in the order of insertion, whatever its subsystem, or -1. */
    public int firstOut(int v) {
        return store.edges.firstOut(v);
    }

    /** The edge after this one out of the same vertex, or -1. */
    public int nextOut(int e) {
        return store.edges.nextOut(e);
    }

    /** Whether an edge comes before another one out of the same vertex, in the order of {@link #nextOut}. */
    public boolean precedes(int e, int other) {
        return store.edges.precedes(e, other);
    }

    /** The first edge into a vertex, or -1. In each subsystem the edge that the path goes through comes first. */
    public int firstIn(int v) {
        return store.edges.firstIn(v);
    }

    /** The edge after this one into the same vertex, or -1. */
    public int nextIn(int e) {
        return store.edges.nextIn(e);
    }

    /** The vertex that the edge comes from. */
    public int source(int e) {
        return store.edges.source(e);
    }

    /** The vertex that the edge leads to. */
    public int target(int e) {
        return store.edges.target(e);
    }

    /** The number of the edge's subsystem. */
    public int subsystem(int e) {
        return store.edges.subsystem(e);
    }

    /** The vertex above in the containment hierarchy, through which the path goes; -1 for the root. */
    public int parent(int v) {
        return store.names.parent(v, Subsystems.CONTAINMENT);
    }

    /** The vertex above in a subsystem, through which the path goes; -1 for its root and for vertices not in it. */
    public int parent(int v, int subsystemId) {
        return store.names.parent(v, subsystemId);
    }

    /** The edge that the vertex's path in a subsystem goes through; -1 for its root and for vertices not in it. */
    public int inEdge(int v, int subsystemId) {
        return store.names.primaryEdge(v, subsystemId);
    }

    /** Whether the vertex belongs to a subsystem. */
    public boolean isMember(int v, int subsystemId) {
        return store.isMember(v, subsystemId);
    }

    /** How many vertices are above in the containment hierarchy. O(depth). */
    public int depth(int v) {
        int depth = 0;
        for (int p = parent(v); p >= 0; p = parent(p)) {
            depth++;
        }
        return depth;
    }

    // ---- finding --------------------------------------------------------------------------------------------------

    /** The vertex with this containment path, or -1. O(length of the path). */
    public int find(String containmentPath) {
        return store.find(containmentPath, Subsystems.CONTAINMENT);
    }

    /**
     * The vertices to which a document gives this containment path, in the order of their edges. O(length of the path),
     * and O(children on the way) where vertices share a path.
     */
    public int[] verticesWritten(String containmentPath) {
        if (store.vertices.hasShared()) {
            return new WrittenPaths(store).find(containmentPath);
        }
        int v = find(containmentPath);
        return v < 0 ? new int[0] : new int[] {v};
    }

    /** The vertex with this path in a subsystem, or -1. O(length of the path). */
    public int find(String path, Subsystem subsystem) {
        return store.find(path, store.subsystems.id(subsystem));
    }

    /**
     * The vertex with this path in containment, else in the first other subsystem that has it, or -1. O(length of the
     * path).
     */
    public int findAnywhere(String path) {
        return subsystems().stream()
                .mapToInt(subsystem -> find(path, subsystem))
                .filter(v -> v >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** The path in containment, else in the first other subsystem that the vertex is in. O(length of the path). */
    public String anyPath(int v) {
        return subsystems().stream()
                .flatMap(subsystem -> path(v, subsystem).stream())
                .findFirst()
                .orElse("");
    }

    /** The containment path, empty for a vertex outside the containment hierarchy. O(length of the path). */
    public String path(int v) {
        return path(v, Subsystem.CONTAINMENT).orElse("");
    }

    /**
     * Appends the path in a subsystem, of which the vertex is a member, to a text: the path as documents have it, which
     * several vertices can share. O(length of the path).
     */
    public void appendWrittenPath(StringBuilder text, int v, int subsystemId) {
        if (store.vertices.hasShared()) {
            store.names.appendWritten(text, v, subsystemId);
        } else {
            store.names.append(text, v, subsystemId);
        }
    }

    /** Whether the vertex's name is another than basename and number. */
    public boolean isNamed(int v) {
        return store.vertices.isNamed(v);
    }

    /** Appends {@link #name} to a text. O(length of the name). */
    public void appendName(StringBuilder text, int v) {
        store.names.appendName(text, v);
    }

    /** Adds {@link #name} to a list of hosts. O(length of the name). */
    public void addName(HostList.Builder hosts, int v) {
        store.names.addName(hosts, v);
    }

    /** The path in a subsystem, nothing if the vertex is not in it. O(length of the path). */
    public Optional<String> path(int v, Subsystem subsystem) {
        int s = store.subsystems.id(subsystem);
        return s >= 0 && store.isMember(v, s) ? Optional.of(store.names.path(v, s)) : Optional.empty();
    }

    /** The vertices at which a rank begins (they carry it, their parents do not): usually one node. Allocates. */
    public int[] verticesOfRank(int rank) {
        return store.ranks.get(rank);
    }

    /**
     * The nodes of a name, usually one, in the order in which they came. O(nodes of the name) once the index is built.
     * Allocates.
     */
    public int[] nodesNamed(String name) {
        return store.nodes.get(name);
    }

    /**
     * The names that several nodes have, in their order, so that no node can be addressed by them. O(their number) once
     * the index is built.
     */
    public List<String> ambiguousNames() {
        return store.nodes.ambiguous();
    }

    /** The vertices of a type in the order of their indices. O(V). */
    public int[] verticesOfType(int typeId) {
        IntStream.Builder found = IntStream.builder();
        for (int v = 0; v < vertexBound(); v++) {
            if (contains(v) && typeId(v) == typeId) {
                found.add(v);
            }
        }
        return found.build().toArray();
    }

    /** The JGraphT face of a subsystem; of one that the graph does not have, an empty graph. */
    public Graph<Vertex, Relation> view(Subsystem subsystem) {
        int s = store.subsystems.id(subsystem);
        if (s == Subsystems.CONTAINMENT) {
            return this;
        }
        return s < 0 ? new ResourceGraph() : new SubsystemView(store, s);
    }

    // ---- values ---------------------------------------------------------------------------------------------------

    /** The vertex as a value. Its JGF id is its unique id. */
    public SubgraphVertex vertex(int v) {
        return new GraphValues(store).vertex(v);
    }

    /** Returns all vertices, in pre-order of the containment hierarchy, then those in other hierarchies only. O(V). */
    public int[] preOrder() {
        return new GraphValues(store).preOrder();
    }

    /**
     * Returns the whole graph as a value, in pre-order of the containment hierarchy, then the vertices in other
     * hierarchies only. O(V + E).
     */
    public Subgraph toSubgraph() {
        return new GraphValues(store).all();
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /**
     * Adds a subgraph. Vertices whose path exists stay as they are; so do edges between such. Either the whole subgraph
     * is attached or nothing changes. O(n + m) for n vertices and m edges, whatever the size of the graph.
     *
     * @throws GraphException if the subgraph breaks a rule: a vertex with no path or size, a path twice, a vertex that
     *     is not below its parent, a second root, an edge that is not within its subsystem, a cycle, a type that
     *     disagrees with the existing vertex's, a limit
     */
    public Attachment attach(Subgraph subgraph) throws GraphException {
        return attach(plan(subgraph));
    }

    /**
     * How {@link #attach(Subgraph)} would add the subgraph; changes nothing. O(n + m).
     *
     * @throws GraphException as that does
     */
    public AttachPlan plan(Subgraph subgraph) throws GraphException {
        return new SubgraphCheck(store, subgraph).check();
    }

    /** Adds a subgraph as it was planned; undefined where the graph has changed since then. O(n + m). */
    public Attachment attach(AttachPlan plan) {
        return new Attaching(store, plan).run();
    }

    /**
     * Removes a vertex with everything below it in the containment hierarchy. Vertices below a removed vertex in
     * another subsystem leave that subsystem, and are removed too if they belong to no other. O(removed vertices).
     *
     * @return the indices that are free now, children before parents
     * @throws IllegalArgumentException if there is no such vertex
     */
    public int[] detach(int v) {
        if (!contains(v)) {
            throw new IllegalArgumentException("There is no vertex " + v + " to detach.");
        }
        return new Detaching(store).run(v);
    }

    /** Throws where the indexes disagree with the tables. O(V x depth): for tests. */
    public void checkInvariants() {
        new GraphInvariants(store).check();
    }

    /** A short description; the content would be too long. */
    @Override
    public String toString() {
        return "ResourceGraph[" + vertexCount() + " vertices, " + edgeCount() + " edges, root "
                + (root() == NONE ? "none" : name(root())) + "]";
    }
}
