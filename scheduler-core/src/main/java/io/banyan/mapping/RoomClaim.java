package io.banyan.mapping;

import java.util.List;

/**
 * The nodes that a running job needs next and does not have yet. It claims free nodes near those that it has.
 *
 * @param job its number
 * @param nodes those that it has; at least one
 * @param missing the number of nodes that it claims
 */
public record RoomClaim(long job, List<Integer> nodes, int missing) {
    /** Copies the nodes. */
    public RoomClaim {
        nodes = List.copyOf(nodes);
    }
}
