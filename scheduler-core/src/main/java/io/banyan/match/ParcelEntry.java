package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.alike.NodeSignature;
import org.jspecify.annotations.Nullable;

/**
 * The entry into the parcels below wide vertices. The first parcel of a signature is searched. A search of an equal
 * parcel would take the same steps, so that the result is applied to it by position. The result is kept as long as the
 * signature is known, so that later matches of the same request search as little.
 */
final class ParcelEntry {
    /**
     * The ratio of a parcel's vertices to the visited ones above which a small request searches the parcel instead of
     * looking up its complete result.
     */
    private static final int WORTH = 4;

    private final Traverser traverser;
    private final Traversal walk;
    private final NodeClasses nodeClasses;
    /** The demand of the last entered parcel with its results: as a rule the next parcel is like it. */
    private @Nullable Sought lastSought;

    private @Nullable NodeSignature lastSignature;
    private @Nullable Outlook lastOutlook;

    ParcelEntry(Traverser traverser, Traversal walk, NodeClasses nodeClasses) {
        this.traverser = traverser;
        this.walk = walk;
        this.nodeClasses = nodeClasses;
    }

    /** Searches a vertex and its subtree for the demand; returns whether it fits. */
    boolean enter(Sought sought, int v, Candidates found) {
        Outlook outlook = outlook(sought, v);
        if (outlook == null) {
            return search(sought, v, found);
        }
        Outlook.Found before = outlook.found();
        if (before != null) {
            boolean isRepeated = (before.isSoonLaid() || sought.wantsSeveral()) && repeat(before, v, outlook, found);
            return isRepeated || search(sought, v, found);
        }
        if (!sought.wantsSeveral() && outlook.isFirstEntry()) {
            // The same demand may not occur again.
            return search(sought, v, found);
        }
        long arrived = walk.visits.preorder();
        long finished = walk.visits.postorder();
        var there = new Candidates(walk.graph.types().size());
        boolean fits = search(sought, v, there);
        if (fits) {
            keep(outlook, v, there, walk.visits.preorder() - arrived, walk.visits.postorder() - finished);
        }
        found.merge(there);
        return fits;
    }

    /** Returns the known result of the vertex's signature, or null if it does not apply to the vertex. */
    private @Nullable Outlook outlook(Sought sought, int v) {
        NodeSignature signature = nodeClasses.signature(v);
        if (signature == null) {
            return null;
        }
        if (sought == lastSought && signature.equals(lastSignature)) {
            return lastOutlook;
        }
        Outlook outlook = weighsAlike(signature) ? sought.known(signature) : null;
        lastSought = sought;
        lastSignature = signature;
        lastOutlook = outlook;
        return outlook;
    }

    private boolean search(Sought sought, int v, Candidates found) {
        int edge = walk.graph.inEdge(v, walk.dominant);
        return traverser.enter(v, edge, sought.list, sought.pristine, sought.exclusive, found);
    }

    private boolean repeat(Outlook.Found before, int parcel, Outlook outlook, Candidates found) {
        int[] vertices = nodeClasses.vertices(parcel);
        if (walk.policy.stopEarly() && !before.pattern().isExploredAlike(vertices, walk.schedule.childOrder())) {
            return false;
        }
        before.pattern().layOn(vertices, walk.scoring, walk.scoring.weightWithin(parcel), found);
        walk.visits.add(before.arrived(), before.finished());
        walk.witness.alike(outlook.tally(), 1);
        return true;
    }

    private void keep(Outlook outlook, int parcel, Candidates there, long arrived, long finished) {
        int[] vertices = nodeClasses.vertices(parcel);
        var pattern = new Pattern(walk.graph, walk.dominant, there, vertices, walk.scoring.weightWithin(parcel));
        if (walk.policy.stopEarly()) {
            pattern.explored(vertices, walk.schedule.childOrder());
        }
        outlook.keep(new Outlook.Found(pattern, arrived, finished, vertices.length <= WORTH * arrived));
    }

    /**
     * Whether the node's own logical id makes no difference to what is preferred in it: it counts in the score once for
     * each vertex, so that bundles must be of as many.
     */
    private boolean weighsAlike(NodeSignature signature) {
        return !signature.isUneven() || !walk.policy.nodeCentric() || !walk.policy.ranksByNumber();
    }
}
