package io.banyan.workflow.fill;

import java.util.List;

/**
 * A task that a worker starts.
 *
 * @param set its set
 * @param task its index
 * @param share its resources
 * @param hosts the names of the nodes of a task of several workers, the first one runs the command; empty for others
 */
public record TaskStart(FillSet set, int task, TaskShare share, List<String> hosts) {
    /** Copies the list. */
    public TaskStart {
        hosts = List.copyOf(hosts);
    }
}
