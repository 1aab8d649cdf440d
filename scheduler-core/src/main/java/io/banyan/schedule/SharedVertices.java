package io.banyan.schedule;

import io.banyan.prune.Aggregates;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The vertices that have another owner too, and the vertices above them, which cannot be granted whole. A change costs
 * O(depth), a question O(1).
 */
final class SharedVertices {

    private final Aggregates aggregates;
    private final BitSet shared = new BitSet();
    /** By vertex: how many shared ones there are below it. */
    private int[] below = {};

    SharedVertices(Aggregates aggregates) {
        this.aggregates = aggregates;
    }

    boolean contains(int v) {
        return shared.get(v);
    }

    /** Whether a vertex below this one has another owner too. */
    boolean areBelow(int v) {
        return below(v) > 0;
    }

    private int below(int v) {
        return v < below.length ? below[v] : 0;
    }

    void add(int v) {
        if (!shared.get(v)) {
            shared.set(v);
            count(v, 1);
        }
    }

    /** The vertex is about to go, with all below it. */
    void detaching(int top) {
        count(top, -below(top) - (shared.get(top) ? 1 : 0));
    }

    /** The vertex has come, or has gone: it is not shared. */
    void renewed(int v) {
        shared.clear(v);
        if (v < below.length) {
            below[v] = 0;
        }
    }

    private void count(int v, int change) {
        for (int u = change == 0 ? -1 : aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            if (u >= below.length) {
                below = Arrays.copyOf(below, u + 1 + u / 2);
            }
            below[u] += change;
        }
    }

    /** Returns the bytes that the marks and the counts take. O(1). */
    long bytes() {
        return shared.size() / 8L + 4L * below.length;
    }

    /** Throws where the counts are not those of the marks. O(V x depth): for tests. */
    void checkInvariants(int bound) {
        var fresh = new SharedVertices(aggregates);
        shared.stream().forEach(fresh::add);
        for (int v = 0; v < Math.max(bound, below.length); v++) {
            if (below(v) != fresh.below(v)) {
                throw new IllegalStateException("There are " + fresh.below(v) + " shared vertices below vertex " + v
                        + ", but " + below(v) + " are counted.");
            }
        }
    }
}
