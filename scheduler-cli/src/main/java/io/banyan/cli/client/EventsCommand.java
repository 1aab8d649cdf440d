package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.wire.WatchMessages;
import io.banyan.schedule.JobId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan events}: what has happened in an instance. */
@Command(
        name = "events",
        description =
                "Show what has happened in an instance, as far back as the daemon remembers: its last 10,000 events, since it was started.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Each line begins with a cursor, from which --since goes on. 'banyan watch' shows what happens from now on."
        })
final class EventsCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--job", paramLabel = "ID", description = "Of this job only.")
    private @Nullable Long job;

    @Option(names = "--since", paramLabel = "CURSOR", description = "Only what happened after this line.")
    private @Nullable String since;

    @Option(
            names = {"-f", "--follow"},
            description = "And what happens from now on, until it is interrupted.")
    private boolean follow;

    private @Nullable Cursor last;

    EventsCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Optional<Cursor> from = Checked.value(() -> Optional.ofNullable(since).map(Cursor::parse));
        Optional<JobId> only = Checked.value(() -> Optional.ofNullable(job).map(JobId::new));
        try (BanyanClient client = asked.target().connect()) {
            client.watch(new WatchMessages.Wanted(from, only, true, !follow), this::hear);
            return ExitStatus.DONE;
        } catch (ClientException e) {
            throw CommandFailure.no(e.getMessage()
                    + (last == null
                            ? ""
                            : "\nMaybe: where the same daemon answers again, go on with --since '" + last + "'"));
        }
    }

    private boolean hear(Cursor cursor, Notice notice) {
        last = cursor;
        if (notice.kind() != Notice.Kind.WATCHING) {
            asked.printLine(WatchCommand.View.of(cursor, notice), WatchCommand.View::numberedText);
        }
        return !asked.isLost();
    }
}
