package io.banyan.rpc.agent;

import io.banyan.instance.Event;
import io.banyan.instance.Request;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;

/** What lies in a mailbox. */
sealed interface Mail {
    /**
     * A client's request.
     *
     * @param deadlineNanos on the clock of {@link System#nanoTime}
     */
    record Asked(Request request, long deadlineNanos, ReplyTo asker) implements Mail {}

    /** Anything else. */
    record Told(Event event, List<LevelTiming> timings) implements Mail {}
}
