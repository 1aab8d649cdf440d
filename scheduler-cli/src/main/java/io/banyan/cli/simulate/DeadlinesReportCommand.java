package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.sim.deadline.CampaignAgreement;
import io.banyan.sim.deadline.CampaignFile;
import io.banyan.sim.deadline.CampaignPlots;
import io.banyan.sim.deadline.CampaignTable;
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
    record Shown(String parameters, int seeds, List<ShownStatement> statements) {}

    /** A statement with its verdict. */
    record ShownStatement(String id, String holds, String statement, String found) {}

    @Override
    public Integer call() {
        CampaignFile.Content content = CheckedValues.value(() -> read(file));
        var table = CheckedValues.value(() -> new CampaignTable(content.runs()));
        if (other.isPresent()) {
            printBeside(table, other.get());
            return ExitStatus.DONE;
        }
        List<Statement> statements = Statements.of(table);
        directory.ifPresent(to -> write(to, CampaignPlots.of(table)));
        var shown = new Shown(
                content.description(),
                table.seeds(),
                statements.stream()
                        .map(it -> new ShownStatement(it.id(), it.verdict().word(), it.text(), it.evidence()))
                        .toList());
        output.print(
                shown,
                it -> it.seeds() + (it.seeds() == 1 ? " seed, " : " seeds, ") + StatementTable.held(statements) + " of "
                        + statements.size() + " statements hold\n" + StatementTable.wrapped(it.parameters()) + "\n\n"
                        + StatementTable.text(statements),
                it -> StatementTable.rows(statements));
        return ExitStatus.DONE;
    }

    private void printBeside(CampaignTable table, Path path) {
        if (directory.isPresent()) {
            throw CommandFailure.wrongUse("--to cannot be used with --beside, which draws no figures");
        }
        CampaignFile.Content content = CheckedValues.value(() -> read(path));
        var its = CheckedValues.value(() -> new CampaignTable(content.runs()));
        CampaignAgreement agreement = CheckedValues.value(() -> CampaignAgreement.of(table, its));
        var shown = AgreementTable.of(agreement, table.seeds());
        output.print(shown, AgreementTable::text, AgreementTable::rows);
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
