package io.banyan.elastic;

/**
 * The cost of stopping a job wholly and of going on later from where it was. Its methods are pure; both give seconds,
 * not negative.
 */
public interface Checkpoint {
    /** The time to write its checkpoint; it keeps its resources until then. */
    double writeSec(long amount);

    /** How long it takes to go on from there, with an amount that it need not have had before. */
    double restartSec(long amount);

    /** For how long it gets no further, being stopped and going on with the same amount. */
    default double lostSec(long amount) {
        return writeSec(amount) + restartSec(amount);
    }
}
