package io.banyan.jobspec;

import io.banyan.document.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The fate of a job when something that it holds is lost; {@code on-lost} in a jobspec. */
public enum OnLost {
    /** The job goes on and is marked. */
    KEEP,
    /** The job continues with its remaining resources. */
    SHRINK,
    /** The job ends, and another one for the same jobspec takes its place. */
    REQUEUE;

    /** The name in a jobspec. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    public static OnLost of(String word) {
        for (OnLost it : values()) {
            if (it.word().equals(word)) {
                return it;
            }
        }
        List<String> words = Arrays.stream(values()).map(OnLost::word).toList();
        throw new IllegalArgumentException("'on-lost' must be one of " + String.join(", ", words) + ", found " + word
                + Nearest.of(word, words)
                        .map(near -> "\nMaybe '" + near + "' is meant.")
                        .orElse(""));
    }
}
