package io.banyan.sim.world;

import io.banyan.instance.Instance;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The replaceable parts of a world.
 *
 * @param machines makes the state machine of a process that starts, of its instance
 * @param disks makes the disk of a new instance
 */
public record WorldParts(Function<Instance, StateMachine> machines, Supplier<Disk> disks) {
    /** Instances as they are, with journals of this format. */
    public static WorldParts of(JournalFormat format) {
        return new WorldParts(StateMachine::of, () -> new Disk(format));
    }
}
