package io.banyan.resource;

/**
 * The mark of a pool that is given out in parts: the property {@code divisible}, whose value is the granule, the least
 * part, in units of the pool's size; without a value it is 1. A property, since every format of a graph carries those
 * from level to level, and a reader that does not know the mark reads a pool as before. It counts on vertices with
 * nothing below them.
 */
public final class Divisible {
    /** The key of the property. */
    public static final String PROPERTY = "divisible";

    private static final int MAX_DIGITS = 18;

    private Divisible() {}

    /**
     * The granule that a value of the property stands for, 1 or more.
     *
     * @throws IllegalArgumentException where it is no such number
     */
    public static long granule(String value) {
        if (value.isEmpty()) {
            return 1;
        }
        boolean digits = value.length() <= MAX_DIGITS && value.chars().allMatch(c -> c >= '0' && c <= '9');
        long granule = digits ? Long.parseLong(value) : 0;
        if (granule < 1) {
            throw new IllegalArgumentException("The property " + PROPERTY + " is '" + value
                    + "'; expected a whole number of at least 1, the smallest part of the pool that can be allocated.");
        }
        return granule;
    }
}
