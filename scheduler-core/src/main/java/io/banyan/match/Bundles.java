package io.banyan.match;

/**
 * Counts how many bundles of at least a share candidates make, taken in their order: a vertex goes whole into one
 * bundle, a divisible pool by its granules into as many as it can. O(1) a candidate, however large it is.
 */
final class Bundles {

    private final long share;
    private long gathered;

    /**
     * In the middle of a bundle.
     *
     * @param share 1 or more
     * @param gathered the amount in the unfinished bundle
     */
    Bundles(long share, long gathered) {
        this.share = share;
        this.gathered = gathered;
    }

    /** Returns the amount that the unfinished bundle has. */
    long gathered() {
        return gathered;
    }

    /** Adds a candidate; returns how many bundles that finishes. */
    long add(Candidate candidate) {
        return add(candidate.amount(), candidate.granule());
    }

    /**
     * Adds an amount in granules, or one that is taken whole where the granule is 0; returns how many bundles that
     * finishes.
     */
    long add(long amount, long granule) {
        long first = Candidate.takenFor(share - gathered, amount, granule);
        gathered += first;
        if (gathered < share) {
            return 0;
        }
        gathered = 0;
        long left = amount - first;
        if (granule == 0 || left == 0) {
            return 1;
        }
        long each = Candidate.inGranules(share, granule);
        gathered = left % each;
        return 1 + left / each;
    }
}
