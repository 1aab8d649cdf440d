package io.banyan.instance.message.client;

import io.banyan.instance.message.value.Reservation;
import io.banyan.resource.PrintableText;
import java.util.Objects;

/**
 * A request that a client may make about advance reservations. Each is answered by {@link Answer.Reservations} or
 * {@link Answer.Failed}.
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
