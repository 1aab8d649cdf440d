package io.banyan.match;

import java.util.Arrays;

/** A set of vertices that is cleared in O(1): a vertex is in where it bears the mark of the present round. */
public final class VertexSet {

    private int[] rounds = {};
    private int round;

    public static VertexSet empty() {
        var set = new VertexSet();
        set.clear();
        return set;
    }

    public void clear() {
        round++;
        if (round == Integer.MAX_VALUE) {
            Arrays.fill(rounds, 0);
            round = 1;
        }
    }

    public void add(int v) {
        if (v >= rounds.length) {
            rounds = Arrays.copyOf(rounds, v + 1 + v / 2);
        }
        rounds[v] = round;
    }

    public boolean contains(int v) {
        return v < rounds.length && rounds[v] == round;
    }
}
