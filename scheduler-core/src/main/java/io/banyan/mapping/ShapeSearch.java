package io.banyan.mapping;

import io.banyan.mapping.PartitionShape.SearchWork;
import java.util.BitSet;
import java.util.List;

/**
 * The earliest start at which nodes are free in a shape. A start is tried only if the number of free nodes suffices
 * during the whole run time; otherwise the search continues at the next change of the free nodes. Source: Linnert, De
 * Rose, Heiss, figures 6 and 8.
 */
public final class ShapeSearch {
    private ShapeSearch() {}

    /** Returns the nodes and the start, or the reason why there are none. O(changes x shape). */
    public static ShapeResult find(PartitionShape shape, ShapeRequest request, FreeNodes free, SearchWork work) {
        int needed = request.nodes();
        if (needed > free.nodes()) {
            return new ShapeResult.TooLarge(needed, free.nodes());
        }
        int starts = 0;
        BitSet most = new BitSet();
        long fromSec = request.earliestSec();
        while (fromSec <= request.lastStartSec()) {
            long startSec = free.earliest(needed, fromSec, request.durationSec());
            if (startSec > request.lastStartSec()) {
                break;
            }
            BitSet during = free.during(request.from(startSec));
            starts++;
            most = during.cardinality() > most.cardinality() ? during : most;
            List<Integer> nodes = shape.find(during, needed, work);
            if (!nodes.isEmpty()) {
                return new ShapeResult.Placed(request.from(startSec), nodes);
            }
            fromSec = free.nextChange(startSec);
        }
        return starts == 0
                ? new ShapeResult.TooFew(needed)
                : new ShapeResult.NoShape(needed, starts, most.cardinality(), shape.largest(most), shape.requirement());
    }
}
