package io.banyan.cli.admin;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.output.CommandFailure;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.WatchMessages;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Prints the past events of an instance and, if requested, new events. If the daemon restarts meanwhile, the output
 * continues after the last printed event, or with all events that the new daemon remembers. For one thread.
 */
final class FollowedEvents {
    private static final long PAUSE_MILLIS = 500;

    private final Asked asked;
    private final Optional<JobId> only;
    private final Duration patience;
    private @Nullable Cursor last;
    private boolean isWatching;
    private boolean hasWatched;
    private boolean hasPrinted;
    private long lostNanos;

    /**
     * Nothing is printed yet.
     *
     * @param from after this; else all that is remembered
     * @param patience how long a daemon may be gone that was watched
     */
    FollowedEvents(Asked asked, Optional<JobId> only, Optional<Cursor> from, Duration patience) {
        this.asked = asked;
        this.only = only;
        this.last = from.orElse(null);
        this.patience = patience;
    }

    /** Whether there was anything. */
    boolean hasPrinted() {
        return hasPrinted;
    }

    /** Prints the events that were not printed yet, and the later ones until the reader closes the output. */
    void print(boolean follows) {
        while (true) {
            var wanted = new WatchMessages.Wanted(Optional.ofNullable(last), only, true, !follows);
            try (BanyanClient client = asked.target().connect()) {
                client.watching().watch(wanted, this::hear);
                if (!follows || asked.isLost()) {
                    return;
                }
                await("The daemon ended the connection.");
            } catch (ClientException e) {
                lost(e, follows);
            }
        }
    }

    private void lost(ClientException e, boolean follows) {
        String why = String.valueOf(e.getMessage());
        if (follows && hasWatched && e.failure() == Failure.NOT_FOUND && last != null) {
            asked.tell("banyan: Events after " + last
                    + " are not available, for example because the daemon was restarted. All available events "
                    + "follow.");
            last = null;
        } else if (follows && hasWatched && JobEnd.isPassing(e.failure())) {
            await(why);
        } else {
            throw CommandFailure.no(why + maybe());
        }
    }

    private String maybe() {
        return last == null ? "" : "\nMaybe: after the same daemon answers again, continue with --since '" + last + "'";
    }

    private void await(String why) {
        if (isWatching) {
            isWatching = false;
            lostNanos = System.nanoTime();
            asked.tell("banyan: " + why + " Retrying for " + patience.toSeconds() + " s.");
        }
        if (System.nanoTime() - lostNanos >= patience.toNanos()) {
            throw CommandFailure.no(why + maybe());
        }
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.no("interrupted while waiting for the daemon" + maybe());
        }
    }

    private boolean hear(Cursor cursor, Notice notice) {
        last = cursor;
        if (notice.kind() == Notice.Kind.WATCHING) {
            if (hasWatched && !isWatching) {
                asked.tell("banyan: The daemon is available again.");
            }
            isWatching = true;
            hasWatched = true;
        } else {
            hasPrinted = true;
            asked.printLine(WatchCommand.View.of(cursor, notice), WatchCommand.View::numberedText);
        }
        return !asked.isLost();
    }
}
