package io.banyan.workflow.fill;

import java.util.List;

/**
 * The tasks that a worker has when it comes: none if it is new, others if it lost its connection or its server. It has
 * no waiting tasks, because another worker may have them by now.
 *
 * @param running the tasks that run
 * @param done the tasks that succeeded, and whose end the server has not acknowledged
 * @param failed the other tasks whose end the server has not acknowledged
 */
public record HeldTasks(List<TaskRange> running, List<TaskRange> done, List<TaskFailure> failed) {
    /** Copies the lists. */
    public HeldTasks {
        running = List.copyOf(running);
        done = List.copyOf(done);
        failed = List.copyOf(failed);
    }

    /** Returns the tasks of a new worker. */
    public static HeldTasks none() {
        return new HeldTasks(List.of(), List.of(), List.of());
    }
}
