package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.ConstraintTarget;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** The questions asked of a vertex before its subtree is entered: up, constraint, free, exclusive, enough below. */
public final class Pruning {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Availability availability;
    private final Constraint constraint;
    private final boolean wholeNodes;
    private final int nodeType;
    private final int storageNodeType;
    /** The demand that last found too little below a vertex, of which type, and how much there is. */
    private @Nullable Demand lackingDemand;

    private int lackingType;
    private long lackingFree;

    /**
     * The questions for one traversal.
     *
     * @param wholeNodes whether every node that is used is given whole, one that the jobspec does not name too
     */
    public Pruning(Schedule schedule, Availability availability, Constraint constraint, boolean wholeNodes) {
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.availability = availability;
        this.constraint = constraint;
        this.wholeNodes = wholeNodes;
        this.nodeType = graph.types().id("node");
        this.storageNodeType = graph.types().id("storage_node");
    }

    /**
     * Why the vertex is not to be entered for these demands, or null where it may be. O(demands x tracked types).
     *
     * @param granule the least part of it that is of use, where it is given in parts, or 0
     */
    @Nullable Cause refusal(int u, int edge, Demand[] list, boolean exclusive, long granule) {
        if (!availability.isUp(u)) {
            return Cause.DOWN;
        }
        if (!meetsConstraint(u)) {
            return Cause.CONSTRAINT;
        }
        boolean byOtherWay = edge >= 0 && graph.source(edge) != aggregates.parent(u);
        if (availability.free(u) < Math.max(1, granule) || (byOtherWay && availability.isHeldAbove(u))) {
            return availability.hasPart(u) ? Cause.HELD_IN_PART : Cause.BUSY;
        }
        if (granule > 0 && availability.isShared(u)) {
            return Cause.NOT_EXCLUSIVE;
        }
        if (wholeNodes && graph.typeId(u) == nodeType && !availability.isExclusivelyFree(u)) {
            return Cause.NOT_EXCLUSIVE;
        }
        for (Demand demand : list) {
            if (!demand.slot && demand.typeId != graph.typeId(u)) {
                continue;
            }
            if (!demand.slot && !demand.requires.matches(target(u))) {
                return Cause.REQUIRES;
            }
            if (!demand.slot && exclusive && !availability.isExclusivelyFree(u)) {
                return Cause.NOT_EXCLUSIVE;
            }
            if (lacking(u, demand) >= 0) {
                return Cause.TOO_LITTLE_BELOW;
            }
        }
        return null;
    }

    public boolean meetsConstraint(int u) {
        int type = graph.typeId(u);
        return (type != nodeType && type != storageNodeType) || constraint.matches(target(u));
    }

    /** The vertex as a constraint sees it. */
    public ConstraintTarget target(int u) {
        return new Constrained(graph, u);
    }

    /** Reports to a witness which amounts were too small below the vertex that was refused last. */
    void tellLacking(int u, Witness witness) {
        if (lackingDemand != null) {
            witness.tooLittle(u, lackingDemand, lackingType, lackingFree);
        }
    }

    /** The position of the first tracked type of which too little is free below the vertex, or -1. */
    public int lacking(int u, Demand demand) {
        if (!aggregates.isInterior(u) || !aggregates.countsAll(u)) {
            return -1;
        }
        int[] types = aggregates.trackedTypes(u);
        for (int i = 0; i < types.length; i++) {
            long needed = types[i] < demand.surelyBelow.length ? demand.surelyBelow[types[i]] : 0;
            long free = needed > 0 ? availability.freeBelow(u, i) : 0;
            if (free < needed) {
                lackingDemand = demand;
                lackingType = types[i];
                lackingFree = free;
                return i;
            }
        }
        return -1;
    }
}
