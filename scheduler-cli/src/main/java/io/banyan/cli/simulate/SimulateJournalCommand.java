package io.banyan.cli.simulate;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.GraphException;
import io.banyan.instance.journal.JournalVerifier;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.JournalSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan simulate journal}: the questions of a daemon's journal, asked again. */
@Command(
        name = "journal",
        description = "Replay a daemon's journal in virtual time, and compare the decisions with those in the "
                + "journal. The daemon may be running.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 no differences, 1 differences found."})
final class SimulateJournalCommand implements Callable<Integer> {
    private static final int LONGEST_DECISION = 1_000;

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Parameters(
            arity = "0..1",
            paramLabel = "STATE",
            description = "State directory of the daemon, or a backup of its journal (default: $"
                    + Target.STATE_VARIABLE + ", else ~/.local/state/banyan).")
    private @Nullable Path state;

    SimulateJournalCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    /** The result of the simulation, for programs. */
    private record Shown(
            String journal,
            long records,
            long beginning,
            long processes,
            long events,
            long same,
            long decisions,
            Map<String, Integer> takenOver,
            Optional<Parted> difference) {}

    /** Where they part. */
    private record Parted(long record, String at, String event, List<String> journal, List<String> simulation) {}

    @Override
    public Integer call() {
        Path given = state == null ? Target.defaultState(System.getenv()) : state;
        Path journal = Files.isDirectory(given) ? new StateDirectory(given).journal() : given;
        try {
            JournalVerifier.Report report = simulated(journal);
            output.print(shown(given, report), SimulateJournalCommand::text);
            return report.difference().isEmpty() ? ExitStatus.DONE : ExitStatus.NO;
        } catch (IOException e) {
            throw CommandFailure.no(e);
        } catch (GraphException e) {
            throw CommandFailure.no("the graph of the journal cannot be used: " + e.getMessage());
        }
    }

    private JournalVerifier.Report simulated(Path journal) throws IOException, GraphException {
        try (ProgressLine line = ProgressLine.of(terminal)) {
            return JournalSimulation.of(journal, done -> line.show(() -> done / 10 + " % of the journal"));
        }
    }

    private static Shown shown(Path given, JournalVerifier.Report report) {
        long events = report.same() + (report.difference().isPresent() ? 1 : 0);
        return new Shown(
                given.toString(),
                report.records(),
                report.start(),
                report.begun(),
                events,
                report.same(),
                report.decisions(),
                report.takenOver(),
                report.difference().map(SimulateJournalCommand::parted));
    }

    private static Parted parted(JournalVerifier.Difference difference) {
        return new Parted(
                difference.number(),
                Instant.ofEpochMilli(difference.atMillis()).toString(),
                shortened(difference.event()),
                difference.journaled().stream()
                        .map(SimulateJournalCommand::shortened)
                        .toList(),
                difference.decided().stream()
                        .map(SimulateJournalCommand::shortened)
                        .toList());
    }

    private static String shortened(Object value) {
        String text = value.toString();
        return text.length() <= LONGEST_DECISION ? text : text.substring(0, LONGEST_DECISION) + "...";
    }

    private static String counted(long count, String one) {
        return counted(count, one, one + "s");
    }

    private static String counted(long count, String one, String more) {
        return count + " " + (count == 1 ? one : more);
    }

    private static String text(Shown shown) {
        List<String> lines = new ArrayList<>();
        lines.add(shown.journal + ": " + counted(shown.records, "record") + " of "
                + counted(shown.processes, "process", "processes")
                + (shown.beginning == 0 ? "" : ", with the first " + shown.beginning + " at its beginning"));
        lines.add(counted(shown.events, "event") + " led to " + counted(shown.decisions, "decision") + ", "
                + (shown.same == shown.events ? "all reproduced" : shown.same + " of the events reproduced"));
        shown.takenOver.forEach((kind, count) ->
                lines.add("not replayed, because the cause is not in the journal: " + count + " " + kind));
        shown.difference.ifPresent(parted -> {
            lines.add("");
            lines.add("Record " + parted.record + " differs, of " + parted.at + ": " + parted.event);
            parted.journal.forEach(decision -> lines.add("  journal:    " + decision));
            parted.simulation.forEach(decision -> lines.add("  simulation: " + decision));
        });
        return String.join("\n", lines);
    }
}
