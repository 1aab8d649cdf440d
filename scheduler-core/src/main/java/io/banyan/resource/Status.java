package io.banyan.resource;

/** Whether a resource may be given to jobs. */
public enum Status {
    /** It may. */
    UP,
    /** It may not; jobs that already hold it keep it. */
    DOWN
}
