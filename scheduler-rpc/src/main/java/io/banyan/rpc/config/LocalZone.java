package io.banyan.rpc.config;

import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * In which time zone this process counts days.
 *
 * @param problem why that is not the one that the environment names, in one sentence; empty where it is
 */
public record LocalZone(ZoneId zone, Optional<String> problem) {
    private static final String VARIABLE = "TZ";
    private static final String POSIX = "posix/";
    private static final Set<String> FIXED = Set.of("GMT", "UTC", "Z");

    /** That of this process. Any thread. */
    public static LocalZone current() {
        return of(System.getenv(VARIABLE), ZoneId.systemDefault());
    }

    /** Java takes GMT for a name that it does not know, and says nothing. */
    static LocalZone of(@Nullable String named, ZoneId used) {
        if (named == null || named.isEmpty() || isKnown(named)) {
            return new LocalZone(used, Optional.empty());
        }
        return new LocalZone(
                used,
                Optional.of(VARIABLE + " is '" + named + "', which is not a known time zone; the time zone is "
                        + used.getId() + " instead. A known time zone is, for example, Europe/Berlin"));
    }

    private static boolean isKnown(String named) {
        String plain = named.startsWith(":") ? named.substring(1) : named;
        String name = plain.startsWith(POSIX) ? plain.substring(POSIX.length()) : plain;
        return FIXED.contains(name) || !TimeZone.getTimeZone(name).getID().equals("GMT");
    }
}
