package io.banyan.rpc.client;

import io.banyan.resource.JobId;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.wire.client.WatchMessages;
import io.banyan.v1.WatchGrpc;
import java.util.Optional;

/** The streaming calls, which report events. */
public final class WatchCalls {
    private final BlockingCalls calls;

    WatchCalls(BlockingCalls calls) {
        this.calls = calls;
    }

    /** Receives events. */
    @FunctionalInterface
    public interface Listener {
        /** Something has happened; the cursor is for going on after it. False to hear no more. */
        boolean hear(Cursor cursor, Notice notice);
    }

    /**
     * Receives events until the listener ends the watch; the first notice says where the watch begins.
     *
     * @param after where an earlier watch was; empty for now
     * @param job whose; empty for all
     * @throws ClientException where the watch ended otherwise; it can be gone on with from the last cursor
     */
    public void watch(Optional<Cursor> after, Optional<JobId> job, Listener listener) throws ClientException {
        watch(new WatchMessages.Wanted(after, job), listener);
    }

    /** Watches the wanted events. Returns when all of them have been reported. */
    public void watch(WatchMessages.Wanted wanted, Listener listener) throws ClientException {
        calls.stream(
                WatchGrpc.getEventsMethod(),
                WatchMessages.write(wanted),
                event -> listener.hear(WatchMessages.cursor(event), WatchMessages.notice(event)));
    }
}
