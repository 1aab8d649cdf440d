package io.banyan.match;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What each parcel of a likeness has to offer for a list of demands, as one of them was found to have: for every demand the
 * candidates in the order of preference. A candidate's score is a part of its own and the weights of the nodes that it is
 * in, counted so often; the score of a parcel's top follows from its own logical id.
 */
final class Outlook {

    /**
     * What is offered for one demand.
     *
     * @param amounts by candidate, best first
     * @param granules by candidate
     * @param scores by candidate, without what the weight of the parcel adds
     * @param weights by candidate: how often the weight of the parcel is counted in
     * @param atTop whether the one candidate is the parcel's top
     */
    record Offer(long[] amounts, long[] granules, long[] scores, int[] weights, boolean atTop) {

        private static final Offer NONE = new Offer(new long[0], new long[0], new long[0], new int[0], false);

        int size() {
            return amounts.length;
        }

        long total() {
            long sum = 0;
            for (long amount : amounts) {
                sum += amount;
            }
            return sum;
        }
    }

    /** By position in the list of demands. */
    private final Offer[] offers;

    private final Tally tally;

    private Outlook(Offer[] offers, Tally tally) {
        this.offers = offers;
        this.tally = tally;
    }

    /**
     * Of what was found in one parcel.
     *
     * @param weight what the parcel's nodes add to the score of each vertex in it
     */
    static Outlook of(
            int parcel, Demand[] list, Candidates found, Comparator<Candidate> preference, long weight, Tally tally) {
        var offers = new Offer[list.length];
        for (int i = 0; i < list.length; i++) {
            List<Candidate> sorted = found.sorted(list[i].typeId, preference);
            offers[i] = sorted.isEmpty() ? Offer.NONE : offer(parcel, sorted, weight);
        }
        return new Outlook(offers, tally);
    }

    private static Offer offer(int parcel, List<Candidate> sorted, long weight) {
        int size = sorted.size();
        var offer = new Offer(
                new long[size],
                new long[size],
                new long[size],
                new int[size],
                sorted.getFirst().vertex() == parcel);
        for (int i = 0; i < size; i++) {
            Candidate candidate = sorted.get(i);
            offer.amounts[i] = candidate.amount();
            offer.granules[i] = candidate.granule();
            offer.weights[i] = vertices(candidate);
            offer.scores[i] = candidate.score() - offer.weights[i] * weight;
        }
        return offer;
    }

    private static int vertices(Candidate candidate) {
        return candidate.vertex() >= 0
                ? 1
                : candidate.chosen().stream().mapToInt(Outlook::vertices).sum();
    }

    Offer offer(int demand) {
        return offers[demand];
    }

    /** Whether there is something for any demand. */
    boolean offersAnything() {
        return Arrays.stream(offers).anyMatch(offer -> offer.size() > 0);
    }

    /** What was seen on the way, for the reasons of a no. */
    Tally tally() {
        return tally;
    }
}
