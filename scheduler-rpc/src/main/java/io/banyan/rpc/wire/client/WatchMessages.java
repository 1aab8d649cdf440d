package io.banyan.rpc.wire.client;

import io.banyan.resource.JobId;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.WatchEvent;
import io.banyan.v1.WatchRequest;
import java.util.Optional;

/** The messages of a watch. */
public final class WatchMessages {
    private WatchMessages() {}

    /**
     * The events that a client wants to watch.
     *
     * @param after where an earlier watch was; without it from now on, or from the first that is remembered
     * @param untilNow whether only past events are requested
     */
    public record Wanted(Optional<Cursor> after, Optional<JobId> job, boolean fromFirst, boolean untilNow) {
        /** From a place on, or from now. */
        public Wanted(Optional<Cursor> after, Optional<JobId> job) {
            this(after, job, false, false);
        }
    }

    /** Writes the request of a watch. */
    public static WatchRequest write(Wanted wanted) {
        return WatchRequest.newBuilder()
                .setCursor(wanted.after().map(Cursor::toString).orElse(""))
                .setJob(wanted.job().map(JobId::value).orElse(0L))
                .setFromFirst(wanted.fromFirst())
                .setUntilNow(wanted.untilNow())
                .build();
    }

    /** From where on; empty for now. */
    public static Optional<Cursor> cursor(WatchRequest request) throws WireException {
        return CheckedMessage.value(() ->
                request.getCursor().isEmpty() ? Optional.empty() : Optional.of(Cursor.parse(request.getCursor())));
    }

    /** The job of a request; empty for all jobs. */
    public static Optional<JobId> job(WatchRequest request) throws WireException {
        return CheckedMessage.value(
                () -> request.getJob() == 0 ? Optional.empty() : Optional.of(new JobId(request.getJob())));
    }

    /** A notice, and the cursor after it. */
    public static WatchEvent write(Cursor cursor, Notice notice) {
        return WatchEvent.newBuilder()
                .setCursor(cursor.toString())
                .setAtMillis(notice.atMillis())
                .setKind(WatchEvent.Kind.valueOf(notice.kind().name()))
                .setJob(notice.job().map(JobId::value).orElse(0L))
                .setOwner(notice.owner().orElse(""))
                .setDetail(notice.detail())
                .build();
    }

    /** The cursor after an event. */
    public static Cursor cursor(WatchEvent event) throws WireException {
        return CheckedMessage.value(() -> Cursor.parse(event.getCursor()));
    }

    /** The notice of an event. */
    public static Notice notice(WatchEvent event) throws WireException {
        return CheckedMessage.value(() -> new Notice(
                event.getAtMillis(),
                Notice.Kind.valueOf(event.getKind().name()),
                event.getJob() == 0 ? Optional.empty() : Optional.of(new JobId(event.getJob())),
                event.getOwner().isEmpty() ? Optional.empty() : Optional.of(event.getOwner()),
                event.getDetail()));
    }
}
