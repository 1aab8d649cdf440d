package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.sim.deadline.CampaignTable;
import io.banyan.sim.deadline.DeadlineCampaign;
import io.banyan.sim.deadline.DeadlineWorkload;
import io.banyan.sim.deadline.Reading;
import io.banyan.sim.deadline.Statement;
import io.banyan.sim.deadline.Statements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate deadlines readings}: how many statements hold under each reading of the paper. */
@Command(
        name = "readings",
        description = "Compare the readings of the paper by the number of its statements that hold. Each reading gets "
                + "the same jobs.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeadlinesReadingsCommand implements Callable<Integer> {
    private static final int MOST_SEEDS = 1000;

    private final Terminal terminal;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one workload for each load (default ${DEFAULT-VALUE}).",
            defaultValue = "1-8")
    private Seeds seeds = new Seeds(1, 8);

    @Mixin
    private final DeadlineOptions options = new DeadlineOptions();

    @Mixin
    private final ProgramOptions programs = new ProgramOptions();

    @Mixin
    private final SheetOutput output;

    DeadlinesReadingsCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    /** The result for programs. */
    record Shown(long seeds, List<ShownReading> readings) {}

    /** A reading, with the statements that hold, that do not, and that are open. */
    record ShownReading(String reading, List<String> yes, List<String> no, List<String> open) {}

    @Override
    public Integer call() {
        if (seeds.count() > MOST_SEEDS) {
            throw CommandFailure.wrongUse(
                    "At most " + MOST_SEEDS + " seeds can be compared, found " + seeds.count() + ".");
        }
        programs.requireUnchanged(Reading.COMPARED, "the readings compare its values");
        programs.settings();
        options.threads();
        List<ShownReading> readings = new ArrayList<>();
        List<Reading> all = Reading.all();
        try (var progress = ProgressLine.of(terminal)) {
            for (Reading reading : all) {
                int done = readings.size();
                progress.show(
                        () -> ProgressLine.bar(done, all.size()) + "  " + done + " of " + all.size() + " readings");
                readings.add(shown(reading));
            }
        }
        readings.sort(Comparator.comparingInt((ShownReading it) -> it.yes().size())
                .reversed()
                .thenComparingInt(it -> it.no().size()));
        output.print(
                new Shown(seeds.count(), readings), DeadlinesReadingsCommand::text, DeadlinesReadingsCommand::rows);
        return ExitStatus.DONE;
    }

    private ShownReading shown(Reading reading) {
        var campaign = new DeadlineCampaign(
                options.network(programs.settings()),
                DeadlineWorkload.USUAL,
                reading.settings(programs.settings()),
                options.jobs(),
                reading.mappings(),
                seeds.first(),
                (int) seeds.count());
        List<Statement> statements =
                Statements.of(new CampaignTable(options.parallel(() -> IntStream.range(0, campaign.units())
                        .parallel()
                        .mapToObj(campaign::unit)
                        .flatMap(List::stream)
                        .toList())));
        return new ShownReading(
                reading.line(),
                ids(statements, Statement.Verdict.YES),
                ids(statements, Statement.Verdict.NO),
                ids(statements, Statement.Verdict.OPEN));
    }

    private static List<String> ids(List<Statement> statements, Statement.Verdict verdict) {
        return statements.stream()
                .filter(it -> it.verdict() == verdict)
                .map(Statement::id)
                .toList();
    }

    private static String text(Shown shown) {
        var table = new Table()
                .left("reading")
                .right("yes")
                .right("no")
                .right("open")
                .left("statements that hold");
        shown.readings.forEach(
                it -> table.row(it.reading, it.yes.size(), it.no.size(), it.open.size(), String.join(" ", it.yes)));
        return table.toString();
    }

    private static List<List<String>> rows(Shown shown) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("reading", "yes", "no", "open"));
        shown.readings.forEach(it -> rows.add(
                List.of(it.reading, String.join(" ", it.yes), String.join(" ", it.no), String.join(" ", it.open))));
        return rows;
    }
}
