package io.banyan.provider.ec2;

/** What was wished for was not to be had; the message is the beginning of a sentence for the asker. */
final class NotHad extends Exception {
    private static final long serialVersionUID = 1L;

    NotHad(String message) {
        super(message);
    }
}
