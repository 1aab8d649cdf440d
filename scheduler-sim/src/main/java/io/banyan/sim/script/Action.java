package io.banyan.sim.script;

import io.banyan.sim.world.World;
import java.util.function.Consumer;

/**
 * Something that is done to a world from outside, once: a client asks, or something goes wrong. It names instances,
 * jobs and grows by what they are called, so that it means the same where others were left out, and does nothing where
 * there is none of that name.
 *
 * @param atMillis when
 * @param text one line that says what
 */
public record Action(long atMillis, String text, Consumer<World> deed) {
    /** Does it. */
    void apply(World world) {
        deed.accept(world);
    }

    @Override
    public String toString() {
        return "at " + atMillis + " ms: " + text;
    }
}
