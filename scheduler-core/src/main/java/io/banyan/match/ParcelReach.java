package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.graph.ResourceGraph;
import io.banyan.match.policy.MatchPolicy;
import java.util.Arrays;

/** The check whether results of parcels are sufficient for a demand, so that not all parcels must be entered. */
final class ParcelReach {

    private final Traversal walk;
    private final ResourceGraph graph;
    private final NodeClasses nodeClasses;
    private final boolean wantsRuns;

    ParcelReach(Traversal walk, NodeClasses nodeClasses) {
        this.walk = walk;
        this.graph = walk.graph;
        this.nodeClasses = nodeClasses;
        this.wantsRuns = walk.policy.ranking() == MatchPolicy.Ranking.LOCALITY;
    }

    /** Whether the candidates of the demands are in parcels. O(demands). */
    boolean applies(int u, Demand[] list, boolean pristine) {
        if (list.length == 0 || !nodeClasses.isWide(u) || nodeClasses.hasTimedWays() || isSoonerFoundByLooking(u)) {
            return false;
        }
        boolean nested = nodeClasses.hasWideChildren(u);
        boolean nodesInNodes = nodeClasses.wideOfType(graph.types().id("node")) > 0
                || nodeClasses.wideOfType(graph.types().id("storage_node")) > 0;
        boolean slotsSpan = walk.request.hasNodeSlots
                && nodeClasses.wideOfType(graph.types().id("node")) > 0;
        if (slotsSpan || (nested && (!pristine || nodesInNodes))) {
            return false;
        }
        for (int i = 0; i < list.length; i++) {
            Demand demand = list[i];
            boolean above = demand.slot
                    ? nested && Arrays.stream(demand.with).allMatch(kind -> nodeClasses.hangsBelowWide(kind.typeId))
                    : nodeClasses.wideOfType(demand.typeId) > 0;
            boolean again = false;
            for (int j = 0; j < i; j++) {
                again |= list[j].typeId == demand.typeId;
            }
            if (above || again) {
                return false;
            }
        }
        return !wantsRuns || !isTop(list[0]) || isRoot(u);
    }

    /**
     * Whether looking at the parcels is faster, since a search that takes the first that fits looks at few, and asking
     * all signatures would cost more where they are many.
     */
    private boolean isSoonerFoundByLooking(int u) {
        return walk.policy.stopEarly() && nodeClasses.areUnlikeBelow(u);
    }

    boolean isTop(Demand demand) {
        return Arrays.asList(walk.request.top).contains(demand);
    }

    boolean isRoot(int u) {
        return u == walk.schedule.aggregates().root();
    }

    /**
     * Whether the list is a slot of one node, which is made where nodes hang: below wide vertices that are below this
     * one. Each node then is worth a slot.
     *
     * @param runsAreKnown whether the runs that {@code locality} wants were found further up
     */
    boolean appliesToSites(int u, Demand[] list, boolean pristine, boolean runsAreKnown) {
        boolean ofNodes = list.length == 1
                && list[0].slot
                && list[0].with.length == 1
                && list[0].with[0].most == 1
                && list[0].with[0].typeId == graph.types().id("node");
        return ofNodes
                && pristine
                && nodeClasses.isWide(u)
                && !isSoonerFoundByLooking(u)
                && !nodeClasses.hasTimedWays()
                && nodeClasses.hasWideChildren(u)
                && !nodeClasses.hasChildOfType(u, list[0].with[0].typeId)
                && nodeClasses.wideOfType(list[0].with[0].typeId) == 0
                && nodeClasses.wideOfType(graph.types().id("storage_node")) == 0
                && (!wantsRuns || runsAreKnown || (isRoot(u) && isTop(list[0])));
    }
}
