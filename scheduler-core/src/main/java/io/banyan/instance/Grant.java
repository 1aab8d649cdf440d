package io.banyan.instance;

import io.banyan.graph.Subgraph;

/**
 * What a grow brought: the answer to one request id, the same at every level.
 *
 * @param subgraph the resources with all their ancestors. What is granted is marked exclusive, with the granted amount as its size; the
 *     other vertices say where it belongs
 */
public record Grant(String requestId, Subgraph subgraph, GrantSource source) {
    /** Checks the id and that the vertices have their places. */
    public Grant {
        Checks.id(requestId, "a request id");
        if (subgraph.vertices().isEmpty()) {
            throw new IllegalArgumentException("grant " + requestId + " brings nothing");
        }
        Checks.granted(subgraph);
    }

    /** All that it brings, as it is given back. O(n x depth + m). */
    public Parcel whole() {
        return new Parcel(requestId, GrantedParts.tops(subgraph));
    }
}
