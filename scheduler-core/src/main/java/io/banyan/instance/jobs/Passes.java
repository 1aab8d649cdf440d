package io.banyan.instance.jobs;

import io.banyan.instance.config.Probe;
import io.banyan.instance.state.Submitted;
import io.banyan.queue.Seats;
import java.util.OptionalLong;

/** Looks at the queue, and how long they take. */
public final class Passes {
    private final Probe probe;
    private boolean isPassed;
    private long nanos;

    public Passes(Probe probe) {
        this.probe = probe;
    }

    /** Another event begins. */
    public void begin() {
        isPassed = false;
        nanos = 0;
    }

    void pass(Submitted submitted, Seats seats) {
        long start = probe.nanos();
        submitted.pass(seats);
        isPassed = true;
        nanos += probe.nanos() - start;
    }

    /** How long those of this event took; empty where there was none. */
    public OptionalLong nanos() {
        return isPassed ? OptionalLong.of(nanos) : OptionalLong.empty();
    }
}
