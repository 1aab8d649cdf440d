package io.banyan.instance.message.value;

/**
 * The principal that set the status of a vertex to another value than up, with the time and the reason.
 *
 * @param by the name of that principal
 * @param atSec the time
 * @param reason as the principal worded it; may be empty
 */
public record StatusNote(String by, long atSec, String reason) {
    /** The length of the longest reason, in characters. */
    public static final int LONGEST = 1000;

    /** Checks the name and the reason. */
    public StatusNote {
        Principal.requireName(by);
        requireReason(reason);
    }

    public static void requireReason(String reason) {
        if (reason.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "a reason can have at most " + LONGEST + " characters, found " + reason.length());
        }
        // Control characters could change the state of a terminal.
        if (reason.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a reason must be one line, without control characters");
        }
    }
}
