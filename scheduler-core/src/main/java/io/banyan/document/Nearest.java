package io.banyan.document;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that an unknown one was probably meant to be. */
public final class Nearest {
    private static final int MAX_DISTANCE = 3;
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /** The closest of the known words, if one is at most three typing mistakes away and not wholly different. */
    public static Optional<String> of(String word, Collection<String> known) {
        if (word.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        boolean close = bestDistance <= MAX_DISTANCE && 2 * bestDistance <= best.length();
        return close ? Optional.of(best) : Optional.empty();
    }

    /** Levenshtein's distance. O(product of the lengths). */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
