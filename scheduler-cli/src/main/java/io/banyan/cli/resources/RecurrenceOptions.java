package io.banyan.cli.resources;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.Durations;
import io.banyan.cli.request.Moment;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.rpc.config.LocalZone;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often a reservation comes again, as it is said on a command line. */
final class RecurrenceOptions {
    @Option(
            names = "--every",
            paramLabel = "PERIOD",
            description = "Repeat every day or week at that time, or after an interval such as 12h (default: once).")
    private @Nullable String every;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "With --every: end of the repetition; no period begins at or after this time.")
    private @Nullable String until;

    @Option(names = "--count", paramLabel = "N", description = "With --every: number of periods.")
    private @Nullable Long count;

    /** In the zone of this process; refused where that is another one than was meant. */
    Recurrence recurrence(Instant now, LocalZone here) {
        if (every == null) {
            if (until != null || count != null) {
                throw CommandFailure.wrongUse("--until and --count require --every");
            }
            return Recurrence.ONCE;
        }
        if (count != null && count < 1) {
            throw CommandFailure.wrongUse("--count must be at least 1, found " + count);
        }
        long untilSec = until == null ? 0 : Moment.later("--until", until, now);
        long most = count == null ? 0 : count;
        return switch (every) {
            case "day" -> new Recurrence(Recurrence.Every.DAY, 0, zone(here), untilSec, most);
            case "week" -> new Recurrence(Recurrence.Every.WEEK, 0, zone(here), untilSec, most);
            default ->
                new Recurrence(Recurrence.Every.SECONDS, Durations.seconds("--every", every), "", untilSec, most);
        };
    }

    private static String zone(LocalZone here) {
        if (here.problem().isPresent()) {
            throw CommandFailure.wrongUse(here.problem().get());
        }
        return here.zone().getId();
    }
}
