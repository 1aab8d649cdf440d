package io.banyan.instance.message.value;

import java.util.Locale;

/** Where a job is in its life. */
public enum JobState {
    /** It waits in the queue, and nothing is reserved for it. */
    PENDING,
    /** It has resources at a later time. */
    RESERVED,
    /** It holds resources now. */
    RUNNING,
    /** It holds resources, and its end was asked for: a child instance, or what it runs, is being stopped. */
    STOPPING,
    /** It ended by itself: its child instance left, or what it ran was done. */
    COMPLETED,
    /** Somebody cancelled it. */
    CANCELLED,
    /** Its time was over. */
    EXPIRED,
    /** Its child instance never came up, or what it ran failed. */
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

    /** As people read it: {@code running}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
