package io.banyan.match;

import io.banyan.alike.Likeness;
import io.banyan.alike.Order;
import io.banyan.alike.Parcels;
import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Explores what is below a wide vertex without entering all of it: of parcels that are alike one is asked what it has to
 * offer, and then those are entered which have the candidates that will be chosen. What is found is what entering all
 * would find, less candidates that would not be chosen. O(likenesses + what is needed x (parcel + log likenesses)).
 */
final class ParcelWalk {

    private final Traverser traverser;
    private final Traversal walk;
    private final ResourceGraph graph;
    private final Parcels parcels;
    private final Entrance entrance;
    private final Outlooks outlooks;
    private final boolean wantsRuns;
    /** The runs of the nodes of which the slots of the top level are made, where {@code locality} wants them and they are known. */
    private @Nullable Runs runsOfSites;

    /**
     * A way to explore for a walk.
     *
     * @param outlooks what is known of the walk's request under the same constraint, policy and availability
     */
    ParcelWalk(Traverser traverser, Traversal walk, Parcels parcels, Outlooks outlooks) {
        this.traverser = traverser;
        this.walk = walk;
        this.graph = walk.graph;
        this.parcels = parcels;
        this.entrance = new Entrance(traverser, walk, parcels);
        this.outlooks = outlooks;
        this.wantsRuns = walk.policy.ranking() == MatchPolicy.Ranking.LOCALITY;
    }

    private Sought sought(int u, Demand[] list, long needed, boolean pristine, boolean exclusive) {
        return new Sought(u, list, needed, pristine, exclusive, outlooks);
    }

    /** Parcels of one likeness, and what each of them has to offer. */
    private record Group(Likeness likeness, Outlook outlook, int parcels) {}

    /** What was found in a parcel. */
    private record Part(int parcel, Candidates found) {}

