package io.banyan.graph;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jgrapht.GraphType;
import org.jgrapht.graph.AbstractGraph;
import org.jgrapht.graph.DefaultGraphType;
import org.jspecify.annotations.Nullable;

/**
 * One subsystem of a resource graph as a read-only JGraphT graph over the live adjacency: nothing is copied, handles
 * are made as they are asked for. Vertices and edges come in the order of their indices, out-edges in their order of
 * insertion.
 */
abstract class SubsystemFace extends AbstractGraph<Vertex, Relation> {
    private static final GraphType TYPE = new DefaultGraphType.Builder()
            .directed()
            .allowMultipleEdges(false)
            .allowSelfLoops(false)
            .weighted(false)
            .modifiable(false)
            .allowCycles(false)
            .build();

    final GraphStore store;
    private final int face;

    SubsystemFace(GraphStore store, int face) {
        this.store = store;
        this.face = face;
    }

    @Override
    public final GraphType getType() {
        return TYPE;
    }

    @Override
    public final boolean containsVertex(@Nullable Vertex v) {
        return v != null && store.vertices.contains(v.index()) && store.isMember(v.index(), face);
    }

    @Override
    public final boolean containsEdge(@Nullable Relation e) {
        return e != null && store.edges.contains(e.index()) && store.edges.subsystem(e.index()) == face;
    }

    @Override
    public final Set<Vertex> vertexSet() {
        return new LiveSet<>(
                () -> store.paths(face).size(),
                v -> v instanceof Vertex vertex && containsVertex(vertex),
                store::bound,
                v -> store.vertices.contains(v) && store.isMember(v, face),
                Vertex::new);
    }

    @Override
    public final Set<Relation> edgeSet() {
        return new LiveSet<>(
                () -> store.edges.count(face),
                e -> e instanceof Relation relation && containsEdge(relation),
                store::bound,
                e -> store.edges.contains(e) && store.edges.subsystem(e) == face,
                Relation::new);
    }

    @Override
    public final Vertex getEdgeSource(Relation e) {
        return new Vertex(store.edges.source(require(e)));
    }

    @Override
    public final Vertex getEdgeTarget(Relation e) {
        return new Vertex(store.edges.target(require(e)));
    }

    @Override
    public final double getEdgeWeight(Relation e) {
        require(e);
        return DEFAULT_EDGE_WEIGHT;
    }

    private int require(Relation e) {
        if (!containsEdge(e)) {
            throw new IllegalArgumentException("The graph has no edge " + e + ".");
        }
        return e.index();
    }

    @Override
    public final Set<Relation> outgoingEdgesOf(Vertex v) {
        Set<Relation> found = new LinkedHashSet<>();
        collect(found, store.edges.firstOut(require(v)), store.edges::nextOut);
        return found;
    }

    @Override
    public final Set<Relation> incomingEdgesOf(Vertex v) {
        Set<Relation> found = new LinkedHashSet<>();
        collect(found, store.edges.firstIn(require(v)), store.edges::nextIn);
        return found;
    }

    @Override
    public final Set<Relation> edgesOf(Vertex v) {
        Set<Relation> found = incomingEdgesOf(v);
        found.addAll(outgoingEdgesOf(v));
        return found;
    }

    private void collect(Set<Relation> found, int first, IntUnaryOperator next) {
        for (int e = first; e >= 0; e = next.applyAsInt(e)) {
            if (store.edges.subsystem(e) == face) {
                found.add(new Relation(e));
            }
        }
    }

    private int require(Vertex v) {
        assertVertexExist(v);
        return v.index();
    }

    @Override
    public final int outDegreeOf(Vertex v) {
        return outgoingEdgesOf(v).size();
    }

    @Override
    public final int inDegreeOf(Vertex v) {
        return incomingEdgesOf(v).size();
    }

    @Override
    public final int degreeOf(Vertex v) {
        return outDegreeOf(v) + inDegreeOf(v);
    }

    @Override
    public final @Nullable Relation getEdge(@Nullable Vertex source, @Nullable Vertex target) {
        if (!containsVertex(source) || !containsVertex(target)) {
            return null;
        }
        int u = Objects.requireNonNull(source).index();
        int v = Objects.requireNonNull(target).index();
        for (int e = store.edges.firstIn(v); e >= 0; e = store.edges.nextIn(e)) {
            if (store.edges.source(e) == u && store.edges.subsystem(e) == face) {
                return new Relation(e);
            }
        }
        return null;
    }

    @Override
    public final @Nullable Set<Relation> getAllEdges(@Nullable Vertex source, @Nullable Vertex target) {
        if (!containsVertex(source) || !containsVertex(target)) {
            return null;
        }
        Relation edge = getEdge(source, target);
        return edge == null ? Set.of() : Set.of(edge);
    }

    /** Identity: comparing two graphs by content would cost O(V + E). */
    @Override
    @SuppressWarnings("EqualsUsingHashCode")
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public final @Nullable Supplier<Vertex> getVertexSupplier() {
        return null;
    }

    @Override
    public final @Nullable Supplier<Relation> getEdgeSupplier() {
        return null;
    }

    // The graph changes by attach and detach only.

    @Override
    public final Vertex addVertex() {
        throw readOnly();
    }

    @Override
    public final boolean addVertex(Vertex v) {
        throw readOnly();
    }

    @Override
    public final Relation addEdge(Vertex source, Vertex target) {
        throw readOnly();
    }

    @Override
    public final boolean addEdge(Vertex source, Vertex target, Relation e) {
        throw readOnly();
    }

    @Override
    public final Relation removeEdge(Vertex source, Vertex target) {
        throw readOnly();
    }

    @Override
    public final boolean removeEdge(Relation e) {
        throw readOnly();
    }

    @Override
    public final boolean removeVertex(Vertex v) {
        throw readOnly();
    }

    @Override
    public final boolean removeAllEdges(Collection<? extends Relation> edges) {
        throw readOnly();
    }

    @Override
    public final Set<Relation> removeAllEdges(Vertex source, Vertex target) {
        throw readOnly();
    }

    @Override
    public final boolean removeAllVertices(Collection<? extends Vertex> vertices) {
        throw readOnly();
    }

    @Override
    public final void setEdgeWeight(Relation e, double weight) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("A resource graph changes by attach and detach only.");
    }
}
