package io.banyan.instance;

import io.banyan.instance.message.Effect;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.transition.Transition;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * When an instance wants to be woken: at the first time at which one of its parts has something to do. O(parts) after
 * each event.
 */
final class Alarm {
    private final List<LongSupplier> parts;
    private long wakeAt = Deadlines.NEVER;

    /** @param parts each says when it has something to do next */
    Alarm(LongSupplier... parts) {
        this.parts = List.of(parts);
    }

    /**
     * Requests a wake-up if there is no such request yet. The latest requested wake-up has arrived, and does not cover
     * steps that are due at this moment.
     */
    void set(Transition transition) {
        wakeAt = wakeAt <= transition.nowMillis() ? Deadlines.NEVER : wakeAt;
        long next = Deadlines.NEVER;
        for (LongSupplier part : parts) {
            next = Math.min(next, part.getAsLong());
        }
        if (next != Deadlines.NEVER && next != wakeAt) {
            transition.add(new Effect.WakeAt(next));
        }
        wakeAt = next;
    }
}
