package io.banyan.sim.deadline;

import java.util.List;

/**
 * The result of a run of programs, also by the size and the type of the jobs.
 *
 * @param total of all jobs
 * @param sizes a group for each class of sizes: 1, 2, 3-4, 5-8 and so on, up to the nodes of the machine
 * @param types a group for each type of programs
 */
public record GroupedOutcome(ExecutionOutcome total, List<JobGroup> sizes, List<JobGroup> types) {
    /** Copies the lists. */
    public GroupedOutcome {
        sizes = List.copyOf(sizes);
        types = List.copyOf(types);
    }
}
