package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobView;
import io.banyan.cli.look.JobField;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.WallClock;
import io.banyan.cli.request.Moment;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Span;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan schedule}: which job has resources when. */
@Command(
        name = "schedule",
        description = "Show which jobs use resources and when: held, reserved, and expected for pending jobs.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Expected times assume that no other jobs arrive and that every job uses its whole time "
                    + "limit. For jobs far back in a queue they are estimated from totals, without nodes. This "
                    + "command changes nothing."
        })
public final class ScheduleCommand implements Callable<Integer> {
    private static final long DAY_SEC = 86_400;

    @Mixin
    private final Asked asked;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Start: 2h from now, or 2026-11-23T18:30 (default: now).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "End (default: one day later).")
    private @Nullable String to;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Draw the schedule into this SVG file, one row for each node, instead of listing it.")
    private @Nullable Path svg;

    public ScheduleCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    /** One job. */
    private record View(
            long job,
            String user,
            String kind,
            long startSec,
            @Nullable Long endSec,
            String reservation,
            @Nullable Long deadlineSec) {
        static View of(Span span) {
            return new View(
                    span.job().value(),
                    span.owner(),
                    JobView.lower(span.kind()),
                    span.window().startSec(),
                    JobView.endSec(span.window()),
                    span.reservation().orElse(""),
                    span.deadlineSec().isPresent() ? span.deadlineSec().getAsLong() : null);
        }
    }

    @Override
    public Integer call() {
        Instant now = Instant.now();
        long begin = from == null ? now.getEpochSecond() : Moment.later("--from", from, now);
        long end = to == null ? begin + DAY_SEC : Moment.later("--to", to, now);
        if (end <= begin) {
            throw CommandFailure.wrongUse("--to must be later than --from and in the future");
        }
        if (end <= now.getEpochSecond()) {
            throw CommandFailure.wrongUse(
                    "the schedule begins now, and --to is in the past; 'banyan accounting --since "
                            + Moment.written(begin) + "' lists jobs that have ended since then.");
        }
        if (svg != null) {
            OutputFile.checked(svg);
        }
        JobRead.Timeline request = CheckedValues.value(() -> new JobRead.Timeline(begin, end, svg != null));
        List<Span> spans =
                asked.ask(client -> client.queueing().timeline(request)).spans();
        if (svg != null) {
            return draw(svg, SchedulePlot.of(spans, begin, end));
        }
        asked.print(spans.stream().map(View::of).toList(), shown -> text(spans));
        return ExitStatus.DONE;
    }

    /**
     * The picture that was drawn.
     *
     * @param withoutNodes the number of further jobs whose nodes are not known yet, and that are not in it
     */
    private record Drawn(String file, int spans, int nodes, int withoutNodes) {
        String text() {
            String more = withoutNodes == 0 ? "" : "; " + SchedulePlot.left(withoutNodes);
            return file + ": " + spans + " spans on " + nodes + " nodes" + more;
        }
    }

    private int draw(Path file, SchedulePlot plot) {
        OutputFile.write(file, plot.svg());
        asked.print(new Drawn(file.toString(), plot.spans(), plot.nodes(), plot.withoutNodes()), Drawn::text);
        return ExitStatus.DONE;
    }

    private static String text(List<Span> spans) {
        Table table = new Table()
                .right("job")
                .left("user")
                .left("how")
                .left("start")
                .left("end")
                .left("reservation");
        boolean hasDeadlines =
                spans.stream().anyMatch(span -> span.deadlineSec().isPresent());
        if (hasDeadlines) {
            table.left("deadline").right("slack");
        }
        for (Span span : spans) {
            List<Object> cells = new ArrayList<>(List.of(
                    span.job(),
                    span.owner(),
                    JobView.lower(span.kind()),
                    JobView.start(span.window()),
                    JobView.end(span.window()),
                    span.reservation().orElse("")));
            if (hasDeadlines) {
                cells.add(deadline(span));
                cells.add(slack(span));
            }
            table.row(cells.toArray());
        }
        return table.isEmpty() ? "No jobs." : table.toString();
    }

    private static String deadline(Span span) {
        return span.deadlineSec().isPresent()
                ? WallClock.shown(span.deadlineSec().getAsLong(), ZoneId.systemDefault())
                : "-";
    }

    private static String slack(Span span) {
        return JobField.span(
                span.deadlineSec().isPresent()
                        ? OptionalLong.of(Math.max(
                                0,
                                span.deadlineSec().getAsLong() - span.window().endSec()))
                        : OptionalLong.empty());
    }
}
