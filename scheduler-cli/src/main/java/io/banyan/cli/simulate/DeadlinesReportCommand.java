package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.sim.deadline.CampaignAgreement;
import io.banyan.sim.deadline.CampaignDescription;
import io.banyan.sim.deadline.CampaignFile;
import io.banyan.sim.deadline.CampaignPlots;
import io.banyan.sim.deadline.CampaignTable;
import io.banyan.sim.deadline.MappingGain;
import io.banyan.sim.deadline.Statement;
import io.banyan.sim.deadline.Statements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan simulate deadlines report}: the statements of the paper beside a campaign, and its figures. */
@Command(
        name = "report",
        description = "Compare a campaign with the statements of the paper, and draw the figures of the paper from it.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeadlinesReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "File of a campaign.")
    private Path file = Path.of("");

    @Option(names = "--to", paramLabel = "DIR", description = "Directory for the figures, as SVG files.")
    private Optional<Path> directory = Optional.empty();

    @Option(
            names = "--beside",
            paramLabel = "OTHER",
            description = "Instead, compare the numbers of completed jobs with those of another campaign on the same "
                    + "seeds, such as one with traffic=messages.")
    private Optional<Path> other = Optional.empty();

    @Mixin
    private final SheetOutput output;

    DeadlinesReportCommand(Terminal terminal) {
        this.output = new SheetOutput(terminal);
    }

    /** The result for programs. */
    record Shown(String parameters, int seeds, List<ShownStatement> statements, List<ShownGain> gains) {}

    /** A statement with its verdict. */
    record ShownStatement(String id, String holds, String statement, String found) {}

    /** The mean gain of a mapping over the best one of the paper, with half the width of its 95 % interval. */
    record ShownGain(
            String load,
            String mapping,
            String best,
            double completed,
            double completedHalfWidth,
            double nodeHours,
            double nodeHoursHalfWidth) {}

    @Override
    public Integer call() {
        CampaignFile.Content content = CheckedValues.value(() -> read(file));
        CampaignTable table = table(file, content);
        if (other.isPresent()) {
            printBeside(content, table, other.get());
            return ExitStatus.DONE;
        }
        List<Statement> statements = Statements.of(table);
        directory.ifPresent(to -> write(to, CampaignPlots.of(table)));
        List<MappingGain> gains = MappingGain.of(table);
        var shown = new Shown(
                content.description(),
                table.seeds(),
                statements.stream()
                        .map(it -> new ShownStatement(it.id(), it.verdict().word(), it.text(), it.evidence()))
                        .toList(),
                gains.stream().map(DeadlinesReportCommand::shown).toList());
        output.print(shown, it -> text(it, statements) + gains(gains), it -> StatementTable.rows(statements));
        return ExitStatus.DONE;
    }

    private void printBeside(CampaignFile.Content first, CampaignTable table, Path path) {
        if (directory.isPresent()) {
            throw CommandFailure.wrongUse("--to cannot be used with --beside, which draws no figures");
        }
        CampaignFile.Content content = CheckedValues.value(() -> read(path));
        CampaignTable its = table(path, content);
        var description = CampaignDescription.parse(first.description());
        var beside = CampaignDescription.parse(content.description());
        CampaignAgreement agreement = CheckedValues.value(() -> {
            description.requireSameJobs(beside);
            return CampaignAgreement.of(table, its);
        });
        var shown = AgreementTable.of(agreement, table.seeds(), description, beside);
        output.print(shown, AgreementTable::text, AgreementTable::rows);
    }

    private static ShownGain shown(MappingGain gain) {
        return new ShownGain(
                gain.load().word(),
                gain.mapping().word(),
                gain.best().word(),
                gain.completed().mean(),
                gain.completed().halfWidth(),
                gain.nodeHours().mean(),
                gain.nodeHours().halfWidth());
    }

    private static String text(Shown shown, List<Statement> statements) {
        String seeds = shown.seeds + (shown.seeds == 1 ? " seed" : " seeds");
        String parameters = "\n" + StatementTable.wrapped(shown.parameters) + "\n\n";
        return statements.isEmpty()
                ? seeds + "; the statements require all mappings of the paper" + parameters
                : seeds + ", " + StatementTable.held(statements) + " of " + statements.size() + " statements hold"
                        + parameters + StatementTable.text(statements);
    }

    private static String gains(List<MappingGain> gains) {
        if (gains.isEmpty()) {
            return "";
        }
        var table = new Table()
                .left("load")
                .left("mapping")
                .left("best of the paper")
                .right("more completed jobs")
                .right("more node hours");
        gains.forEach(it -> table.row(
                it.load().word(),
                it.mapping().word(),
                it.best().word(),
                MeanText.of("%.1f", it.completed()),
                MeanText.of("%.0f", it.nodeHours())));
        return "\nOther mappings, all types of programs, asynchronous:\n\n" + table;
    }

    private static CampaignTable table(Path path, CampaignFile.Content content) {
        if (content.runs().isEmpty()) {
            throw CommandFailure.wrongUse(path + ": the campaign has no runs");
        }
        return CheckedValues.value(() -> new CampaignTable(content.runs()));
    }

    private static CampaignFile.Content read(Path path) {
        try {
            return CampaignFile.read(path);
        } catch (IOException e) {
            throw CommandFailure.no(path + ": " + Texts.reason(e));
        }
    }

    private static void write(Path to, Map<String, String> figures) {
        try {
            Files.createDirectories(to);
            for (Map.Entry<String, String> figure : figures.entrySet()) {
                Files.writeString(to.resolve(figure.getKey()), figure.getValue());
            }
        } catch (IOException e) {
            throw CommandFailure.no(to + ": " + Texts.reason(e));
        }
    }
}
