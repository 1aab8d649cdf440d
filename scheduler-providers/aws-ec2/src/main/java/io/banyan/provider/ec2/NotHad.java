package io.banyan.provider.ec2;

/** A request cannot be fulfilled. The message is the beginning of a sentence for the asker. */
final class NotHad extends Exception {
    private static final long serialVersionUID = 1L;

    NotHad(String message) {
        super(message);
    }
}
