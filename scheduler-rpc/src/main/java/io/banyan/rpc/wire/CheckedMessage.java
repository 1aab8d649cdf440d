package io.banyan.rpc.wire;

/** Turns the complaints of the core's constructors into errors of the message that they were given. */
final class CheckedMessage {
    private CheckedMessage() {}

    /** Makes a value of the core from a message. */
    interface Maker<T> {
        T make() throws WireException;
    }

    static <T> T value(Maker<T> maker) throws WireException {
        try {
            return maker.make();
        } catch (IllegalArgumentException e) {
            throw new WireException(Failure.sentenceOf(e), e);
        }
    }
}
