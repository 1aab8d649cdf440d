package io.banyan.match.policy;

/** The extent of a match, and so the number of visited vertices. The result is the same. */
public enum MatchExtent {
    /** The least that will do: of nodes that are alike one, and those that are chosen. */
    FEW("few"),
    /** All that Fluxion would visit, so that visits are counted in its way. */
    FLUXION("fluxion");

    private final String word;

    MatchExtent(String word) {
        this.word = word;
    }

    /**
     * Reads the word for one.
     *
     * @throws IllegalArgumentException where it is none; the message lists the valid values
     */
    public static MatchExtent parse(String text) {
        for (MatchExtent counting : values()) {
            if (counting.word.equals(text)) {
                return counting;
            }
        }
        throw new IllegalArgumentException("Visits must be 'few' or 'fluxion', not '" + text + "'.");
    }
}
