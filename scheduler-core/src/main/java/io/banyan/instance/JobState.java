package io.banyan.instance;

/** Where a job is in its life. */
public enum JobState {
    /** It has resources at a later time. */
    RESERVED,
    /** It holds resources now. */
    RUNNING,
    /** It holds resources, and its end was asked for: a child instance that is being stopped. */
    STOPPING,
    /** It ended by itself: its child instance left. */
    COMPLETED,
    /** Somebody cancelled it. */
    CANCELLED,
    /** Its time was over. */
    EXPIRED,
    /** Its child instance never came up. */
    FAILED;

    /** Whether it holds resources, now or later. */
    public boolean isActive() {
        return switch (this) {
            case RESERVED, RUNNING, STOPPING -> true;
            case COMPLETED, CANCELLED, EXPIRED, FAILED -> false;
        };
    }
}
