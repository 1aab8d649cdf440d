package io.banyan.cli.output;

/**
 * The failure of a command as data.
 *
 * @param outcome always {@code failed}, in the place of a result's outcome
 * @param message the message on standard error
 */
public record Failed(String outcome, String message) {
    /** The failure with this message. */
    public static Failed of(String message) {
        return new Failed("failed", message);
    }
}
