package io.banyan.workflow.fill;

import java.util.List;

/** A task of several workers: those that are held for it until all are idle, and then while it runs. */
final class GangBook {
    final SetBook set;
    final List<WorkerBook> members;

    /** The task; negative while the workers are collected. */
    int task = -1;

    /** Whether a worker was lost after the start, so that the task is killed and runs again. */
    boolean isLost;

    GangBook(SetBook set, List<WorkerBook> members) {
        this.set = set;
        this.members = members;
    }

    boolean isStarted() {
        return task >= 0;
    }

    /** The worker that runs the command. */
    WorkerBook root() {
        return members.getFirst();
    }
}
