package io.banyan.instance.state;

import io.banyan.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** The resources of an instance. A child has none before it joins; any other instance has them from the start. */
final class JoinedResources {
    private @Nullable Resources resources;

    boolean isPresent() {
        return resources != null;
    }

    void set(Resources present) {
        resources = present;
    }

    /**
     * Returns the resources.
     *
     * @throws IllegalStateException where there are none yet
     */
    Resources get() {
        Resources present = resources;
        if (present == null) {
            throw new IllegalStateException("the instance has no resources yet");
        }
        return present;
    }

    Schedule schedule() {
        return get().schedule();
    }

    Statuses statuses() {
        return get().statuses();
    }
}
