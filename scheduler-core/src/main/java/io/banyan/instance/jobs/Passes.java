package io.banyan.instance.jobs;

import io.banyan.instance.config.Probe;
import io.banyan.instance.state.Submitted;
import io.banyan.queue.Placement;
import io.banyan.queue.QueuePass;
import io.banyan.queue.Seats;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The passes over the queue in one event, and the time that they take. */
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

    /**
     * Makes a pass: asks for one placement after the other, each after the last one is made.
     *
     * @param made makes a placement: decides it, which changes schedule and queue
     */
    void pass(Submitted submitted, Seats seats, Consumer<Placement> made) {
        long start = probe.nanos();
        QueuePass pass = submitted.pass(seats);
        for (Optional<Placement> next = pass.next(); next.isPresent(); next = pass.next()) {
            made.accept(next.get());
        }
        isPassed = true;
        nanos += probe.nanos() - start;
    }

    /** How long those of this event took; empty where there was none. */
    public OptionalLong nanos() {
        return isPassed ? OptionalLong.of(nanos) : OptionalLong.empty();
    }
}
