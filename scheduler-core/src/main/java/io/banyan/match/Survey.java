package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.alike.NodeSignature;
import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * A survey of the demand below a wide vertex, from one parcel of each signature. O(signatures), and O(parcel) for each
 * signature without a known result.
 */
final class Survey {

    private final Traverser traverser;
    private final Traversal walk;
    private final ResourceGraph graph;
    private final NodeClasses nodeClasses;
    private final Outlooks outlooks;
    private final Sought sought;
    private final List<Group> groups = new ArrayList<>();
    private final List<NodeSignature> unlike = new ArrayList<>();

    Survey(Traverser traverser, Traversal walk, NodeClasses nodeClasses, Outlooks outlooks, Sought sought) {
        this.traverser = traverser;
        this.walk = walk;
        this.graph = walk.graph;
        this.nodeClasses = nodeClasses;
        this.outlooks = outlooks;
        this.sought = sought;
        sort();
    }

    /** The parcels of one signature, and the candidates of each. */
    record Group(NodeSignature signature, Outlook outlook, int parcels) {}

    /** The candidates that were found in a parcel. */
    record Part(int parcel, Candidates found) {}

    /** The signatures with their offers. */
    List<Group> groups() {
        return groups;
    }

    /** The signatures of which each parcel is to be asked. */
    List<NodeSignature> unlike() {
        return unlike;
    }

    /** Whether it is known that there is nothing. */
    boolean offersNothing() {
        return unlike.isEmpty() && groups.stream().noneMatch(group -> group.outlook.offersAnything());
    }

    /** Whether all candidates for a demand have one amount, for each demand. */
    boolean isEven() {
        if (!unlike.isEmpty()) {
            return false;
        }
        for (int i = 0; i < sought.list.length; i++) {
            long amount = 0;
            for (Group group : groups) {
                ParcelOffer offer = group.outlook.offer(i);
                if (offer.size() > 0 && (!offer.isEven() || (amount > 0 && amount != offer.amount(0)))) {
                    return false;
                }
                amount = offer.size() > 0 ? offer.amount(0) : amount;
            }
        }
        return true;
    }

    private void sort() {
        int live = nodeClasses.signatures();
        for (NodeSignature signature : nodeClasses.signaturesBelow(sought.u)) {
            if (signature.isUneven() && walk.policy.stopEarly()) {
                unlike.add(signature);
            } else {
                groups.add(new Group(signature, outlook(signature, live), nodeClasses.countBelow(sought.u, signature)));
            }
        }
    }

    /**
     * Returns the offers of parcels of a signature at the time in question; those of a certain state are known from
     * another time.
     */
    private Outlook outlook(NodeSignature signature, int live) {
        int parcel = nodeClasses.anyBelow(sought.u, signature);
        if (!signature.dependsOnTime()) {
            return outlook(signature, parcel, live);
        }
        if (outlooks.giveReasons() && !signature.onlyTopDependsOnTime()) {
            return ask(parcel);
        }
        NodeSignature then = nodeClasses.at(signature, parcel, v -> graph.size(v) - walk.availability.free(v));
        Outlook outlook = outlook(then, parcel, live);
        sought.note(signature, outlook);
        return outlook;
    }

    private Outlook outlook(NodeSignature signature, int parcel, int live) {
        Outlook known = sought.about.get(signature);
        return known != null ? known : Outlooks.keep(sought.about, signature, live, ask(parcel));
    }

    private Outlook ask(int parcel) {
        var tally = new Tally(walk.request.all, graph);
        Traversal trial = walk.toldTo(tally);
        var there = new Candidates(graph.types().size());
        boolean offered = new Traverser(trial, traverser.seen())
                .enter(
                        parcel,
                        graph.inEdge(parcel, walk.dominant),
                        sought.list,
                        sought.pristine,
                        sought.exclusive,
                        there);
        return Outlook.of(
                parcel,
                sought.list,
                offered ? there : new Candidates(graph.types().size()),
                trial.scoring.preference(),
                trial.scoring.weightWithin(parcel),
                tally);
    }

    /** Returns the amount of each demand: the offers of the signatures, and the candidates in entered parcels. */
    long[] totals(List<Part> parts) {
        Demand[] list = sought.list;
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

    /** Reports the reasons of a refusal: of the parcels that offer nothing, or of all. */
    void tell(boolean all) {
        for (Group group : groups) {
            if (all || !group.outlook.offersAnything()) {
                walk.witness.alike(group.outlook.tally(), group.parcels);
            }
        }
    }
}
