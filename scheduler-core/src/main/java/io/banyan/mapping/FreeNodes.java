package io.banyan.mapping;

import io.banyan.planner.TimeWindow;
import java.util.BitSet;

/** The free nodes over time. Nodes have the numbers of the topology. */
public interface FreeNodes {
    /** The number of nodes, free or not. */
    int nodes();

    /** The nodes that are free in a whole window; a new set. O(nodes x log bookings). */
    BitSet during(TimeWindow window);

    /**
     * The earliest start, not before {@code fromSec}, from which at least so many nodes are free at each instant of the
     * duration, though not always the same ones. O(log bookings) for each stretch of time with enough free nodes.
     *
     * @return {@link Long#MAX_VALUE} if there is none
     */
    long earliest(int count, long fromSec, long durationSec);

    /** The first instant after another at which a node becomes free or occupied; {@link Long#MAX_VALUE} if none. */
    long nextChange(long afterSec);
}
