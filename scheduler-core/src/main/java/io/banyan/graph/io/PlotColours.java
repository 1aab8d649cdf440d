package io.banyan.graph.io;

import io.banyan.resource.Usage;

/**
 * The fill colours of pictures: light, so that black text stays readable, and distinguishable for colour-blind readers.
 */
final class PlotColours {
    /** The colour of vertices about which nothing is known. */
    static final String UNKNOWN = "#f4f6f8";

    private PlotColours() {}

    static String of(Usage usage) {
        return switch (usage) {
            case FREE -> "#d3ecd5";
            case PARTLY_TAKEN -> "#fdeab0";
            case TAKEN -> "#a9c8ec";
            case DOWN -> "#f3b0a5";
        };
    }
}
