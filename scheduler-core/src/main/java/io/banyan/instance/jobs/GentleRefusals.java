package io.banyan.instance.jobs;

import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Authorization;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** The refusals of gentle bookings, as one asker may see them: jobs of others are only counted. */
final class GentleRefusals {
    private final InstanceState state;
    private final Authorization authorization;
    private final Principal asker;

    GentleRefusals(InstanceState state, Principal asker) {
        this.state = state;
        this.authorization = new Authorization(state);
        this.asker = asker;
    }

    /** Refuses for a reason that concerns no job. */
    BookingRefused of(String why, OptionalLong fromSec) {
        return new BookingRefused(List.of(), 0, List.of(), fromSec, why + from(fromSec));
    }

    /**
     * Refuses because of jobs.
     *
     * @param what what they would do, as the end of a sentence
     */
    BookingRefused because(Collection<JobId> jobs, String what, OptionalLong fromSec) {
        List<JobId> seen = new ArrayList<>();
        TreeSet<String> reservations = new TreeSet<>();
        long others = 0;
        for (JobId job : jobs) {
            Optional<Reservation> reservation = state.reservations().bookedUnder(job);
            if (reservation.isPresent()) {
                reservations.add(reservation.get().name());
            } else if (state.jobs()
                    .find(job)
                    .filter(it -> authorization.maySee(asker, it))
                    .isPresent()) {
                seen.add(job);
            } else {
                others++;
            }
        }
        List<String> named = new ArrayList<>();
        seen.forEach(job -> named.add("job " + job));
        reservations.forEach(name -> named.add("reservation '" + name + "'"));
        String subject =
                named.isEmpty() ? others(others) : FirstItems.of(named) + (others == 0 ? "" : " and " + others(others));
        return new BookingRefused(
                seen, others, List.copyOf(reservations), fromSec, subject + " " + what + from(fromSec));
    }

    private static String others(long count) {
        return count == 1 ? "one job of another user" : count + " jobs of other users";
    }

    private static String from(OptionalLong fromSec) {
        return fromSec.isEmpty()
                ? ""
                : "; from " + ReservationSteps.time(fromSec.getAsLong()) + " on there would be room";
    }
}
