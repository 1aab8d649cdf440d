package io.banyan.workflow.model;

import java.util.regex.Pattern;

/**
 * The name of a step within its workflow. A step of a subworkflow has the name of the calling step before its own,
 * as in {@code align/sort}.
 *
 * @param path words of letters, digits, {@code _}, {@code -} and {@code .}, with {@code /} between them; no word is
 *     {@code .} or {@code ..}
 */
public record StepId(String path) implements Comparable<StepId> {
    /** The longest name, in characters. */
    public static final int MAX_LENGTH = 1_000;

    private static final Pattern FORM =
            Pattern.compile("(?!\\.{1,2}(/|$))[\\w.-]+(/(?!\\.{1,2}(/|$))[\\w.-]+)*", Pattern.UNICODE_CHARACTER_CLASS);

    /** Checks the form of the name. */
    public StepId {
        if (path.length() > MAX_LENGTH || !FORM.matcher(path).matches()) {
            throw new IllegalArgumentException("the name of a step must be words of letters, digits, '_', '-' and '.'"
                    + " with '/' between them, at most " + MAX_LENGTH + " characters, found '" + path + "'");
        }
    }

    /** Returns the name of a step inside this step, which stands for a subworkflow. */
    public StepId child(String name) {
        return new StepId(path + "/" + name);
    }

    @Override
    public int compareTo(StepId other) {
        return path.compareTo(other.path);
    }

    @Override
    public String toString() {
        return path;
    }
}
