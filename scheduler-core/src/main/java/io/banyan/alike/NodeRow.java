package io.banyan.alike;

import org.jspecify.annotations.Nullable;

/** A walk along vertices in an order. Its result is undefined after a change of the schedule. */
public final class NodeRow {
    private final SortedVertices.@Nullable Walk walk;

    NodeRow(@Nullable SortedVertices vertices) {
        this.walk = vertices == null ? null : vertices.walk();
    }

    NodeRow(SortedVertices.Walk walk) {
        this.walk = walk;
    }

    /** Whether there is a vertex here. */
    public boolean isAtVertex() {
        return walk != null && walk.isAtMember();
    }

    /** The vertex here. */
    public int vertex() {
        if (walk == null) {
            throw new IllegalStateException("There is no vertex here.");
        }
        return walk.vertex();
    }

    /** Goes on to the next. */
    public void advance() {
        if (walk != null) {
            walk.advance();
        }
    }
}
