package io.banyan.bench.graphs;

import java.util.Locale;

/** How much of a system is in use. */
public enum Fill {
    /** Nothing. */
    EMPTY(0),
    /** Every second node, at random. */
    HALF(0.5),
    /** All but one node in a hundred. */
    NEARLY_FULL(0.99),
    /** All. */
    FULL(1);

    private final double part;

    Fill(double part) {
        this.part = part;
    }

    /** How many of so many nodes are in use: where it is not all of them, one at least is not. */
    int of(int nodes) {
        return part == 1 ? nodes : Math.min(nodes - 1, (int) Math.round(part * nodes));
    }

    /** For tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
