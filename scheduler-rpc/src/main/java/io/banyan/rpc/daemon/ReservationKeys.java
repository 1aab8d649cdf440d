package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.number;

import io.banyan.instance.config.UserBookings;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import java.time.Duration;
import java.util.List;

/** The keys of a daemon's configuration that limit the reservations of users. */
final class ReservationKeys {
    static final Key<Integer> USER_CORE_HOURS = Key.of(
                    "reservations.user-core-hours",
                    number(0, UserBookings.MOST_CORE_HOURS),
                    (int) UserBookings.NONE.coreHours(),
                    "Core hours that the booked reservations of a user may have together ('banyan reservation create --gentle'); with 0, only administrators reserve.")
            .sample("500");

    static final Key<Duration> MAX_AHEAD = Key.of(
                    "reservations.max-ahead",
                    duration(Duration.ofSeconds(1), Duration.ofDays(366)),
                    Duration.ofSeconds(UserBookings.NONE.maxAheadSec()),
                    "Time from now by which a reservation that a user books must end.")
            .sample("2d");

    static final List<Key<?>> ALL = List.of(USER_CORE_HOURS, MAX_AHEAD);

    private ReservationKeys() {}

    /** The limits that the settings describe. */
    static UserBookings limits(Settings settings) {
        return new UserBookings(
                settings.get(USER_CORE_HOURS), settings.get(MAX_AHEAD).toSeconds());
    }
}
