package io.banyan.instance.config;

import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Attributes;

/**
 * The limits on the reservations that a user books for their own jobs. An administrator has none.
 *
 * @param coreHours the sum over the booked reservations of one user of their cores times their hours; 0 if users may
 *     not book
 * @param maxAheadSec how far ahead the end of a reservation may be when it is booked
 */
public record UserBookings(long coreHours, long maxAheadSec) {
    /** Users may not book. */
    public static final UserBookings NONE = new UserBookings(0, 7 * 86_400);

    /** The greatest number of core hours. */
    public static final int MOST_CORE_HOURS = 1_000_000_000;

    /** Checks the numbers. */
    public UserBookings {
        ValueChecks.notNegative(coreHours, "a number of core hours");
        ValueChecks.positive(maxAheadSec, "maxAheadSec");
        if (coreHours > MOST_CORE_HOURS || maxAheadSec > Attributes.MAX_DURATION_SEC) {
            throw new IllegalArgumentException("users can book at most " + MOST_CORE_HOURS + " core hours and "
                    + Attributes.MAX_DURATION_SEC + " seconds ahead, found " + coreHours + " and " + maxAheadSec);
        }
    }
}
