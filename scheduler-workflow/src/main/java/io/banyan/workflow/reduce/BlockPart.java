package io.banyan.workflow.reduce;

import io.banyan.workflow.model.StepId;
import java.util.List;
import java.util.stream.Stream;

/** The work of a block: the tasks of one step, or parts one after another, or parts side by side. */
public sealed interface BlockPart {
    /** Returns the steps whose tasks the part runs, in an order that respects their edges. */
    Stream<StepId> steps();

    /** Returns the time that all tasks together run, in milliseconds. */
    long taskMillis();

    /**
     * The tasks of one step, which run side by side in the lanes of the block.
     *
     * @param step the step
     * @param tasks the number of its tasks, 0 or more
     * @param millis the run time of one task, more than 0
     */
    record Tasks(StepId step, int tasks, long millis) implements BlockPart {
        @Override
        public Stream<StepId> steps() {
            return Stream.of(step);
        }

        @Override
        public long taskMillis() {
            return Math.multiplyExact(tasks, millis);
        }
    }

    /** Parts that run one after another, each in all lanes of the block. */
    record Chain(List<BlockPart> parts) implements BlockPart {
        /** Copies the list. */
        public Chain {
            parts = List.copyOf(parts);
        }

        @Override
        public Stream<StepId> steps() {
            return parts.stream().flatMap(BlockPart::steps);
        }

        @Override
        public long taskMillis() {
            return parts.stream().mapToLong(BlockPart::taskMillis).sum();
        }
    }

    /**
     * Parts of one lane each, which are started in the order of the list, each in the lane that is free first.
     *
     * @param parts longest part first
     */
    record Bag(List<BlockPart> parts) implements BlockPart {
        /** Copies the list. */
        public Bag {
            parts = List.copyOf(parts);
        }

        @Override
        public Stream<StepId> steps() {
            return parts.stream().flatMap(BlockPart::steps);
        }

        @Override
        public long taskMillis() {
            return parts.stream().mapToLong(BlockPart::taskMillis).sum();
        }
    }
}
