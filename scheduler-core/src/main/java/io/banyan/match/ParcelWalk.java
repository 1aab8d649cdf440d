package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.alike.NodeRow;
import io.banyan.alike.NodeSignature;
import io.banyan.alike.Order;
import io.banyan.graph.ResourceGraph;
import io.banyan.match.policy.MatchPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Explores a wide vertex without entering all its parcels: one parcel of each signature is searched, and then the
 * parcels with the candidates that will be chosen are entered. The result is that of entering all parcels, without
 * candidates that would not be chosen. O(signatures + what is needed x (parcel + log signatures)).
 */
final class ParcelWalk {

    private final Traverser traverser;
    private final Traversal walk;
    private final ResourceGraph graph;
    private final NodeClasses nodeClasses;
    private final ParcelEntry parcelEntry;
    private final Outlooks outlooks;
    private final ParcelReach reach;
    private final boolean wantsRuns;
    /**
     * The runs of the nodes of which the slots of the top level are made, where {@code locality} wants them and they
     * are known.
     */
    private @Nullable Runs runsOfSites;

    /**
     * A way to explore for a walk.
     *
     * @param outlooks the known results of the walk's request under the same constraint, policy and availability
     */
    ParcelWalk(Traverser traverser, Traversal walk, NodeClasses nodeClasses, Outlooks outlooks) {
        this.traverser = traverser;
        this.walk = walk;
        this.graph = walk.graph;
        this.nodeClasses = nodeClasses;
        this.parcelEntry = new ParcelEntry(traverser, walk, nodeClasses);
        this.outlooks = outlooks;
        this.reach = new ParcelReach(walk, nodeClasses);
        this.wantsRuns = walk.policy.ranking() == MatchPolicy.Ranking.LOCALITY;
    }

    private Survey survey(Sought sought) {
        return new Survey(traverser, walk, nodeClasses, outlooks, sought);
    }

    private Sought sought(int u, Demand[] list, long needed, boolean pristine, boolean exclusive) {
        return new Sought(u, list, needed, pristine, exclusive, outlooks);
    }

    /** Whether the candidates of the demands are in parcels. O(demands). */
    boolean applies(int u, Demand[] list, boolean pristine) {
        return reach.applies(u, list, pristine);
    }

    /** Whether the list is a slot of one node, which is made where nodes hang further down. O(1). */
    boolean appliesToSites(int u, Demand[] list, boolean pristine) {
        return reach.appliesToSites(u, list, pristine, runsOfSites != null);
    }

    /**
     * Whether under {@code locality} as many slots as are wanted will do of all that could be made below the vertex:
     * they are made the highest score first, contiguity is judged already or among these slots alone, and so it leaves
     * them in their order.
     */
    boolean fewSlotsWillDo(int u, Demand slot) {
        boolean isJudged = reach.isRoot(u) || !reach.isTop(slot) || runsOfSites != null;
        return isJudged
                && applies(u, slot.with, false)
                && survey(sought(u, slot.with, slot.most, false, true)).isEven();
    }

    /** Enters those children of a wide vertex that lead to the nodes of which the slots will be made. */
    void exploreSites(int u, Demand[] list, boolean exclusive, Candidates found) {
        Demand slot = list[0];
        var nodes = sought(u, slot.with, slot.most, false, true);
        Survey survey = survey(nodes);
        survey.tell(false);
        if (survey.offersNothing()) {
            if (!survey.groups().isEmpty()) {
                walk.witness.found(slot.with[0], 0, false);
            }
            return;
        }
        var there = sought(u, list, 1, true, exclusive);
        if (walk.policy.stopEarly()) {
            inOrder(there, survey, found);
            return;
        }
        Set<Integer> children = new LinkedHashSet<>();
        Set<Integer> best = wantsRuns ? claimRunsOfSites(slot, nodes, survey, found) : claim(nodes, survey);
        best.forEach(parcel -> children.add(childAbove(u, parcel)));
        for (NodeSignature signature : wantsRuns ? List.<NodeSignature>of() : survey.unlike()) {
            for (NodeRow row = nodeClasses.membersBelow(u, signature, Order.PLACE); row.isAtVertex(); row.advance()) {
                children.add(childAbove(u, row.vertex()));
            }
        }
        children.stream().sorted(nodeClasses::compareByPlace).forEach(child -> enter(there, child, found));
    }

