package io.banyan.instance.message.decision;

import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.Optional;

/** Decisions on advance reservations and on the jobs that run in them. */
public sealed interface ReservationDecision extends Decision {
    /** There is a reservation from now on. */
    record Made(Reservation reservation) implements ReservationDecision {
        /** Checks that there is one. */
        public Made {
            Objects.requireNonNull(reservation, "reservation");
        }
    }

    /**
     * The reservation is booked for one of its times, or that time is left out.
     *
     * @param n which time, counted from 0
     * @param grant the booking, under a job of its own; empty where it is left out
     * @param why why it is; empty where it is not
     */
    record Booked(String name, long n, Optional<JobDecision.JobGranted> grant, String why)
            implements ReservationDecision {
        /** Checks that it is one or the other. */
        public Booked {
            Reservation.requireName(name);
            ValueChecks.notNegative(n, "a number of times");
            if (grant.isPresent() != why.isEmpty()) {
                throw new IllegalArgumentException("a period of a reservation must be booked, or omitted for a reason");
            }
        }
    }

    /** The reservation is over, or was cancelled: there is no reservation of this name any more. */
    record Ended(String name, String why) implements ReservationDecision {
        /** Checks the name. */
        public Ended {
            Reservation.requireName(name);
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * A job that was submitted or spawned for a reservation gets resources of it. They are booked for the job until
     * that time of the reservation ends, and return to the reservation when the job releases them.
     *
     * @param time the job under which that time is booked
     * @param grant the granted resources and the permitted run time
     */
    record Admitted(JobId time, JobDecision.JobGranted grant) implements ReservationDecision {
        /** Checks that nothing is missing. */
        public Admitted {
            Objects.requireNonNull(time, "time");
            Objects.requireNonNull(grant, "grant");
        }

        /** Returns the job that enters the reservation. */
        public JobId job() {
            return grant.job();
        }
    }
}
