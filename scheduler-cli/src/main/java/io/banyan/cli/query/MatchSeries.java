package io.banyan.cli.query;

/** Times and visits of the session's matches: those that found something and those that did not, apart. */
final class MatchSeries {
    /** Numbers of which nothing is kept but their count, range, mean and variance (Welford's method). */
    static final class Series {
        private long count;
        private double min = Double.POSITIVE_INFINITY;
        private double max;
        private double mean;
        private double squares;

        private void add(double value) {
            count++;
            min = Math.min(min, value);
            max = Math.max(max, value);
            double before = value - mean;
            mean += before / count;
            squares += before * (value - mean);
        }

        long count() {
            return count;
        }

        /** The least, zero where there is none. */
        double min() {
            return count == 0 ? 0 : min;
        }

        double max() {
            return max;
        }

        double mean() {
            return mean;
        }

        /** Returns the variance of the numbers themselves, not an estimate for others. */
        double variance() {
            return count == 0 ? 0 : squares / count;
        }
    }

    private final Series succeeded = new Series();
    private final Series failed = new Series();
    private long preorder;
    private long postorder;

    /** Adds a match. */
    void add(boolean found, double elapsedSec, long preorderVisits, long postorderVisits) {
        (found ? succeeded : failed).add(elapsedSec);
        preorder += preorderVisits;
        postorder += postorderVisits;
    }

    /** Seconds of the matches that found something. */
    Series succeeded() {
        return succeeded;
    }

    /** Seconds of those that found nothing. */
    Series failed() {
        return failed;
    }

    /** Vertices that were looked at, in all matches together. */
    long preorder() {
        return preorder;
    }

    /** Vertices whose subtree was explored and fitted, in all matches together. */
    long postorder() {
        return postorder;
    }
}
