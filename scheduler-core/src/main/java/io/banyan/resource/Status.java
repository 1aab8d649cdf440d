package io.banyan.resource;

/** Whether a resource may be given to jobs, and what becomes of those that hold it; in the order of how bad it is. */
public enum Status {
    /** The resource may be given to jobs. */
    UP,
    /** The resource may not be given to jobs, because it must become empty; jobs that already hold it keep it. */
    DRAINED,
    /** The resource may not be given to jobs, because it does not work; jobs that already hold it keep it. */
    DOWN,
    /**
     * The resource may not be given to jobs, because it is gone with all processes on it: jobs that hold it are marked,
     * requeued, or lose it.
     */
    LOST;

    /** The worse of two. */
    public Status or(Status other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
