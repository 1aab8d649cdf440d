package io.banyan.resource;

/** Whether a resource may be given to jobs, and what becomes of those that hold it; in the order of how bad it is. */
public enum Status {
    /** It may. */
    UP,
    /** It may not, for somebody wants it empty; jobs that already hold it keep it. */
    DRAINED,
    /** It may not, for it does not work; jobs that already hold it keep it. */
    DOWN,
    /**
     * It may not, for it is gone, and with it what ran there: jobs that hold it are marked, started anew, or lose it.
     */
    LOST;

    /** The worse of two. */
    public Status or(Status other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
