package io.banyan.sim.program;

/** The way in which processes send messages. */
public enum Communication {
    /** The sender goes on: all messages of a round are on their way at once, and the links are the bottleneck. */
    ASYNCHRONOUS("asynchronous"),
    /** The sender waits until the message is received: the distance of a message matters more than the links. */
    SYNCHRONOUS("synchronous");

    private final String word;

    Communication(String word) {
        this.word = word;
    }

    /** Returns the name for people. */
    public String word() {
        return word;
    }
}
