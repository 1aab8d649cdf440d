package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.TaskStart;

/** Runs the tasks of a worker. The worker calls it from one thread, which lives as long as the worker. */
public interface TaskRunner extends AutoCloseable {
    /** The status of a task whose command could not be started. */
    int NOT_STARTED = -1;

    /** Receives the ends of tasks, from any thread. */
    @FunctionalInterface
    interface Listener {
        /**
         * Tells the end of a task, after its output is stored.
         *
         * @param start the task
         * @param status its exit status, 128 and the number for a signal, or {@link #NOT_STARTED}
         */
        void ended(TaskStart start, int status);
    }

    /** Starts a task. Its end is told later, or before the return. */
    void start(TaskStart start, Listener listener);

    /** Kills a task that has started. Its end is told as any other. */
    void kill(TaskStart start);

    /** Kills all tasks. */
    @Override
    void close();
}