    /** Whether what the demands want lies in parcels. O(demands). */
    boolean applies(int u, Demand[] list, boolean pristine) {
        if (list.length == 0 || !parcels.isWide(u) || parcels.hasTimedWays() || isSoonerFoundByLooking(u)) {
            return false;
        }
        boolean nested = parcels.hasWideChildren(u);
        boolean nodesInNodes = parcels.wideOfType(graph.types().id("node")) > 0
                || parcels.wideOfType(graph.types().id("storage_node")) > 0;
        if (nested && (!pristine || nodesInNodes)) {
            return false;
        }
        for (int i = 0; i < list.length; i++) {
            Demand demand = list[i];
            boolean above = demand.slot
                    ? nested && Arrays.stream(demand.with).allMatch(kind -> parcels.hangsBelowWide(kind.typeId))
                    : parcels.wideOfType(demand.typeId) > 0;
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

    /** Who takes the first that fits looks at few, and asking all likenesses would cost more where they are many. */
    private boolean isSoonerFoundByLooking(int u) {
        return walk.policy.stopEarly() && parcels.areUnlikeBelow(u);
    }

    private boolean isTop(Demand demand) {
        return Arrays.asList(walk.request.top).contains(demand);
    }

    private boolean isRoot(int u) {
        return u == walk.schedule.aggregates().root();
    }

    /**
     * Whether under {@code locality} as many slots as are wanted will do of all that could be made below the vertex: they are
     * made the highest score first, contiguity is judged already or among these slots alone, and so it leaves them in their order.
     */
    boolean fewSlotsWillDo(int u, Demand slot) {
        if (!(isRoot(u) || !isTop(slot) || runsOfSites != null) || !applies(u, slot.with, false)) {
            return false;
        }
        var groups = new ArrayList<Group>();
        var unlike = new ArrayList<Likeness>();
        sort(sought(u, slot.with, slot.most, false, true), groups, unlike);
        if (!unlike.isEmpty()) {
            return false;
        }
        for (int i = 0; i < slot.with.length; i++) {
            long amount = 0;
            for (Group group : groups) {
                Offer offer = group.outlook.offer(i);
                if (offer.size() > 0 && (!offer.isEven() || (amount > 0 && amount != offer.amount(0)))) {
                    return false;
                }
                amount = offer.size() > 0 ? offer.amount(0) : amount;
            }
        }
        return true;
    }

    /**
     * Whether the list is a slot of one node, which is made where nodes hang: below wide vertices that are below this one. Each
     * node then is worth a slot.
     */
    boolean appliesToSites(int u, Demand[] list, boolean pristine) {
        boolean ofNodes = list.length == 1
                && list[0].slot
                && list[0].with.length == 1
                && list[0].with[0].most == 1
                && list[0].with[0].typeId == graph.types().id("node");
        return ofNodes
                && pristine
                && parcels.isWide(u)
                && !isSoonerFoundByLooking(u)
                && !parcels.hasTimedWays()
                && parcels.hasWideChildren(u)
                && !parcels.hasChildOfType(u, list[0].with[0].typeId)
                && parcels.wideOfType(list[0].with[0].typeId) == 0
                && parcels.wideOfType(graph.types().id("storage_node")) == 0
                && (!wantsRuns || runsOfSites != null || (isRoot(u) && isTop(list[0])));
    }

    /** Enters those children of a wide vertex that lead to the nodes of which the slots will be made. */
    void exploreSites(int u, Demand[] list, boolean exclusive, Candidates found) {
        Demand slot = list[0];
        var nodes = sought(u, slot.with, slot.most, false, true);
        var groups = new ArrayList<Group>();
        var unlike = new ArrayList<Likeness>();
        sort(nodes, groups, unlike);
        tell(groups, false);
        if (unlike.isEmpty() && groups.stream().noneMatch(group -> group.outlook.offersAnything())) {
            if (!groups.isEmpty()) {
                walk.witness.found(slot.with[0], 0, false);
            }
            return;
        }
        var there = sought(u, list, 1, true, exclusive);
        if (walk.policy.stopEarly()) {
            inOrder(there, groups, unlike, found);
            return;
        }
        Set<Integer> children = new LinkedHashSet<>();
        Set<Integer> best = wantsRuns ? claimRunsOfSites(slot, nodes, groups, unlike, found) : claim(nodes, groups);
        best.forEach(parcel -> children.add(childAbove(u, parcel)));
        for (Likeness likeness : wantsRuns ? List.<Likeness>of() : unlike) {
            for (Parcels.Row row = parcels.membersBelow(u, likeness, Order.PLACE); row.isAtVertex(); row.advance()) {
                children.add(childAbove(u, row.vertex()));
            }
        }
        children.stream().sorted(parcels::compareByPlace).forEach(child -> enter(there, child, found));
    }

    /** The nodes that the best slots are made of; tells of the runs of all slots, which those below the children are part of. */
    private Set<Integer> claimRunsOfSites(
            Demand slot, Sought nodes, List<Group> groups, List<Likeness> unlike, Candidates found) {
        Demand node = nodes.list[0];
        var streams = new RunStreams(graph, parcels, nodes.u, node);
        groups.forEach(group -> streams.add(group.outlook.offer(0), group.likeness));
        for (Likeness likeness : unlike) {
            for (Parcels.Row row = parcels.membersBelow(nodes.u, likeness, Order.PLACE);
                    row.isAtVertex();
                    row.advance()) {
                var there = new Candidates(graph.types().size());
                Traversal trial = walk.toldTo(new Tally(walk.request.all));
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
        var groups = new ArrayList<Group>();
        var unlike = new ArrayList<Likeness>();
        sort(sought, groups, unlike);
        if (walk.policy.stopEarly()) {
            if (allThereIs && unlike.isEmpty() && !suffices(list, totals(list, groups, List.of()))) {
                refuse(sought, groups, new ArrayList<>(), found);
            } else {
                tell(groups, false);
                inOrder(sought, groups, unlike, found);
            }
            return;
        }
        List<Part> parts = new ArrayList<>();
        for (Likeness likeness : unlike) {
            for (Parcels.Row row = parcels.membersBelow(u, likeness, Order.PLACE); row.isAtVertex(); row.advance()) {
                var there = new Candidates(graph.types().size());
                if (enter(sought, row.vertex(), there)) {
                    parts.add(new Part(row.vertex(), there));
                }
            }
        }
        long[] totals = totals(list, groups, parts);
        if (allThereIs && !suffices(list, totals)) {
            refuse(sought, groups, parts, found);
            return;
        }
        tell(groups, false);
        if (wantsRuns && isTop(list[0])) {
            enter(sought, claimRuns(sought, groups, parts, found), parts);
        } else {
            enter(sought, claim(sought, groups), parts);
        }
        collect(sought, totals, parts, found);
    }

    /** The likenesses with what they offer, and those of which each parcel is to be asked. */
    private void sort(Sought sought, List<Group> groups, List<Likeness> unlike) {
        int live = parcels.likenesses();
        for (Likeness likeness : parcels.likenessesBelow(sought.u)) {
            if (likeness.isUneven() && walk.policy.stopEarly()) {
                unlike.add(likeness);
            } else {
                groups.add(
                        new Group(likeness, outlook(sought, likeness, live), parcels.countBelow(sought.u, likeness)));
            }
        }
    }

    /** What parcels of a likeness offer at the time in question; what they offer in a certain state is known from another time. */
    private Outlook outlook(Sought sought, Likeness likeness, int live) {
        int parcel = parcels.anyBelow(sought.u, likeness);
        if (!likeness.dependsOnTime()) {
            return Outlooks.of(sought.about, likeness, live, () -> ask(sought, parcel));
        }
        if (outlooks.giveReasons() && !likeness.onlyTopDependsOnTime()) {
            return ask(sought, parcel);
        }
        Likeness then = parcels.at(likeness, parcel, v -> graph.size(v) - walk.availability.free(v));
        return Outlooks.of(sought.about, then, live, () -> ask(sought, parcel));
    }

    private Outlook ask(Sought sought, int parcel) {
        var tally = new Tally(walk.request.all);
        Traversal trial = walk.toldTo(tally);
        var there = new Candidates(graph.types().size());
        boolean offered = new Traverser(trial, traverser.seen())
                .enter(parcel, inEdge(parcel), sought.list, sought.pristine, sought.exclusive, there);
        return Outlook.of(
                parcel,
                sought.list,
                offered ? there : new Candidates(graph.types().size()),
                trial.scoring.preference(),
                trial.scoring.weightWithin(parcel),
                tally);
    }

    private static long[] totals(Demand[] list, List<Group> groups, List<Part> parts) {
        var totals = new long[list.length];
        for (int i = 0; i < list.length; i++) {
            for (Group group : groups) {
                long each = group.outlook.offer(i).total();
                totals[i] = Demand.add(totals[i], Demand.multiply(each, group.parcels));
            }
            for (Part part : parts) {
                totals[i] = Demand.add(totals[i], part.found.qualified(list[i].typeId));
            }
        }
        return totals;
    }

    private static boolean suffices(Demand[] list, long[] totals) {
        for (int i = 0; i < list.length; i++) {
            if (totals[i] < list[i].count.min()) {
                return false;
            }
        }
        return true;
    }

    /** There is too little: nothing is entered, and how much there is is told. */
    private void refuse(Sought sought, List<Group> groups, List<Part> parts, Candidates found) {
        tell(groups, true);
        collect(sought, totals(sought.list, groups, parts), parts, found);
    }

    private void tell(List<Group> groups, boolean all) {
        for (Group group : groups) {
            if (all || !group.outlook.offersAnything()) {
                walk.witness.alike(group.outlook.tally(), group.parcels);
            }
        }
    }

    private void collect(Sought sought, long[] totals, List<Part> parts, Candidates found) {
        parts.sort((a, b) -> parcels.compareByPlace(a.parcel, b.parcel));
        parts.forEach(part -> found.merge(part.found));
        for (int i = 0; i < totals.length; i++) {
            int type = sought.list[i].typeId;
            found.addUnlisted(type, totals[i] - Candidates.amountOf(found.of(type)));
        }
    }

    // ---- the best candidates first --------------------------------------------------------------------------------

    /** The parcels that have the best candidates. */
    private Set<Integer> claim(Sought sought, List<Group> groups) {
        Set<Integer> claimed = new LinkedHashSet<>();
        for (int i = 0; i < sought.list.length; i++) {
            var streams = new Streams(walk, parcels);
            for (Group group : groups) {
                Offer offer = group.outlook.offer(i);
                if (offer.size() > 0) {
                    streams.add(offer, parcels.membersBelow(sought.u, group.likeness, streams.orderOf(offer)));
                }
            }
            claimed.addAll(streams.best(sought.list[i].most, sought.needed));
        }
        return claimed;
    }

    /** The parcels that have the best candidates by runs of scores, but for those that were entered already; tells of the runs. */
    private Set<Integer> claimRuns(Sought sought, List<Group> groups, List<Part> parts, Candidates found) {
        Set<Integer> claimed = new LinkedHashSet<>();
        for (int i = 0; i < sought.list.length; i++) {
            Demand demand = sought.list[i];
            int at = i;
            var streams = new RunStreams(graph, parcels, sought.u, demand);
            groups.forEach(group -> streams.add(group.outlook.offer(at), group.likeness));
            parts.forEach(part -> streams.add(part.parcel, part.found.of(demand.typeId)));
            var runs = new Runs();
            claimed.addAll(streams.best(demand.most, sought.needed, runs));
            found.tell(demand.typeId, runs);
        }
        parts.forEach(part -> claimed.remove(part.parcel));
        return claimed;
    }

    private void enter(Sought sought, Set<Integer> claimed, List<Part> parts) {
        for (int parcel : claimed) {
            var there = new Candidates(graph.types().size());
            if (!enter(sought, parcel, there)) {
                throw new IllegalStateException(graph.path(parcel) + " is not like the parcels that it is taken for.");
            }
            parts.add(new Part(parcel, there));
        }
    }

    private boolean enter(Sought sought, int parcel, Candidates found) {
        return entrance.enter(sought, parcel, found);
    }

    private int inEdge(int v) {
        return graph.inEdge(v, walk.dominant);
    }

    // ---- in the order of exploration ------------------------------------------------------------------------------

    /** Enters the children that are or lead to something of use, one after the other, until there is enough. */
    private void inOrder(Sought sought, List<Group> groups, List<Likeness> unlike, Candidates found) {
        var rows = new PriorityQueue<Parcels.Row>(
                (a, b) -> walk.schedule.childOrder().compareChildren(a.vertex(), b.vertex()));
        for (Group group : groups) {
            if (group.outlook.offersAnything()) {
                rows.add(parcels.leadingBelow(sought.u, group.likeness));
            }
        }
        for (Likeness likeness : unlike) {
            rows.add(parcels.leadingBelow(sought.u, likeness));
        }
        var shares = new Shares(sought.list, sought.needed, walk.upwalk.account());
        while (!rows.isEmpty()) {
            int child = rows.element().vertex();
            boolean useless = shares.hasEnoughOf(graph.typeId(child));
            advance(rows, child, useless && !parcels.hasWideChildren(sought.u));
            if (!useless && enter(sought, child, found)) {
                shares.count(found);
                if (shares.hasEnough()) {
                    return;
                }
            }
        }
    }

    /** Moves the rows that are at the child on, or drops them: what follows in them is of the same type. */
    private static void advance(PriorityQueue<Parcels.Row> rows, int child, boolean drop) {
        while (!rows.isEmpty() && rows.element().vertex() == child) {
            Parcels.Row row = rows.remove();
            row.advance();
            if (!drop && row.isAtVertex()) {
                rows.add(row);
            }
        }
    }
}
