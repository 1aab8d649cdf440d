package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.alike.NodeRow;
import io.banyan.alike.Order;
import io.banyan.match.policy.MatchPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The candidates for one demand below a wide vertex, best first, as the outlooks of its parcels promise them: a stream
 * for each signature, merged. The next candidate is computed on demand: O(log signatures) each.
 */
final class Streams {

    private final NodeClasses nodeClasses;
    private final Scoring scoring;
    private final MatchPolicy policy;
    private final PriorityQueue<Entry> queue = new PriorityQueue<>(this::compare);
    private final boolean highestFirst;

    Streams(Traversal walk, NodeClasses nodeClasses) {
        this.nodeClasses = nodeClasses;
        this.scoring = walk.scoring;
        this.policy = walk.policy;
        this.highestFirst = policy.prefersHighScores();
    }

    /**
     * A candidate that a parcel has, and the row of parcels that it is the first of, if there is more of its signature.
     */
    private record Entry(
            long score,
            int parcel,
            int rank,
            ParcelOffer offer,
            @Nullable NodeRow row) {}

    /** The order of the parcels of a signature in which their best candidates come. */
    Order orderOf(ParcelOffer offer) {
        if (offer.isAtTop()) {
            return policy.ranking() == MatchPolicy.Ranking.VARIATION
                    ? Order.PLACE
                    : highestFirst ? Order.NUMBER_DOWN : Order.NUMBER_UP;
        }
        return policy.nodeCentric() && policy.ranksByNumber()
                ? highestFirst ? Order.NODE_DOWN : Order.NODE_UP
                : Order.PLACE;
    }

    /** All parcels of a row offer this, in the order of {@link #orderOf}. */
    void add(ParcelOffer offer, NodeRow row) {
        if (row.isAtVertex()) {
            push(row.vertex(), 0, offer, row);
        }
    }

    private void push(int parcel, int rank, ParcelOffer offer, @Nullable NodeRow row) {
        long score = offer.isAtTop() ? scoring.of(parcel) : offer.score(rank, scoring.weightWithin(parcel));
        queue.add(new Entry(score, parcel, rank, offer, row));
    }

    private int compare(Entry a, Entry b) {
        int byScore = highestFirst ? Long.compare(b.score, a.score) : Long.compare(a.score, b.score);
        if (byScore != 0) {
            return byScore;
        }
        return a.parcel == b.parcel ? Integer.compare(a.rank, b.rank) : nodeClasses.compareByPlace(a.parcel, b.parcel);
    }

    /** The parcels that have the best candidates, as many as make so many bundles of at least a share; or all. */
    List<Integer> best(long share, long needed) {
        var claimed = new ArrayList<Integer>();
        var bundles = new Bundles(share, 0);
        long complete = 0;
        while (complete < needed && !queue.isEmpty()) {
            Entry entry = queue.remove();
            complete += bundles.add(entry.offer.amount(entry.rank), entry.offer.granule(entry.rank));
            if (entry.row != null) {
                claimed.add(entry.parcel);
                entry.row.advance();
                if (entry.row.isAtVertex()) {
                    push(entry.row.vertex(), 0, entry.offer, entry.row);
                }
            }
            if (entry.rank + 1 < entry.offer.size()) {
                push(entry.parcel, entry.rank + 1, entry.offer, null);
            }
        }
        return claimed;
    }
}
