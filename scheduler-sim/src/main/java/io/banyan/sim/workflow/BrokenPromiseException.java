package io.banyan.sim.workflow;

/** A job started later than its reservation promised: a bug of the scheduler. The message names the job and times. */
public final class BrokenPromiseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenPromiseException(String message) {
        super(message);
    }
}
