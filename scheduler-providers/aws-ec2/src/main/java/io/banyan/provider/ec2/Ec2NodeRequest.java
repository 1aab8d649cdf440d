package io.banyan.provider.ec2;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import java.util.List;

/**
 * A part of a jobspec: a number of units, each of which lies on one node.
 *
 * @param count of units
 * @param times the factor of each unit of the count
 * @param unit the needs of one
 * @param isShared whether several may lie on the same node: slots may, nodes may not
 * @param zones in how many zones, each with all of this; 0 where that does not matter
 * @param constraints that the node must meet
 */
record Ec2NodeRequest(
        Count count, long times, NodeShape unit, boolean isShared, long zones, List<Constraint> constraints) {
    Ec2NodeRequest {
        constraints = List.copyOf(constraints);
    }

    /** The least that will do, in units. */
    long least() {
        return Math.multiplyExact(count.min(), times);
    }

    /** The number of units to buy: the upper bound, or the least if there is no upper bound. */
    long wanted() {
        return Math.multiplyExact(count.max() == Count.UNBOUNDED ? count.min() : count.effectiveMax(), times);
    }

    /** The number of units to buy with at most the given number of nodes, and never less than the least. */
    long wanted(long mostNodes) {
        return isShared ? wanted() : Math.max(least(), usable(Math.min(wanted(), mostNodes / Math.max(1, zones))));
    }

    /** Returns how many of the given units can be used; 0 if they are too few. */
    long usable(long units) {
        return count.calc(units / times) * times;
    }

    boolean accepts(Offer offer) {
        return constraints.stream().allMatch(constraint -> constraint.matches(offer));
    }

    /** How many units an instance of this kind can take. */
    long perNode(InstanceKind kind) {
        long held = kind.shape().holds(unit);
        return isShared ? held : Math.min(1, held);
    }
}
