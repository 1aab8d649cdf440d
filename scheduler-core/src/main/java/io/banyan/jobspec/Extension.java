package io.banyan.jobspec;

import io.banyan.document.Nearest;
import java.util.Arrays;
import java.util.List;

/**
 * A part of RFC 14 that Fluxion does not know, and that a jobspec has to ask for by name: without it such a jobspec has
 * no match.
 */
public enum Extension {
    /** Counts as sets of numbers ({@code 1,3,5-7}) and as ranges in RFC 45's notation ({@code 2-8:2*}). */
    COUNTS("counts"),
    /** Several resources of one type on one level, and several slots, all of which are wanted. */
    SIBLINGS("siblings"),
    /** Slots directly in slots. */
    NESTED_SLOTS("nested-slots"),
    /** Slots from resources anywhere in one node, across sockets if one socket has too little. */
    NODE_SLOTS("node-slots");

    private final String word;

    Extension(String word) {
        this.word = word;
    }

    /** The name in a jobspec. */
    public String word() {
        return word;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Extension::word).toList();
    }

    /**
     * The extension of this name.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    static Extension of(String word) {
        for (Extension extension : values()) {
            if (extension.word.equals(word)) {
                return extension;
            }
        }
        throw new IllegalArgumentException("there is no extension '" + word + "'; expected one of "
                + String.join(", ", words())
                + Nearest.of(word, words())
                        .map(near -> "\nMaybe '" + near + "' is meant.")
                        .orElse(""));
    }
}
