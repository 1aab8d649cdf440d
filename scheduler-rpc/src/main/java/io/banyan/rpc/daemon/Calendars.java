package io.banyan.rpc.daemon;

import io.banyan.rpc.config.LocalZone;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time zones of the reservations that a daemon finds at its start, which it logs once.
 *
 * @param zones by the names of those that come again by the calendar
 */
record Calendars(SortedMap<String, String> zones) {
    /** The calendars without reservations. */
    static final Calendars NONE = new Calendars(Collections.emptySortedMap());

    private static final Logger LOG = LoggerFactory.getLogger(Calendars.class);
    private static final int MOST_NAMED = 10;

    /** Nothing, where no reservation comes again by the calendar. */
    void tell(LocalZone here) {
        if (!zones.isEmpty()) {
            LOG.info("{}", sentence());
            here.problem().ifPresent(why -> LOG.warn("{}; the times in this log are in that zone", why));
        }
    }

    String sentence() {
        List<String> named = zones.entrySet().stream()
                .limit(MOST_NAMED)
                .map(each -> each.getKey() + " in " + each.getValue())
                .toList();
        int more = zones.size() - named.size();
        return named.stream().collect(Collectors.joining(", ", "Reservations use the time zone of their creator: ", ""))
                + (more == 0 ? "" : " and " + more + " more");
    }
}
