package io.banyan.cli.look;

import io.banyan.instance.message.client.JobEvent;
import java.util.Locale;

/**
 * An event of a job as it is printed for programs.
 *
 * @param timeMillis when, in milliseconds since the epoch
 * @param event the kind, such as {@code started}
 * @param detail for people; may be empty
 */
public record JobEventView(long timeMillis, String event, String detail) {
    /** The event. */
    public static JobEventView of(JobEvent event) {
        return new JobEventView(event.atMillis(), event.kind().name().toLowerCase(Locale.ROOT), event.detail());
    }
}
