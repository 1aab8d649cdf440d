package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The refusal of a {@link ReservationRequest.Book}: nothing was booked.
 *
 * @param jobs the jobs that are in the way or would start later, in the order of their numbers, as far as the asker may
 *     see them
 * @param others the number of further such jobs
 * @param reservations the names of the reservations that are in the way, in their order
 * @param fromSec the first start from which the request would be accepted, as far as it is known, for the reservation
 *     that begins first; the others keep their distances from it. In seconds since the epoch; empty if it is not known
 * @param message one sentence
 */
public record BookingRefused(
        List<JobId> jobs, long others, List<String> reservations, OptionalLong fromSec, String message)
        implements Answer {
    /** Copies the lists. */
    public BookingRefused {
        jobs = List.copyOf(jobs);
        ValueChecks.notNegative(others, "a number of jobs");
        reservations = List.copyOf(reservations);
        Objects.requireNonNull(fromSec, "fromSec");
        message = ValueChecks.message(message);
    }
}
