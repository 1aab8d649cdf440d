package io.banyan.instance.message.client;

import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.resource.PrintableText;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A request that a client may make about advance reservations. Each is answered by {@link Answer.Reservations} or
 * {@link Answer.Failed}, and {@link Book} also by {@link BookingRefused}.
 */
public sealed interface ReservationRequest extends Request {
    /**
     * Keep resources for some users, or for nobody. Plans for waiting jobs yield.
     *
     * @param force whether jobs that run there and would continue at its beginning must end by then
     */
    record Create(Reservation reservation, boolean force) implements ReservationRequest {
        /** Checks the names. */
        public Create {
            Objects.requireNonNull(reservation, "reservation");
            PrintableText.require("a reservation's name", reservation.name());
            reservation.accounts().forEach(account -> PrintableText.require("an account", account));
        }
    }

    /**
     * Keep resources gently: all reservations are booked or none, and only if no running job, no reservation, no plan
     * of a waiting job and no expected start of a waiting job moves to a later time. A user may book for their own jobs
     * within the limits of the configuration.
     *
     * @param reservations at most {@value #MOST}, with different names; none recurs
     */
    record Book(List<Reservation> reservations) implements ReservationRequest {
        /** The most reservations of one request. */
        public static final int MOST = 1_000;

        /** The most reservations of one request for which a match has to find the resources. */
        public static final int MOST_MATCHES = 100;

        /** Checks the names and the recurrences. */
        public Book {
            reservations = List.copyOf(reservations);
            if (reservations.isEmpty() || reservations.size() > MOST) {
                throw new IllegalArgumentException(
                        "1 to " + MOST + " reservations can be booked at once, found " + reservations.size());
            }
            long matches = reservations.stream()
                    .filter(it -> it.target() instanceof ReservationTarget.Fitting)
                    .count();
            if (matches > MOST_MATCHES) {
                throw new IllegalArgumentException("at most " + MOST_MATCHES
                        + " reservations for a jobspec can be booked at once, found " + matches);
            }
            Set<String> names = new HashSet<>();
            for (Reservation reservation : reservations) {
                String name = PrintableText.require("a reservation's name", reservation.name());
                reservation.accounts().forEach(account -> PrintableText.require("an account", account));
                if (!names.add(name)) {
                    throw new IllegalArgumentException(
                            "the reservations of a request must have different names, found '" + name + "' twice");
                }
                if (!reservation.recurrence().equals(Recurrence.ONCE)) {
                    throw new IllegalArgumentException("a reservation that recurs cannot be booked gently; '" + name
                            + "' recurs, so create it without --gentle");
                }
            }
        }
    }

    /** All of them, in the order of their names. */
    record All() implements ReservationRequest {}

    /**
     * Give one up. Jobs that wait for it are cancelled.
     *
     * @param force whether that is so although jobs run in it; they go on
     */
    record Cancel(String name, boolean force) implements ReservationRequest {
        /** Checks the name. */
        public Cancel {
            Reservation.requireName(name);
        }
    }
}
