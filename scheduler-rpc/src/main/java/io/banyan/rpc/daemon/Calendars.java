package io.banyan.rpc.daemon;

import io.banyan.rpc.config.LocalZone;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once, when a daemon starts, in which time zones its reservations count days. */
final class Calendars {
    private static final Logger LOG = LoggerFactory.getLogger(Calendars.class);
    private static final int MOST_NAMED = 10;

    private Calendars() {}

    /**
     * Nothing, where no reservation comes again by the calendar.
     *
     * @param zones by the names of those that do
     */
    static void tell(SortedMap<String, String> zones, LocalZone here) {
        if (!zones.isEmpty()) {
            LOG.info("{}", sentence(zones));
            here.problem().ifPresent(why -> LOG.warn("{}; the times in this log are of that zone", why));
        }
    }

    static String sentence(SortedMap<String, String> zones) {
        List<String> named = zones.entrySet().stream()
                .limit(MOST_NAMED)
                .map(each -> each.getKey() + " in " + each.getValue())
                .toList();
        int more = zones.size() - named.size();
        return named.stream()
                        .collect(Collectors.joining(
                                ", ", "Reservations count days in the zone of whoever made them: ", ""))
                + (more == 0 ? "" : " and " + more + " more");
    }
}
