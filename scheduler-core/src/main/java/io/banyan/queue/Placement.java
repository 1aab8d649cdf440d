package io.banyan.queue;

import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.ProposedBooking;
import java.util.List;

/**
 * A step of a pass: the bookings that start a waiting job or reserve resources for it. The caller of the pass makes the
 * whole step before it asks for the next one.
 *
 * @param job the job that starts, or for which resources are reserved
 * @param kind whether it starts now or has a reservation
 * @param withdrawn the jobs that lose their reservations before anything is booked, in this order
 * @param bookings the job's own booking, then the new reservations of other jobs that lost theirs
 */
public record Placement(WaitingJob job, BookingKind kind, List<JobId> withdrawn, List<ProposedBooking> bookings)
        implements Seats.NowAnswer, Seats.EarliestAnswer {
    public Placement {
        withdrawn = List.copyOf(withdrawn);
        bookings = List.copyOf(bookings);
        if (bookings.isEmpty() || !bookings.getFirst().job().equals(job.id())) {
            throw new IllegalArgumentException("the first booking for job " + job.id() + " is its own: " + bookings);
        }
        for (ProposedBooking moved : bookings.subList(1, bookings.size())) {
            if (!withdrawn.contains(moved.job())) {
                throw new IllegalArgumentException("job " + moved.job() + " still has its reservation: " + withdrawn);
            }
        }
    }

    /** Returns the kind of one of the bookings: only the job's own can be another than a reservation. */
    public BookingKind kindOf(ProposedBooking booking) {
        return booking.job().equals(job.id()) ? kind : BookingKind.RESERVATION;
    }
}
