package io.banyan.instance.message.value;

import java.util.Locale;

/** Where a job is in its life. */
public enum JobState {
    /** The job waits in the queue, and nothing is reserved for it. */
    PENDING,
    /** The job has resources at a later time. */
    RESERVED,
    /** The job holds resources now. */
    RUNNING,
    /** The job holds resources, and its end was requested: its child instance or its processes are being stopped. */
    STOPPING,
    /** The job ended by itself: its child instance has left, or its tasks have ended. */
    COMPLETED,
    /** A client cancelled it. */
    CANCELLED,
    /** The time of the job was over. */
    EXPIRED,
    /** The child instance of the job never came up, or a task failed. */
    FAILED;

    /** Whether it holds resources, now or later. */
    public boolean isActive() {
        return switch (this) {
            case RESERVED, RUNNING, STOPPING -> true;
            case PENDING, COMPLETED, CANCELLED, EXPIRED, FAILED -> false;
        };
    }

    /** Whether nothing comes after it. */
    public boolean isOver() {
        return this != PENDING && !isActive();
    }

    /** Returns the state as people read it: {@code running}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
