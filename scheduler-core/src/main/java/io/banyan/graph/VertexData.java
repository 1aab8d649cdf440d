package io.banyan.graph;

import io.banyan.resource.Status;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The data of each vertex of a resource graph, by the vertex's index: the base data of RFC 4, without the hierarchy.
 * The rules of {@link ResourceGraph} hold here as well.
 */
abstract sealed class VertexData extends SubsystemFace permits ResourceGraph {
    private IntConsumer propertyChange = v -> {};

    VertexData(GraphStore store) {
        super(store, Subsystems.CONTAINMENT);
    }

    /** Registers the listener for each vertex whose properties change. A later listener replaces an earlier one. */
    public final void onPropertyChange(IntConsumer listener) {
        propertyChange = listener;
    }

    /** The resource types by number. */
    public final Types types() {
        return store.types;
    }

    /** The number of the vertex's type. */
    public final int typeId(int v) {
        return store.vertices.type(v);
    }

    /** The vertex's name, usually basename and number. Allocates. */
    public final String name(int v) {
        return store.names.name(v);
    }

    /** The name without the number. */
    public final String basename(int v) {
        return store.strings.get(store.vertices.basename(v));
    }

    /** The logical id in its scope, -1 for none. */
    public final long number(int v) {
        return store.vertices.number(v);
    }

    /** The number that is unique in this graph. */
    public final long uniqId(int v) {
        return store.vertices.uniqId(v);
    }

    /** The execution target, -1 for none. */
    public final int rank(int v) {
        return store.vertices.rank(v);
    }

    /** How much of the resource the vertex stands for, at least 1. */
    public final long size(int v) {
        return store.vertices.size(v);
    }

    /** The unit of the size, empty for none. */
    public final String unit(int v) {
        return store.strings.get(store.vertices.unit(v));
    }

    /** Takes the units from all vertices. O(different vertices). */
    public final void forgetUnits() {
        store.vertices.setUnits(store.strings.intern(""));
    }

    /** The properties as they are now, in the order of their keys. O(1). */
    public final Map<String, String> properties(int v) {
        return store.vertices.properties(v);
    }

    /**
     * The least part of the vertex that is given out, where it is marked as {@link io.banyan.resource.Divisible} and
     * has nothing below it; 0 where it is given whole only. O(log properties).
     */
    public final long granule(int v) {
        return store.edges.firstOut(v) < 0 ? store.vertices.granule(v) : 0;
    }

    /** Whether any vertex is marked as divisible. */
    public final boolean hasDivisible() {
        return store.vertices.divisible() > 0;
    }

    /** Whether any vertex came as down. */
    public final boolean hasDown() {
        return store.vertices.down() > 0;
    }

    /** The status that the vertex came with; the schedule has the present status. */
    public final Status initialStatus(int v) {
        return store.vertices.isDown(v) ? Status.DOWN : Status.UP;
    }

    /**
     * Gives a vertex a property or another value for it. O(log properties).
     *
     * @throws IllegalArgumentException where the value is not one of {@link io.banyan.resource.Divisible}
     */
    public final void setProperty(int v, String key, String value) {
        store.vertices.putProperty(v, key, value);
        propertyChange.accept(v);
    }

    /** Takes a property away; nothing happens if there is none. O(log properties). */
    public final void removeProperty(int v, String key) {
        store.vertices.removeProperty(v, key);
        propertyChange.accept(v);
    }
}
