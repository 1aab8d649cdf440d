package io.banyan.resource;

/**
 * The rules for the names of types, subsystems, basenames and vertices: 1 to {@value #MAX_LENGTH} characters, not
 * blank, without a slash (which separates the parts of a path) and without control characters.
 */
public final class Names {
    /** The longest name that is accepted, in characters. */
    public static final int MAX_LENGTH = 255;

    private Names() {}

    /**
     * Returns the name if it is valid.
     *
     * @param what the noun for the error message, such as "type"
     * @throws IllegalArgumentException with one sentence that describes the error in the name
     */
    public static String requireValid(String what, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A " + what + " must not be blank.");
        }
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("A " + what + " of " + name.length()
                    + " characters is too long; at most " + MAX_LENGTH + " are allowed.");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '/' || Character.isISOControl(c)) {
                throw new IllegalArgumentException("The " + what + " '" + PrintableText.escaped(name)
                        + "' contains a character that is not allowed there (a slash or a control character).");
            }
        }
        return name;
    }
}
