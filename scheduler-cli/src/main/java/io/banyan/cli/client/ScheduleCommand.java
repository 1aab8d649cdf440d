package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.instance.Span;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan schedule}: which job has resources when. */
@Command(
        name = "schedule",
        description =
                "Show which job has resources when: held now, reserved, and as it is expected of those that wait.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "What is expected holds if no other jobs come, and everybody runs for as long as was asked for. Nothing changes."
        })
final class ScheduleCommand implements Callable<Integer> {
    private static final long DAY_SEC = 86_400;

    @Mixin
    private final Asked asked;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "From then on, such as 2026-11-23T18:30 (default: now).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Until then (default: a day later).")
    private @Nullable String to;

    ScheduleCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    /** One job. */
    private record View(long job, String user, String kind, long startSec, long endSec, String reservation) {
        static View of(Span span) {
            return new View(
                    span.job().value(),
                    span.owner(),
                    JobView.lower(span.kind()),
                    span.window().startSec(),
                    span.window().endSec(),
                    span.reservation().orElse(""));
        }
    }

    @Override
    public Integer call() {
        Instant now = Instant.now();
        long begin = from == null ? now.getEpochSecond() : moment("--from", from, now);
        long end = to == null ? begin + DAY_SEC : moment("--to", to, now);
        JobRequest.Timeline request = Checked.value(() -> new JobRequest.Timeline(begin, end));
        List<Span> spans = asked.ask(client -> client.timeline(request)).spans();
        asked.print(spans.stream().map(View::of).toList(), shown -> text(spans));
        return ExitStatus.DONE;
    }

    private static long moment(String option, String text, Instant now) {
        try {
            return Moment.parse(text, now, ZoneId.systemDefault());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(option + ": " + e.getMessage());
        }
    }

    private static String text(List<Span> spans) {
        Table table = new Table()
                .right("job")
                .left("user")
                .left("how")
                .left("start")
                .left("end")
                .left("reservation");
        for (Span span : spans) {
            table.row(
                    span.job(),
                    span.owner(),
                    JobView.lower(span.kind()),
                    JobView.start(span.window()),
                    JobView.end(span.window()),
                    span.reservation().orElse(""));
        }
        return table.isEmpty() ? "no jobs" : table.toString();
    }
}