    /** Claims the nodes of the best slots; returns the runs of all slots, which include those below the children. */
    private Set<Integer> claimRunsOfSites(Demand slot, Sought nodes, Survey survey, Candidates found) {
        Demand node = nodes.list[0];
        var streams = new RunStreams(graph, nodeClasses, nodes.u, node);
        survey.groups().forEach(group -> streams.add(group.outlook().offer(0), group.signature()));
        for (NodeSignature signature : survey.unlike()) {
            for (NodeRow row = nodeClasses.membersBelow(nodes.u, signature, Order.PLACE);
                    row.isAtVertex();
                    row.advance()) {
                var there = new Candidates(graph.types().size());
                Traversal trial = walk.toldTo(new Tally(walk.request.all, graph));
                new Traverser(trial, traverser.seen())
                        .enter(row.vertex(), inEdge(row.vertex()), nodes.list, false, true, there);
                streams.add(row.vertex(), there.of(node.typeId));
            }
        }
        Runs known = runsOfSites;
        if (known != null) {
            return new LinkedHashSet<>(streams.bestOf(known, node.most, nodes.needed));
        }
        var runs = new Runs();
        List<Integer> best = streams.best(node.most, nodes.needed, runs);
        runsOfSites = runs;
        found.tell(slot.typeId, runs.raised(1));
        return new LinkedHashSet<>(best);
    }

    private int childAbove(int u, int parcel) {
        int child = parcel;
        for (int above = graph.parent(child, walk.dominant); above != u; above = graph.parent(child, walk.dominant)) {
            child = above;
        }
        return child;
    }

    /** Finds so many bundles of each demand of the list below a wide vertex, or as many as there are. */
    void explore(int u, Demand[] list, long needed, boolean pristine, boolean exclusive, Candidates found) {
        var sought = sought(u, list, needed, pristine, exclusive);
        boolean allThereIs = !pristine || u == walk.schedule.aggregates().root();
        Survey survey = survey(sought);
        if (walk.policy.stopEarly()) {
            if (allThereIs && survey.unlike().isEmpty() && !suffices(list, survey.totals(List.of()))) {
                refuse(sought, survey, new ArrayList<>(), found);
            } else {
                survey.tell(false);
                inOrder(sought, survey, found);
            }
            return;
        }
        List<Survey.Part> parts = new ArrayList<>();
        for (NodeSignature signature : survey.unlike()) {
            for (NodeRow row = nodeClasses.membersBelow(u, signature, Order.PLACE); row.isAtVertex(); row.advance()) {
                var there = new Candidates(graph.types().size());
                if (enter(sought, row.vertex(), there)) {
                    parts.add(new Survey.Part(row.vertex(), there));
                }
            }
        }
        long[] totals = survey.totals(parts);
        if (allThereIs && !suffices(list, totals)) {
            refuse(sought, survey, parts, found);
            return;
        }
        survey.tell(false);
        if (wantsRuns && reach.isTop(list[0])) {
            enter(sought, claimRuns(sought, survey, parts, found), parts);
        } else {
            enter(sought, claim(sought, survey), parts);
        }
        collect(sought, totals, parts, found);
    }

    private static boolean suffices(Demand[] list, long[] totals) {
        for (int i = 0; i < list.length; i++) {
            if (totals[i] < list[i].count.min()) {
                return false;
            }
        }
        return true;
    }

    /** Handles too few candidates: enters nothing, and reports the available amount. */
    private void refuse(Sought sought, Survey survey, List<Survey.Part> parts, Candidates found) {
        survey.tell(true);
        collect(sought, survey.totals(parts), parts, found);
    }

