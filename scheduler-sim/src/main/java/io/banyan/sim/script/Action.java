package io.banyan.sim.script;

import io.banyan.sim.world.World;
import java.util.function.Consumer;

/**
 * A single action on a world from outside: a request of a client, or a fault. It refers to instances, jobs and grows by
 * name, so that its meaning does not depend on other actions, and does nothing if the name does not exist.
 *
 * @param atMillis its time
 * @param text its description on one line
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
