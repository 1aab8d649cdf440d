package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;

/**
 * The result of a grow and its timings.
 *
 * @param grown the resources and their source
 * @param timings the asked instance's first, then each level above it
 */
public record Growth(Answer.Grown grown, List<LevelTiming> timings) {
    /** Copies the list. */
    public Growth {
        timings = List.copyOf(timings);
    }
}
