package io.banyan.sim.deadline;

import io.banyan.mapping.LeakMapping;
import java.util.OptionalInt;

/** The placement of a leak mapping, which an instance repeats. */
record MirroredPlacement(ProcessPlacement placement, InstanceLeaks leaks) implements ProcessPlacement {
    @Override
    public OptionalInt first(RunningProgram run, ProcessSlots slots) {
        OptionalInt slot = placement.first(run, slots);
        slot.ifPresent(it -> leaks.start(run.job.number(), slots.node(it)));
        return slot;
    }

    @Override
    public int fork(RunningProgram run, int parentSlot, ProcessSlots slots) {
        int slot = placement.fork(run, parentSlot, slots);
        int parent = slots.node(parentSlot);
        leaks.fork(
                run.job.number(),
                parent,
                slot == parentSlot ? new LeakMapping.Fork.Shared(parent) : new LeakMapping.Fork.Node(slots.node(slot)));
        return slot;
    }

    @Override
    public void freed(RunningProgram run, int node) {
        leaks.free(run.job.number(), node);
    }

    @Override
    public void ended(RunningProgram run, ProcessSlots slots) {
        leaks.end(run.job.number());
    }
}
