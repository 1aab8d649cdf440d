package io.banyan.cli.output;

/**
 * Why a command has no result, as data.
 *
 * @param outcome always {@code failed}, where a result has a word of its own
 * @param message what people read on standard error
 */
public record Failed(String outcome, String message) {
    /** The failure with this message. */
    public static Failed of(String message) {
        return new Failed("failed", message);
    }
}
