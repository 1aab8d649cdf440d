package io.banyan.mapping;

import io.banyan.topology.NodeOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The first run of free nodes that follow each other on a curve. The curve is not closed, and a run does not contain
 * nodes without a path between them. Source: Linnert, De Rose,
 * Heiss, figure 6, in which a search is meant to continue behind an occupied node.
 */
public final class CurveShape implements PartitionShape {
    private final NodeOrder curve;

    /** The shape for a curve, such as {@link NodeOrder#hilbert}. */
    public CurveShape(NodeOrder curve) {
        this.curve = curve;
    }

    @Override
    public String requirement() {
        return "free nodes that follow each other on the curve";
    }

    /** O(nodes): each is visited once at most. */
    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        int run = 0;
        for (int position = 0; position < curve.length(); position++) {
            work.add(1);
            run = curve.isCut(position) ? 0 : run;
            run = free.get(curve.node(position)) ? run + 1 : 0;
            if (run == count) {
                List<Integer> nodes = new ArrayList<>(count);
                for (int at = position - count + 1; at <= position; at++) {
                    nodes.add(curve.node(at));
                }
                return nodes;
            }
        }
        return List.of();
    }

    /** The length of the longest run. O(nodes). */
    @Override
    public int largest(BitSet free) {
        int run = 0;
        int longest = 0;
        for (int position = 0; position < curve.length(); position++) {
            run = free.get(curve.node(position)) ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
