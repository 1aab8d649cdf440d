package io.banyan.match;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The offer of each parcel of a signature for one demand: candidates, best first. A candidate's score is a part of its
 * own and the weight of the nodes that it is in, counted so often; the score of a parcel's top follows from its own
 * logical id.
 */
final class ParcelOffer {

    static final ParcelOffer NONE = new ParcelOffer(0, false);

    private final long[] amounts;
    private final long[] granules;
    private final long[] scores;
    private final int[] weights;
    private final boolean atTop;
    private long total;

    private ParcelOffer(int size, boolean atTop) {
        this.amounts = new long[size];
        this.granules = new long[size];
        this.scores = new long[size];
        this.weights = new int[size];
        this.atTop = atTop;
    }

    /**
     * Returns the offer from the candidates of one parcel.
     *
     * @param sorted the candidates, best first
     * @param weight the contribution of the parcel's nodes to the score of each vertex in it
     */
    static ParcelOffer of(int parcel, List<Candidate> sorted, long weight) {
        if (sorted.isEmpty()) {
            return NONE;
        }
        var offer = new ParcelOffer(sorted.size(), sorted.getFirst().vertex() == parcel);
        for (int i = 0; i < sorted.size(); i++) {
            Candidate candidate = sorted.get(i);
            offer.amounts[i] = candidate.amount();
            offer.granules[i] = candidate.granule();
            offer.weights[i] = vertices(candidate);
            offer.scores[i] = candidate.score() - offer.weights[i] * weight;
            offer.total = Demand.add(offer.total, candidate.amount());
        }
        return offer;
    }

    private static int vertices(Candidate candidate) {
        int vertices = 1;
        if (candidate.vertex() < 0) {
            vertices = 0;
            for (Candidate member : candidate.chosen()) {
                vertices += vertices(member);
            }
        }
        return vertices;
    }

    /** Number of candidates. */
    int size() {
        return amounts.length;
    }

    /** Sum of the amounts. */
    long total() {
        return total;
    }

    /** Whether all candidates are of one amount and taken whole. */
    boolean isEven() {
        return Arrays.stream(granules).allMatch(granule -> granule == 0)
                && Arrays.stream(amounts).allMatch(amount -> amount == amounts[0]);
    }

    /** Whether the one candidate is the parcel's top. */
    boolean isAtTop() {
        return atTop;
    }

    /** The scores where the nodes that the candidates are in have no weight. */
    LongStream scores() {
        return Arrays.stream(scores);
    }

    /** Sum of the amounts of the candidates with scores from the one to the other, where nodes have no weight. */
    long amountWithin(long low, long high) {
        long sum = 0;
        for (int i = 0; i < scores.length; i++) {
            sum = low <= scores[i] && scores[i] <= high ? Demand.add(sum, amounts[i]) : sum;
        }
        return sum;
    }

    long amount(int rank) {
        return amounts[rank];
    }

    long granule(int rank) {
        return granules[rank];
    }

    /** The score of a candidate below the parcel's top where the nodes that it is in have this weight. */
    long score(int rank, long weight) {
        return scores[rank] + weights[rank] * weight;
    }
}
