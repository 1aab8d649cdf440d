package io.banyan.sim.workload;

/** A file is no workload. The message is for people, and names the line. */
public final class WorkloadException extends Exception {
    private static final long serialVersionUID = 1;

    WorkloadException(String message) {
        super(message);
    }
}
