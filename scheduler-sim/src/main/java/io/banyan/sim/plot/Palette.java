package io.banyan.sim.plot;

import java.util.List;

/**
 * Colours that people with any kind of colour vision can distinguish (Okabe and Ito, 2008), and patterns of dashes for
 * black-and-white print.
 */
public final class Palette {
    static final String GRID = "#e3e3e3";
    static final String FRAME = "#777777";
    static final String BACKGROUND = "#c9c9c9";
    static final String INK = "#333333";
    private static final List<String> COLOURS =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#8C6D1F");
    private static final List<String> FILLS =
            List.of("#4f97c9", "#e08a4a", "#53b795", "#d9a3c1", "#9bd0ee", "#f0c462", "#b39b5f");
    private static final List<String> DASHES =
            List.of("", "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 2 2 2 2");

    private Palette() {}

    /** The colour of the first, the second and so on; they come again after eight. */
    public static String colour(int i) {
        return COLOURS.get(Math.floorMod(i, COLOURS.size()));
    }

    /** One of those that are light enough for large fields side by side. */
    static String fill(int i) {
        return FILLS.get(Math.floorMod(i, FILLS.size()));
    }

    static String dashes(int i) {
        return DASHES.get(Math.floorMod(i, DASHES.size()));
    }
}
