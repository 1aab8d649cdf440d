package io.banyan.rpc.wire;

/** Turns the complaints of the core's constructors into errors of the message that they were given. */
public final class CheckedMessage {
    private CheckedMessage() {}

    /** Makes a value of the core from a message. */
    public interface Maker<T> {
        T make() throws WireException;
    }

    public static <T> T value(Maker<T> maker) throws WireException {
        try {
            return maker.make();
        } catch (IllegalArgumentException e) {
            throw new WireException(Failure.sentenceOf(e), e);
        }
    }
}
