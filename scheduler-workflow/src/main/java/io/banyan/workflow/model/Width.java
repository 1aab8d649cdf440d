package io.banyan.workflow.model;

/** The number of tasks of a step. */
public sealed interface Width {
    /** The most tasks of one step. */
    int MAX = 1_000_000;

    /** The width of a step that is one task. */
    Width ONE = new Exactly(1);

    /** Returns the number of tasks that a plan is made for; parents have {@code parentTasks} tasks. */
    int planned(int parentTasks);

    /**
     * A number that is known when the workflow is submitted.
     *
     * @param tasks 0 (a scatter over an empty list) or more
     */
    record Exactly(int tasks) implements Width {
        /** Checks the range. */
        public Exactly {
            requireWithin(0, tasks);
        }

        @Override
        public int planned(int parentTasks) {
            return tasks;
        }
    }

    /**
     * A number that an earlier step determines; the plan is made for an expected one, and made again when it is known.
     *
     * @param tasks the expected number, 1 or more
     */
    record Expected(int tasks) implements Width {
        /** Checks the range. */
        public Expected {
            requireWithin(1, tasks);
        }

        @Override
        public int planned(int parentTasks) {
            return tasks;
        }
    }

    /**
     * A ratio to the number of tasks of the steps before, rounded up.
     *
     * @param ratio more than 0
     */
    record Ratio(double ratio) implements Width {
        /** Checks the range. */
        public Ratio {
            if (!(ratio > 0) || ratio > MAX) {
                throw new IllegalArgumentException(
                        "the ratio of tasks to those of the parents must be more than 0 and at most " + MAX + ", found "
                                + ratio);
            }
        }

        @Override
        public int planned(int parentTasks) {
            return (int) Math.min(MAX, Math.ceil(ratio * parentTasks));
        }
    }

    private static void requireWithin(int least, int tasks) {
        if (tasks < least || tasks > MAX) {
            throw new IllegalArgumentException(
                    "the number of tasks must be " + least + " to " + MAX + ", found " + tasks);
        }
    }
}
