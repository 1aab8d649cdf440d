package io.banyan.rpc.agent;

import io.banyan.instance.message.client.Answer;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import java.util.List;

/**
 * The recipient of an answer. Exactly one of {@link #answer} and {@link #fail} is called, once, from any thread; the
 * call must not block.
 */
public interface ReplyTo {
    /** The id of the request, for the log; empty if it has none. May be called at any time. */
    default String requestId() {
        return "";
    }

    /**
     * The instance has answered.
     *
     * @param timings of the levels that took part in a grow, this one's first; empty for anything else
     */
    void answer(Answer answer, List<LevelTiming> timings);

    /** There is no answer. */
    void fail(Failure failure, String sentence);
}
