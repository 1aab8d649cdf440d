package io.banyan.match;

import java.util.Arrays;

/** A set of vertices that is cleared in O(1): a vertex is in where it bears the mark of the present round. */
final class VertexSet {

    private int[] rounds = {};
    private int round;

    static VertexSet empty() {
        var set = new VertexSet();
        set.clear();
        return set;
    }

    void clear() {
        round++;
        if (round == Integer.MAX_VALUE) {
            Arrays.fill(rounds, 0);
            round = 1;
        }
    }

    void add(int v) {
        if (v >= rounds.length) {
            rounds = Arrays.copyOf(rounds, v + 1 + v / 2);
        }
        rounds[v] = round;
    }

    boolean contains(int v) {
        return v < rounds.length && rounds[v] == round;
    }
}