    private void collect(Sought sought, long[] totals, List<Survey.Part> parts, Candidates found) {
        parts.sort((a, b) -> nodeClasses.compareByPlace(a.parcel(), b.parcel()));
        parts.forEach(part -> found.merge(part.found()));
        for (int i = 0; i < totals.length; i++) {
            int type = sought.list[i].typeId;
            found.addUnlisted(type, totals[i] - Candidates.amountOf(found.of(type)));
        }
    }

    // ---- the best candidates first --------------------------------------------------------------------------------

    /** The parcels that have the best candidates. */
    private Set<Integer> claim(Sought sought, Survey survey) {
        Set<Integer> claimed = new LinkedHashSet<>();
        for (int i = 0; i < sought.list.length; i++) {
            var streams = new Streams(walk, nodeClasses);
            for (Survey.Group group : survey.groups()) {
                ParcelOffer offer = group.outlook().offer(i);
                if (offer.size() > 0) {
                    streams.add(offer, nodeClasses.membersBelow(sought.u, group.signature(), streams.orderOf(offer)));
                }
            }
            claimed.addAll(streams.best(sought.list[i].most, sought.needed));
        }
        return claimed;
    }

    /**
     * Claims the parcels with the best candidates by runs of scores, without those that were entered already; returns
     * the runs.
     */
    private Set<Integer> claimRuns(Sought sought, Survey survey, List<Survey.Part> parts, Candidates found) {
        Set<Integer> claimed = new LinkedHashSet<>();
        for (int i = 0; i < sought.list.length; i++) {
            Demand demand = sought.list[i];
            int at = i;
            var streams = new RunStreams(graph, nodeClasses, sought.u, demand);
            survey.groups().forEach(group -> streams.add(group.outlook().offer(at), group.signature()));
            parts.forEach(part -> streams.add(part.parcel(), part.found().of(demand.typeId)));
            var runs = new Runs();
            claimed.addAll(streams.best(demand.most, sought.needed, runs));
            found.tell(demand.typeId, runs);
        }
        parts.forEach(part -> claimed.remove(part.parcel()));
        return claimed;
    }

    private void enter(Sought sought, Set<Integer> claimed, List<Survey.Part> parts) {
        for (int parcel : claimed) {
            var there = new Candidates(graph.types().size());
            if (!enter(sought, parcel, there)) {
                throw new IllegalStateException(graph.path(parcel) + " is not like the parcels that it represents.");
            }
            parts.add(new Survey.Part(parcel, there));
        }
    }

    private boolean enter(Sought sought, int parcel, Candidates found) {
        return parcelEntry.enter(sought, parcel, found);
    }

    private int inEdge(int v) {
        return graph.inEdge(v, walk.dominant);
    }

    // ---- in the order of exploration ------------------------------------------------------------------------------

    /** Enters the children that are or lead to something of use, one after the other, until there is enough. */
    private void inOrder(Sought sought, Survey survey, Candidates found) {
        var rows = new PriorityQueue<NodeRow>(
                (a, b) -> walk.schedule.childOrder().compareChildren(a.vertex(), b.vertex()));
        for (Survey.Group group : survey.groups()) {
            if (group.outlook().offersAnything()) {
                rows.add(nodeClasses.leadingBelow(sought.u, group.signature()));
            }
        }
        for (NodeSignature signature : survey.unlike()) {
            rows.add(nodeClasses.leadingBelow(sought.u, signature));
        }
        var shares = new Shares(sought.list, sought.needed, walk.upwalk.account());
        while (!rows.isEmpty()) {
            int child = rows.element().vertex();
            boolean useless = shares.hasEnoughOf(graph.typeId(child));
            advance(rows, child, useless && !nodeClasses.hasWideChildren(sought.u));
            if (!useless && enter(sought, child, found)) {
                shares.count(found);
                if (shares.hasEnough()) {
                    return;
                }
            }
        }
    }

    /** Moves the rows that are at the child on, or drops them: the rest of a row is of the same type. */
    private static void advance(PriorityQueue<NodeRow> rows, int child, boolean drop) {
        while (!rows.isEmpty() && rows.element().vertex() == child) {
            NodeRow row = rows.remove();
            row.advance();
            if (!drop && row.isAtVertex()) {
                rows.add(row);
            }
        }
    }
}
