package io.banyan.instance.message.value;

import io.banyan.graph.Subgraph;

/**
 * The resources that a grow brought: the answer to one request id, the same at every level.
 *
 * @param subgraph the resources with all their ancestors. Granted vertices are marked exclusive, with the granted
 *     amount as their size; the other vertices show their place
 */
public record Grant(String requestId, Subgraph subgraph, GrantSource source) {
    /** The beginning of the ids of grants that a parent offers to a malleable child. */
    public static final String OFFERED = ValueChecks.MADE_HERE + "offer" + ValueChecks.MADE_HERE;

    /** Checks the id and that the vertices have their places. */
    public Grant {
        ValueChecks.id(requestId, "a request id");
        if (subgraph.vertices().isEmpty()) {
            throw new IllegalArgumentException("grant " + requestId + " contains no resources");
        }
        ValueChecks.granted(subgraph);
    }

    /** Whether the parent offered this grant, and the child did not ask for it. */
    public boolean isOffer() {
        return requestId.startsWith(OFFERED);
    }

    /** All that it brings, as it is given back. O(n x depth + m). */
    public Parcel whole() {
        return new Parcel(requestId, GrantedParts.tops(subgraph));
    }
}
