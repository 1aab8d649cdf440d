package io.banyan.bench.load;

/**
 * Looks for the highest rate that a daemon can take: doubles it until it cannot, then halves the interval a few times.
 */
final class RateSearch {
    private static final int DOUBLINGS = 12;
    private static final int HALVINGS = 4;

    private RateSearch() {}

    /** Tries a rate. */
    @FunctionalInterface
    interface Trial {
        /** Whether the daemon can take so many requests a second. */
        boolean canTake(double perSecond) throws InterruptedException;
    }

    /**
     * The highest rate that was taken; 0 where not even the first was. At most 17 trials.
     *
     * @param from the rate of the first trial
     */
    static double highest(double from, Trial trial) throws InterruptedException {
        if (!trial.canTake(from)) {
            return 0;
        }
        double good = from;
        double bad = Double.NaN;
        for (int i = 0; i < DOUBLINGS && Double.isNaN(bad); i++) {
            if (trial.canTake(2 * good)) {
                good *= 2;
            } else {
                bad = 2 * good;
            }
        }
        for (int i = 0; i < HALVINGS && !Double.isNaN(bad); i++) {
            double middle = (good + bad) / 2;
            if (trial.canTake(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }
}
