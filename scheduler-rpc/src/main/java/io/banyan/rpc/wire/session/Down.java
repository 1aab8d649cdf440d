package io.banyan.rpc.wire.session;

import io.banyan.instance.message.level.DownMessage;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;

/**
 * A message of a parent and its timings.
 *
 * @param message for the child's instance
 * @param timings of the levels that found a grant, the parent's first; empty beside any other message
 */
public record Down(DownMessage message, List<LevelTiming> timings) implements ToChild {
    /** Copies the list. */
    public Down {
        timings = List.copyOf(timings);
    }
}
