package io.banyan.cli.output;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of texts in which digits count as numbers: {@code node9} comes before {@code node10}. */
public final class NaturalOrder {
    /** Compares two texts. */
    public static final Comparator<String> OF_TEXT = NaturalOrder::compare;

    private static final Pattern PIECE = Pattern.compile("\\d+|\\D+");

    private NaturalOrder() {}

    private static int compare(String one, String other) {
        Matcher left = PIECE.matcher(one);
        Matcher right = PIECE.matcher(other);
        while (true) {
            boolean hasLeft = left.find();
            boolean hasRight = right.find();
            if (!hasLeft || !hasRight) {
                return Boolean.compare(hasLeft, hasRight);
            }
            int order = comparePieces(left.group(), right.group());
            if (order != 0) {
                return order;
            }
        }
    }

    private static int comparePieces(String one, String other) {
        return isNumber(one) && isNumber(other)
                ? new BigInteger(one).compareTo(new BigInteger(other))
                : one.compareTo(other);
    }

    private static boolean isNumber(String piece) {
        return Character.isDigit(piece.charAt(0));
    }
}
