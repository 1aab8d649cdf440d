package io.banyan.sim.deadline;

import io.banyan.mapping.LeakMapping;
import io.banyan.mapping.PartitionShape.SearchWork;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/** The rule by which processes get their slots. */
sealed interface ProcessPlacement
        permits ProcessPlacement.Booked, ProcessPlacement.Leak, ForesightPlacement, MirroredPlacement {
    /** Starts the first process of a job on the slot that is returned; empty if no slot is free. */
    OptionalInt first(RunningProgram run, ProcessSlots slots);

    /** Starts a process that is forked by one on another slot, on the slot that is returned. */
    int fork(RunningProgram run, int parentSlot, ProcessSlots slots);

    /** Notes that a job has forked the processes of a phase. */
    default void forked(RunningProgram run, ProcessSlots slots) {}

    /** Notes that a process of a job has ended, and that its slot has no other one. */
    default void freed(RunningProgram run, int node) {}

    /** Notes that a job has ended. */
    default void ended(RunningProgram run, ProcessSlots slots) {}

    /** Processes take the booked nodes in their order. */
    record Booked() implements ProcessPlacement {
        @Override
        public OptionalInt first(RunningProgram run, ProcessSlots slots) {
            return OptionalInt.of(next(run, slots));
        }

        @Override
        public int fork(RunningProgram run, int parentSlot, ProcessSlots slots) {
            return next(run, slots);
        }

        private static int next(RunningProgram run, ProcessSlots slots) {
            List<Integer> nodes = run.booked.orElseThrow();
            for (int node : nodes) {
                if (slots.free().get(node)) {
                    return slots.take(node);
                }
            }
            throw new IllegalStateException(
                    "job " + run.job.number() + " has more processes than booked nodes: " + nodes.size());
        }
    }

    /** Processes leak into the free slots near them. */
    record Leak(LeakMapping mapping, SearchWork work) implements ProcessPlacement {
        @Override
        public OptionalInt first(RunningProgram run, ProcessSlots slots) {
            OptionalInt node = mapping.first(run.job.number(), slots.free());
            return node.isEmpty() ? node : OptionalInt.of(slots.take(node.getAsInt()));
        }

        /** A free slot of the parent's node comes first, where nodes have several. */
        @Override
        public int fork(RunningProgram run, int parentSlot, ProcessSlots slots) {
            BitSet free = slots.free();
            int parent = slots.node(parentSlot);
            if (free.get(parent)) {
                return slots.take(parent);
            }
            return switch (mapping.fork(parent, run.nodes(), free, work)) {
                case LeakMapping.Fork.Node(int node) -> slots.take(node);
                case LeakMapping.Fork.Shared shared -> {
                    slots.share(parentSlot);
                    yield parentSlot;
                }
            };
        }
    }
}
