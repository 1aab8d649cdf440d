package io.banyan.cli.admin;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Durations;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.resource.JobId;
import io.banyan.rpc.watch.Cursor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan events}: the past events of an instance. */
@Command(
        name = "events",
        description = "Show past events of an instance: the last 10,000 since the daemon started.",
        mixinStandardHelpOptions = true,
        footer = {"", "Each line begins with a cursor for --since. 'banyan watch' shows only new events."})
public final class EventsCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--job", paramLabel = "ID", description = "Only events of this job.")
    private @Nullable Long job;

    @Option(names = "--since", paramLabel = "CURSOR", description = "Only events after this cursor.")
    private @Nullable String since;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new events until interrupted.")
    private boolean follow;

    @Option(
            names = "--retry",
            paramLabel = "TIME",
            description = "With --follow: time to wait for an unavailable daemon (default 1m).")
    private @Nullable String retry;

    private static final String USUAL_RETRY = "1m";

    public EventsCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Optional<Cursor> from =
                CheckedValues.value(() -> Optional.ofNullable(since).map(Cursor::parse));
        Optional<JobId> only =
                CheckedValues.value(() -> Optional.ofNullable(job).map(JobId::new));
        if (retry != null && !follow) {
            throw CommandFailure.wrongUse("--retry requires --follow.");
        }
        Duration patience = Duration.ofSeconds(Durations.seconds("--retry", retry == null ? USUAL_RETRY : retry));
        var events = new FollowedEvents(asked, only, from, patience);
        only.ifPresent(id -> printThoseOf(id, events));
        if (only.isEmpty() || (follow && !asked.isLost())) {
            events.print(follow);
        }
        return ExitStatus.DONE;
    }

    /** Prints the events of a job. If there are none, asks for the job, so that an unknown id is refused. */
    private void printThoseOf(JobId id, FollowedEvents events) {
        events.print(false);
        if (!events.hasPrinted()) {
            asked.ask(client -> client.info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)));
        }
    }
}
