package io.banyan.instance.message.client;

import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Reservation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;

/**
 * A reservation with its booked times and its last problem.
 *
 * @param times when it is, as far as that is booked, in their order
 * @param problem why the last time that could not be booked was left out; empty where none was
 */
public record ReservationView(Reservation reservation, List<Time> times, String problem) {
    /**
     * One time for which it is booked.
     *
     * @param job under which the resources are held
     * @param state whether it has begun
     * @param inside the jobs that run in it
     */
    public record Time(JobId job, TimeWindow window, JobState state, List<JobId> inside) {
        /** Copies the list. */
        public Time {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(window, "window");
            Objects.requireNonNull(state, "state");
            inside = List.copyOf(inside);
        }
    }

    /** Copies the list. */
    public ReservationView {
        Objects.requireNonNull(reservation, "reservation");
        times = List.copyOf(times);
        Objects.requireNonNull(problem, "problem");
    }
}
