package io.banyan.workflow.fill;

import java.util.List;

/** An event of a {@link FillScheduler}. */
public sealed interface FillEvent {
    /** A set of tasks is submitted. Its number is {@link FillScheduler#nextSet}. */
    record Submitted(FillSet set) implements FillEvent {}

    /** The tasks of a set that are not over are cancelled. */
    record Cancelled(int set) implements FillEvent {}

    /** Tasks that are not over are cancelled, and the others of their sets go on. */
    record TasksCancelled(List<TaskRange> tasks) implements FillEvent {
        /** Copies the list. */
        public TasksCancelled {
            tasks = List.copyOf(tasks);
        }
    }

    /** All workers that run tasks of an earlier server are back, so that nothing must wait for them. */
    record HoldEnded() implements FillEvent {}

    /**
     * A worker comes.
     *
     * @param worker its number; a worker that comes again has another one
     * @param offer its resources
     * @param held the tasks that it has
     * @param earlier the number that it had on a connection that the server does not know to be broken; 0 for none
     */
    record WorkerCame(int worker, WorkerOffer offer, HeldTasks held, int earlier) implements FillEvent {}

    /** A worker is lost, and with it the tasks that it has. */
    record WorkerGone(int worker) implements FillEvent {}

    /** A worker reports. */
    record Reported(int worker, WorkerReport report) implements FillEvent {}

    /** The time of {@link FillEffect.WakeAt} has come. */
    record Woken() implements FillEvent {}
}
