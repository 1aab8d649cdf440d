package io.banyan.cli.admin;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan watch}: the events of an instance as they happen. */
@Command(
        name = "watch",
        description = "Show events of an instance as they happen, until interrupted.",
        mixinStandardHelpOptions = true)
public final class WatchCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--job", paramLabel = "ID", description = "Only events of this job.")
    private @Nullable Long job;

    @Option(
            names = "--after",
            paramLabel = "CURSOR",
            description =
                    "Continue after this cursor of an earlier watch; each line of -o json contains its " + "cursor.")
    private @Nullable String after;

    @Option(names = "--events", paramLabel = "N", description = "Stop after N events.")
    private long events = Long.MAX_VALUE;

    private @Nullable Cursor last;
    private long seen;

    public WatchCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (events < 1) {
            throw CommandFailure.wrongUse("--events must be at least 1");
        }
        Optional<Cursor> from =
                CheckedValues.value(() -> Optional.ofNullable(after).map(Cursor::parse));
        Optional<JobId> only =
                CheckedValues.value(() -> Optional.ofNullable(job).map(JobId::new));
        try (BanyanClient client = asked.target().connect()) {
            client.watching().watch(from, only, this::hear);
            return ExitStatus.DONE;
        } catch (ClientException e) {
            throw CommandFailure.no(e.getMessage()
                    + (last == null
                            ? ""
                            : "\nMaybe: after the same daemon answers again, continue with --after '" + last + "'"));
        }
    }

    private boolean hear(Cursor cursor, Notice notice) {
        last = cursor;
        if (notice.kind() == Notice.Kind.WATCHING) {
            asked.printLine(View.of(cursor, notice), view -> "");
            return !asked.isLost();
        }
        asked.printLine(View.of(cursor, notice), View::text);
        return ++seen < events && !asked.isLost();
    }

    /**
     * One line.
     *
     * @param event in the words of the protocol, in small letters
     */
    record View(
            String cursor,
            long atMillis,
            String event,
            @Nullable Long job,
            @Nullable String user,
            String detail) {
        private static final int MILLIS = 1000;

        static View of(Cursor cursor, Notice notice) {
            return new View(
                    cursor.toString(),
                    notice.atMillis(),
                    notice.kind().name().toLowerCase(Locale.ROOT),
                    notice.job().map(JobId::value).orElse(null),
                    notice.owner().orElse(null),
                    notice.detail());
        }

        /** With the cursor first. */
        String numberedText() {
            return cursor + "  " + text();
        }

        String text() {
            return "%s  %-16s  %6s  %s"
                    .formatted(
                            JobView.time(Math.floorDiv(atMillis, MILLIS)),
                            event.replace('_', ' '),
                            job == null ? "" : job.toString(),
                            detail)
                    .stripTrailing();
        }
    }
}
