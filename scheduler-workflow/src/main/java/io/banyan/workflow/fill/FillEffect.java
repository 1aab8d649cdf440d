package io.banyan.workflow.fill;

import java.util.List;

/** An effect of a {@link FillScheduler}. Effects are carried out in their order. */
public sealed interface FillEffect {
    /** A record is appended to the journal, and is durable before the next effect. */
    record Append(FillRecord record) implements FillEffect {}

    /** Tasks are sent to a worker, which starts them when they fit. It is told the set before its first task. */
    record Send(int worker, List<TaskRange> tasks) implements FillEffect {}

    /**
     * A task of several workers is sent to the first of them.
     *
     * @param worker the worker that runs the command
     * @param set the number of the set
     * @param task the index of the task
     * @param hosts the names of the nodes, that of the worker first
     */
    record SendGang(int worker, int set, int task, List<String> hosts) implements FillEffect {}

    /**
     * A worker is asked to give back tasks that have not started.
     *
     * @param worker the worker
     * @param set the set of the tasks
     * @param most the number of tasks at most
     */
    record Recall(int worker, int set, int most) implements FillEffect {}

    /** A worker gives back or kills tasks: those that have not started are returned, those that run fail. */
    record Kill(int worker, List<TaskRange> tasks) implements FillEffect {}

    /** A worker forgets tasks that another one has, and kills those that run. It does not report their ends. */
    record Drop(int worker, List<TaskRange> tasks) implements FillEffect {}

    /** A worker is told that the ends of its reports up to a number are durable. */
    record Acknowledge(int worker, long sequence) implements FillEffect {}

    /** Ends of tasks are durable, and may be told to users. */
    record Ended(List<TaskRange> done, List<TaskFailure> failed) implements FillEffect {}

    /** All tasks of a set are over. */
    record SetOver(SetReport report) implements FillEffect {}

    /** A request is refused, with the reason. */
    record Refused(String sentence) implements FillEffect {}

    /** The scheduler is woken at a time, in milliseconds of the clock of the events. An earlier one stays. */
    record WakeAt(long millis) implements FillEffect {}
}
