package io.banyan.bench.soak;

import java.util.random.RandomGenerator;

/** A client's next action, and how often of a thousand times it is chosen. */
enum Act {
    /** Begins a job. */
    ALLOCATE(260),
    /** Begins a job now or later. */
    RESERVE(60),
    /** Ends a job. */
    CANCEL(270),
    /** Gives a job more, out of the daemon's own resources. */
    GROW(60),
    /** Asks the provider for a node. */
    BURST(10),
    /** Gives it back. */
    RELEASE(10),
    /** Frees a part of a job. */
    CANCEL_PART(20),
    /** Looks at a job. */
    INFO(100),
    /** Looks for vertices. */
    FIND(20),
    /** Looks at all jobs. */
    JOBS(2),
    /** Asks why. */
    EXPLAIN(20),
    /** Looks at the figures. */
    STAT(18),
    /** Takes a node out of use, or back into it. */
    STATUS(40),
    /** Gives a node a property, or takes it away. */
    PROPERTY(40),
    /** Adds a node, or removes it. */
    ATTACH(20),
    /** Asks for something that cannot be. */
    WRONG(48),
    /** Goes away and comes back. */
    RECONNECT(2);

    private static final int SUM = 1000;

    private final int weight;

    Act(int weight) {
        this.weight = weight;
    }

    /** One of them. */
    static Act pick(RandomGenerator random) {
        int at = random.nextInt(SUM);
        for (Act act : values()) {
            at -= act.weight;
            if (at < 0) {
                return act;
            }
        }
        throw new IllegalStateException("the weights are not " + SUM + " in all");
    }
}
