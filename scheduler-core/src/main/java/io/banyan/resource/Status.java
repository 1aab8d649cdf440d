package io.banyan.resource;

/** The availability of a resource to jobs, and the treatment of jobs that hold it; from the best to the worst. */
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
