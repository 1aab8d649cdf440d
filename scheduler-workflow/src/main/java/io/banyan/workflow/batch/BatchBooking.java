package io.banyan.workflow.batch;

import java.util.List;
import java.util.OptionalLong;

/** The answer to a request for reservations. */
public sealed interface BatchBooking {
    /** All reservations are booked. */
    record Booked() implements BatchBooking {}

    /**
     * Nothing is booked, because some of the resources are not free, or a job that waits would start later.
     *
     * @param sentence the reason, for the user
     * @param jobs the jobs that would start later, as far as the user may see them
     * @param fromSec the time from which the same resources are free as far as it is known, in seconds since 1970
     */
    record Conflict(String sentence, List<String> jobs, OptionalLong fromSec) implements BatchBooking {
        /** Copies the list. */
        public Conflict {
            jobs = List.copyOf(jobs);
        }
    }
}
