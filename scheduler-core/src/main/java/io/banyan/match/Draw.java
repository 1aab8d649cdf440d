package io.banyan.match;

import java.util.List;

/** Candidates of one type, in order of preference, drawn in bundles of at least a share; an excess is not carried over. */
final class Draw {

    private final List<Candidate> candidates;
    private final long share;
    private int next;

    Draw(List<Candidate> candidates, long share) {
        this.candidates = candidates;
        this.share = share;
    }

    /** How many bundles there are in all. */
    long bundles() {
        long bundles = 0;
        long gathered = 0;
        for (Candidate candidate : candidates) {
            gathered += candidate.amount();
            if (gathered >= share) {
                bundles++;
                gathered = 0;
            }
        }
        return bundles;
    }

    /** Moves the next bundle into the list; returns the sum of its scores. */
    long next(List<Candidate> into) {
        return next(share, into);
    }

    /** Whether there are enough candidates left for a bundle of another size. */
    boolean has(long amount) {
        long gathered = 0;
        for (int i = next; i < candidates.size() && gathered < amount; i++) {
            gathered += candidates.get(i).amount();
        }
        return gathered >= amount;
    }

    /** Moves a bundle of another size into the list. */
    long next(long amount, List<Candidate> into) {
        long gathered = 0;
        long score = 0;
        while (gathered < amount) {
            Candidate candidate = candidates.get(next++);
            gathered += candidate.amount();
            score += candidate.score();
            into.add(candidate);
        }
        return score;
    }
}
