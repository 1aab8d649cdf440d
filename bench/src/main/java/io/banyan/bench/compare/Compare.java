package io.banyan.bench.compare;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.report.MachineDescription;
import io.banyan.cli.output.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code bench/compare}: {@code banyan query}, and a peer's resource-query where one is named, over the same graphs and
 * commands. Ends with 1 where the two do not agree on how many jobs they placed or where.
 */
@Command(
        name = "bench/compare",
        description = "Measure sessions of banyan query, and of a peer's resource-query for comparison.",
        showDefaultValues = true)
public final class Compare implements Callable<Integer> {
    @Option(
            names = "--peer",
            paramLabel = "PATH",
            description = "resource-query to run in alternation with banyan query")
    private @Nullable Path peer;

    @ArgGroup
    private Size size = new Size();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "number of sessions of each kind; the median is printed",
            defaultValue = "3")
    private int rounds;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "only scenarios with this text in their name, graph or policy",
            defaultValue = "")
    private String only = "";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "output file for the figures as JSON",
            defaultValue = "bench/target/compare.json")
    private Path json = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Compare() {}

    private static final class Size {
        @Option(names = "--quick", description = "only the small graphs", defaultValue = "false")
        private boolean quick;

        @Option(
                names = "--full",
                description = "fill every system with jobs; this takes hours with a peer that scans",
                defaultValue = "false")
        private boolean full;

        Scenarios.Extent extent() {
            if (quick) {
                return Scenarios.Extent.QUICK;
            }
            return full ? Scenarios.Extent.FULL : Scenarios.Extent.USUAL;
        }
    }

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Compare(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        OutputFile.checked(json);
        var engines = new ArrayList<Engine>();
        engines.add(new Engine("banyan", List.of("./banyan", "query", "--visits", "few")));
        if (peer != null) {
            if (!Files.isRegularFile(peer) || !Files.isExecutable(peer)) {
                throw new ParameterException(spec.commandLine(), peer + " is not a program.");
            }
            engines.add(new Engine("peer", List.of(peer.toAbsolutePath().toString())));
        }
        try (var scratch = ScratchDirectory.create("compare")) {
            return run(engines, scratch.path()) ? 0 : 1;
        }
    }

    private boolean run(List<Engine> engines, Path directory) throws IOException, InterruptedException {
        List<BenchScenario> scenarios = Scenarios.of(new ScenarioJobspecs(directory), size.extent()).stream()
                .filter(scenario ->
                        (scenario.name() + " " + scenario.cluster().label() + " " + scenario.policy()).contains(only))
                .toList();
        if (scenarios.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "No scenario has '" + only + "' in its name, graph or policy.");
        }
        var report = new ComparisonReport(MachineDescription.here(), peer != null, rounds);
        var measurement = new ScenarioMeasurement(directory, rounds);
        boolean agrees = true;
        for (BenchScenario scenario : scenarios) {
            try {
                ScenarioMeasurement.Result result = measurement.measure(scenario, engines);
                agrees &= result.difference().isEmpty();
                report.add(result);
            } catch (IOException e) {
                agrees = false;
                report.failed(scenario, String.valueOf(e.getMessage()));
            }
        }
        report.write(json);
        return agrees;
    }
}
