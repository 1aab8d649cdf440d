package io.banyan.match;

import io.banyan.alike.Likeness;
import io.banyan.alike.Parcels;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way into what is directly below wide vertices: the first parcel of a likeness is searched; into others that are alike the
 * same traversal would find its way in the same steps, so that what was found is laid on them by position. One traversal long.
 */
final class Entrance {

    private final Traverser traverser;
    private final Traversal walk;
    private final Parcels parcels;
    private final Map<Outlook, Found> known = new HashMap<>();

    /** What was found in the first parcel of a likeness, and how many vertices were visited there. */
    private static final class Found {
        final int parcel;
        final Candidates candidates;
        final long weight;
        final long arrived;
        final long finished;
        /** Made when there is a second parcel. */
        @Nullable Pattern pattern;

        Found(int parcel, Candidates candidates, long weight, long arrived, long finished) {
            this.parcel = parcel;
            this.candidates = candidates;
            this.weight = weight;
            this.arrived = arrived;
            this.finished = finished;
        }
    }

    Entrance(Traverser traverser, Traversal walk, Parcels parcels) {
        this.traverser = traverser;
        this.walk = walk;
        this.parcels = parcels;
    }

    /** Looks at a vertex and what is below it for what is sought; tells whether it fits. */
    boolean enter(Sought sought, int v, Candidates found) {
        Likeness likeness = sought.wantsSeveral() ? parcels.likeness(v) : null;
        Outlook outlook = likeness == null ? null : sought.known(likeness);
        if (likeness == null || outlook == null || !weighsAlike(likeness)) {
            return search(sought, v, found);
        }
        Found first = known.get(outlook);
        if (first != null) {
            return repeat(first, v, outlook, found) || search(sought, v, found);
        }
        long arrived = walk.visits.preorder();
        long finished = walk.visits.postorder();
        var there = new Candidates(walk.graph.types().size());
        boolean fits = search(sought, v, there);
        if (fits) {
            known.put(
                    outlook,
                    new Found(
                            v,
                            there.copy(),
                            walk.scoring.weightWithin(v),
                            walk.visits.preorder() - arrived,
                            walk.visits.postorder() - finished));
        }
        found.merge(there);
        return fits;
    }

    private boolean search(Sought sought, int v, Candidates found) {
        int edge = walk.graph.inEdge(v, walk.dominant);
        return traverser.enter(v, edge, sought.list, sought.pristine, sought.exclusive, found);
    }

    private boolean repeat(Found first, int parcel, Outlook outlook, Candidates found) {
        Pattern pattern = first.pattern == null ? pattern(first) : first.pattern;
        first.pattern = pattern;
        int[] vertices = parcels.vertices(parcel);
        if (walk.policy.stopEarly() && !pattern.isExploredAlike(vertices, walk.schedule.childOrder())) {
            return false;
        }
        pattern.layOn(vertices, walk.scoring, walk.scoring.weightWithin(parcel), found);
        walk.visits.add(first.arrived, first.finished);
        walk.witness.alike(outlook.tally(), 1);
        return true;
    }

    private Pattern pattern(Found first) {
        int[] vertices = parcels.vertices(first.parcel);
        var pattern = new Pattern(walk.graph, walk.dominant, first.candidates, vertices, first.weight);
        if (walk.policy.stopEarly()) {
            pattern.explored(vertices, walk.schedule.childOrder());
        }
        return pattern;
    }

    /**
     * Whether the node's own logical id makes no difference to what is preferred in it: it counts in the score once for each vertex,
     * so that bundles must be of as many.
     */
    private boolean weighsAlike(Likeness likeness) {
        return !likeness.isUneven() || !walk.policy.nodeCentric() || !walk.policy.ranksByNumber();
    }
}
