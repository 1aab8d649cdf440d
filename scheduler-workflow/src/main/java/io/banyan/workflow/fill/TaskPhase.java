package io.banyan.workflow.fill;

/** The state of a task at the server. */
public enum TaskPhase {
    /** The task waits for others to succeed. */
    WAITING(0),
    /** The task waits for a worker. */
    READY(1),
    /** A worker has the task, and has not reported its start. */
    QUEUED(2),
    /** The task runs. */
    RUNNING(3),
    /** The task succeeded. */
    DONE(4),
    /** The task ended without success. */
    FAILED(5),
    /** The task never runs, because another one failed or its set was cancelled. */
    SKIPPED(6);

    private static final TaskPhase[] ALL = values();

    private final byte code;

    TaskPhase(int code) {
        this.code = (byte) code;
    }

    /** The number of phases. */
    static int count() {
        return ALL.length;
    }

    /** Returns the phase of a code. */
    static TaskPhase of(int code) {
        return ALL[code];
    }

    /** The place of the phase among all, which is kept for each task. */
    byte code() {
        return code;
    }

    /** Returns whether nothing happens to the task any more. */
    public boolean isOver() {
        return compareTo(DONE) >= 0;
    }

    /** Returns whether a worker has the task. */
    public boolean isHeld() {
        return this == QUEUED || this == RUNNING;
    }
}
