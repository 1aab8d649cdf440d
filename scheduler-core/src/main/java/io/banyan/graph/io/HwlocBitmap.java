package io.banyan.graph.io;

import java.util.BitSet;
import java.util.regex.Pattern;

/**
 * A set of processors or memories as hwloc writes it: words of 32 bits in hexadecimal, the highest first, with commas
 * between them. An empty word is 0; {@code 0xf...f} in front stands for all higher bits.
 */
final class HwlocBitmap {
    private static final int WORD_BITS = 32;
    /** The most words of a set, which have as many bits as a topology may have objects. */
    private static final int MAX_WORDS = 1 << 15;

    private static final String ENDLESS = "0xf...f";
    private static final Pattern WORD = Pattern.compile("0x[0-9a-fA-F]{1,8}|");

    private final BitSet bits;
    /** All bits from this one on are set; {@link Integer#MAX_VALUE} where the set ends. */
    private final int endlessFrom;

    private HwlocBitmap(BitSet bits, int endlessFrom) {
        this.bits = bits;
        this.endlessFrom = endlessFrom;
    }

    /**
     * Reads a set. O(length of the text).
     *
     * @throws IllegalArgumentException if the text is none
     */
    static HwlocBitmap parse(String text) {
        boolean endless = text.startsWith(ENDLESS);
        String finite = endless ? text.substring(ENDLESS.length()).replaceFirst("^,", "") : text;
        String[] words = finite.isEmpty() ? new String[0] : finite.split(",", -1);
        if (words.length > MAX_WORDS || (words.length == 0 && !endless)) {
            throw new IllegalArgumentException("expected a set of 1 to " + MAX_WORDS + " words");
        }
        var bits = new BitSet();
        for (int w = 0; w < words.length; w++) {
            int first = (words.length - 1 - w) * WORD_BITS;
            if (!WORD.matcher(words[w]).matches()) {
                throw new IllegalArgumentException(
                        "the set '" + text + "' is malformed; expected words such as 0x0000000f");
            }
            int word = words[w].isEmpty() ? 0 : Integer.parseUnsignedInt(words[w].substring(2), 16);
            for (int bit = 0; bit < WORD_BITS; bit++) {
                if (((word >>> bit) & 1) == 1) {
                    bits.set(first + bit);
                }
            }
        }
        return new HwlocBitmap(bits, endless ? words.length * WORD_BITS : Integer.MAX_VALUE);
    }

    boolean intersects(HwlocBitmap other) {
        return bits.intersects(other.bits)
                || bits.length() > other.endlessFrom
                || other.bits.length() > endlessFrom
                || Math.max(endlessFrom, other.endlessFrom) < Integer.MAX_VALUE;
    }

    /** The bits that are in both. */
    HwlocBitmap and(HwlocBitmap other) {
        int longest = Math.max(length(), other.length());
        var both = (BitSet) filled(longest).clone();
        both.and(other.filled(longest));
        return new HwlocBitmap(both, Math.max(endlessFrom, other.endlessFrom));
    }

    private int length() {
        return endlessFrom == Integer.MAX_VALUE ? bits.length() : Math.max(bits.length(), endlessFrom);
    }

    private BitSet filled(int to) {
        var filled = (BitSet) bits.clone();
        if (endlessFrom < to) {
            filled.set(endlessFrom, to);
        }
        return filled;
    }
}
