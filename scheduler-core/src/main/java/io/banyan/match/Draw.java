package io.banyan.match;

import java.util.ArrayList;
import java.util.List;

/**
 * Candidates of one type, in order of preference, drawn in bundles of at least a share; an excess is not carried over,
 * except the rest of a divisible pool.
 */
final class Draw {

    private final List<Candidate> candidates;
    private final long share;
    private int next;
    /** The amount that was drawn already of the next candidate, a divisible pool. */
    private long drawn;

    Draw(List<Candidate> candidates, long share) {
        this.candidates = candidates;
        this.share = share;
    }

    /** How many bundles there are in all. */
    long bundles() {
        var bundles = new Bundles(share, 0);
        long count = 0;
        for (Candidate candidate : candidates) {
            count += bundles.add(candidate);
        }
        return count;
    }

    /** Moves the next bundle into the list; returns the sum of its scores. */
    long next(List<Candidate> into) {
        return next(share, into);
    }

    /** Whether there are enough candidates left for a bundle of another size. */
    boolean has(long amount) {
        long gathered = -drawn;
        for (int i = next; i < candidates.size() && gathered < amount; i++) {
            gathered += candidates.get(i).amount();
        }
        return gathered >= amount;
    }

    /** Returns the candidates that were not drawn, in order of preference. */
    List<Candidate> rest() {
        List<Candidate> rest = new ArrayList<>(candidates.subList(next, candidates.size()));
        if (drawn > 0) {
            Candidate first = rest.getFirst();
            rest.set(0, first.taking(first.amount() - drawn));
        }
        return rest;
    }

    /** Moves a bundle of another size into the list. */
    long next(long amount, List<Candidate> into) {
        long gathered = 0;
        long score = 0;
        while (gathered < amount) {
            Candidate candidate = candidates.get(next);
            Candidate left = candidate.taking(candidate.amount() - drawn);
            long taken = left.takenFor(amount - gathered);
            gathered += taken;
            drawn += taken;
            score += candidate.score();
            into.add(candidate.taking(taken));
            if (drawn == candidate.amount()) {
                next++;
                drawn = 0;
            }
        }
        return score;
    }
}
