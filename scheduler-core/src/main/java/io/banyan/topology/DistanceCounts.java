package io.banyan.topology;

/** The number of pairs of different nodes of a network at each distance. Immutable. */
public final class DistanceCounts {
    /** By distance: the number of ordered pairs. */
    private final long[] pairs;

    private final long unreachable;

    /**
     * Takes the counts as they are.
     *
     * @param pairs by distance: the number of ordered pairs of different nodes
     * @param unreachable the number of ordered pairs without a path
     */
    DistanceCounts(long[] pairs, long unreachable) {
        this.pairs = pairs;
        this.unreachable = unreachable;
    }

    /** The number of pairs at a distance, each pair counted once; 0 beyond the diameter. */
    public long pairs(int distance) {
        return distance < pairs.length ? pairs[distance] / 2 : 0;
    }

    /** The number of pairs of nodes without a path, each pair counted once. */
    public long unreachablePairs() {
        return unreachable / 2;
    }

    /** The largest distance of two nodes with a path; 0 without such nodes. O(largest distance). */
    public int diameter() {
        int diameter = pairs.length - 1;
        while (diameter > 0 && pairs[diameter] == 0) {
            diameter--;
        }
        return Math.max(0, diameter);
    }

    /** The mean distance of two nodes with a path; 0 without such nodes. O(largest distance). */
    public double mean() {
        long sum = 0;
        long count = 0;
        for (int distance = 1; distance < pairs.length; distance++) {
            sum += distance * pairs[distance];
            count += pairs[distance];
        }
        return count == 0 ? 0 : (double) sum / count;
    }
}
