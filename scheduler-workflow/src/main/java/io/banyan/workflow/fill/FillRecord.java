package io.banyan.workflow.fill;

import java.util.List;

/** A record of the journal of a filler. */
public sealed interface FillRecord {
    /** A set was submitted. */
    record SetSubmitted(FillSet set) implements FillRecord {}

    /**
     * Tasks ended.
     *
     * @param done the tasks that succeeded
     * @param failed the other tasks
     * @param crashed the tasks that ran on workers that were lost, once for each loss
     */
    record TasksEnded(List<TaskRange> done, List<TaskFailure> failed, List<TaskRange> crashed) implements FillRecord {
        /** Copies the lists. */
        public TasksEnded {
            done = List.copyOf(done);
            failed = List.copyOf(failed);
            crashed = List.copyOf(crashed);
        }
    }

    /** The tasks of a set that were not over were cancelled. */
    record SetCancelled(int set) implements FillRecord {}

    /** Tasks were cancelled. Those among them whose ends are in later records ended nevertheless. */
    record TasksCancelled(List<TaskRange> tasks) implements FillRecord {
        /** Copies the list. */
        public TasksCancelled {
            tasks = List.copyOf(tasks);
        }
    }
}
