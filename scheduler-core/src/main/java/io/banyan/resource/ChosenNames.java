package io.banyan.resource;

/** Checks names that clients choose, of jobs, accounts and instances. Any thread; O(length). */
public final class ChosenNames {
    /** The most characters of a name. */
    public static final int MAX_LENGTH = 1000;

    /** The most characters of a short name. */
    public static final int MAX_SHORT_LENGTH = 100;

    private static final int SHOWN = 60;

    private ChosenNames() {}

    /**
     * Returns a name that can be part of a path or of a line: not blank, without {@code '/'}, and printable.
     *
     * @param what the noun for the error message, with its article, such as "a job's name"
     * @throws IllegalArgumentException with one sentence
     */
    public static String require(String value, String what) {
        return PrintableText.require(what, requireName(value, what));
    }

    /**
     * Returns a name of at most {@link #MAX_SHORT_LENGTH} characters that is not blank, and printable.
     *
     * @throws IllegalArgumentException with one sentence
     */
    public static String requireShort(String value, String what) {
        return PrintableText.require(what, requireText(value, MAX_SHORT_LENGTH, what));
    }

    /**
     * Returns a name in which characters that are invisible, but do not control anything, are allowed: journals have
     * such.
     *
     * @throws IllegalArgumentException with one sentence, if it is blank, too long, or has {@code '/'} or a control
     *     character
     */
    public static String requireName(String value, String what) {
        if (value.indexOf('/') >= 0) {
            throw new IllegalArgumentException(what + " must not contain '/', found '" + shown(value) + "'");
        }
        return requireText(value, MAX_LENGTH, what);
    }

    /**
     * Returns a text of one line.
     *
     * @throws IllegalArgumentException with one sentence, if it is blank, longer than {@code limit} or has a control
     *     character
     */
    public static String requireText(String value, int limit, String what) {
        if (value.isBlank() || value.length() > limit || hasControl(value)) {
            throw new IllegalArgumentException(
                    what + " must be 1 to " + limit + " printable characters, found '" + shown(value) + "'");
        }
        return value;
    }

    private static boolean hasControl(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** The beginning of a value, for a message of one line. */
    public static String shown(String value) {
        return PrintableText.escaped(value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...");
    }
}
