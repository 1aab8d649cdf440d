package io.banyan.resource;

/**
 * Whole numbers as people write them: in the digits 0 to 9 only. Java takes those of every script, few of which a
 * reader can distinguish.
 */
public final class Numeral {
    private static final int ASCII = 128;
    private static final int HEXADECIMAL = 16;
    private static final int DECIMAL = 10;

    private Numeral() {}

    /**
     * The number, in the decimal system. O(length).
     *
     * @throws NumberFormatException where it is none
     */
    public static long parse(String text) {
        return parse(text, DECIMAL);
    }

    /** Parses a number in the hexadecimal system. */
    public static long parseHexadecimal(String text) {
        return parse(text, HEXADECIMAL);
    }

    private static long parse(String text, int radix) {
        if (text.chars().anyMatch(c -> c >= ASCII)) {
            throw new NumberFormatException("'" + text + "' contains digits other than 0 to 9");
        }
        return Long.parseLong(text, radix);
    }
}
