package io.banyan.rpc.agent;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;

/** The entrance for events and requests of an instance. Any thread may call; no call blocks. */
public interface Inbox {
    /** The callback for an event whose decision no caller waits for. */
    Runnable NOBODY = () -> {};

    /**
     * Leaves an event. There is always room for it: a sender of many events limits the number of waiting ones.
     *
     * @return false if the inbox is closed, and the event is not in it
     */
    default boolean tell(Event event) {
        return tell(event, List.of(), NOBODY);
    }

    /**
     * Adds an event with the timings of other levels.
     *
     * @param timings the times that other levels reported with it, the nearest first
     * @param decided is called when it was decided on, on the thread that did; it must not block
     */
    boolean tell(Event event, List<LevelTiming> timings, Runnable decided);

    /**
     * Leaves a client's request. If there is no room for it, or if the inbox is closed, the asker gets a failure at
     * once.
     *
     * @param client the asker
     * @param timeoutNanos how long from now on the asker waits; a request that is still in the queue then is not begun
     */
    void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker);

    /** Reports that an asker has gone and no longer hears the answer. The instance still gives the answer. */
    default void left(ReplyTo asker) {
        // Most implementations handle events only.
    }
}
