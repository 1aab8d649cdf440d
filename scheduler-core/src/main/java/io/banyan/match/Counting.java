package io.banyan.match;

/** What a match takes the trouble to look at. The answer is the same. */
public enum Counting {
    /** As little as will do. */
    SPARING,
    /** All that Fluxion would visit, so that visits are counted in its way. */
    AS_FLUXION
}
