package io.banyan.bench.start;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.compare.MeasuredSession;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.cli.quickstart.Daemons;
import io.banyan.graph.GraphException;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.JgfWriter;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/start}: commands from a cold start, and loads in a warm process. Its output is Markdown. */
@Command(
        name = "bench/start",
        description = "Measure commands from a cold start, and the loading of graphs.",
        showDefaultValues = true)
public final class Start implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final long MOST_SECONDS = 300;
    /** 35,001 vertices. */
    private static final BenchCluster AS_JGF = new BenchCluster(1_000, 32, 0);
    /** 710,001 vertices. */
    private static final BenchCluster LARGE = new BenchCluster(10_000, 64, 4);

    private static final BenchCluster SMALL = new BenchCluster(100, 32, 4);

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "number of rounds; the median is printed",
            defaultValue = "5")
    private int rounds;

    @Option(names = "--quick", description = "one round without the large graph", defaultValue = "false")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Start() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Start(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        rounds = quick ? 1 : rounds;
        System.out.printf("%s%n%n", MachineDescription.here());
        try (var scratch = ScratchDirectory.create("start")) {
            cold(scratch.path());
            warm(scratch.path());
        }
        return 0;
    }

    private void cold(Path directory) throws Exception {
        System.out.printf("From a cold start, each a process of its own, median of %d.%n%n", rounds);
        var table = new MarkdownTable("command", "elapsed, s", "processor, s", "resident, MiB");
        row(table, directory, "banyan --version", List.of("./banyan", "--version"), "");
        jobs(table, directory);
        Path jgf = jgf(directory);
        row(table, directory, "banyan query, JGF of 35,001 vertices", query(jgf, "jgf", ""), "quit\n");
        if (!quick) {
            String match = "match allocate jobspecs/hello.yaml\nquit\n";
            Path exascale = Path.of("resource-graphs", "exascale.graphml");
            row(
                    table,
                    directory,
                    "banyan query, exascale, one match, heap of 256 MiB",
                    query(exascale, "grug", "-Xmx256m"),
                    match);
        }
        System.out.println(table);
    }

    private static List<String> query(Path graph, String format, String javaOptions) {
        return List.of(
                "env", "BANYAN_JAVA_OPTS=" + javaOptions, "./banyan", "query", "-L", graph.toString(), "-f", format);
    }

    private void jobs(MarkdownTable table, Path directory) throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        state.create();
        try (var daemons = new Daemons(Path.of("banyan").toAbsolutePath(), state, "", GRACE, () -> {})) {
            String path = state.path().toString();
            daemons.start(List.of("start", "--graph", "resource-graphs/l0.graphml", "--state", path, "--name", "top"));
            row(table, directory, "banyan jobs, of a daemon", List.of("./banyan", "jobs", "--state", path), "");
            try (BanyanClient client = BanyanClient.ofStateDirectory(state.path())) {
                client.stop();
            }
            daemons.awaitEnd();
        }
    }

    private void row(MarkdownTable table, Path directory, String name, List<String> command, String input)
            throws IOException, InterruptedException {
        Path commands = Files.writeString(directory.resolve("commands"), input);
        List<MeasuredSession> sessions = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            sessions.add(MeasuredSession.run(command, commands, directory.resolve("output"), MOST_SECONDS));
        }
        table.row(
                name,
                number(median(
                        sessions.stream().mapToDouble(MeasuredSession::seconds).toArray())),
                number(median(sessions.stream()
                        .mapToDouble(MeasuredSession::processorSeconds)
                        .toArray())),
                number(median(sessions.stream()
                        .mapToDouble(MeasuredSession::memoryMib)
                        .toArray())));
    }

    private void warm(Path directory) throws IOException, GraphException {
        System.out.printf(
                "Loading, warm, in one process, median of %d; memory is what is left in the heap, everything counted: the graph, "
                        + "and a schedule that has given a node to a job.%n%n",
                rounds);
        var table = new MarkdownTable("graph", "vertices", "load, s", "bytes a vertex, graph", "with its schedule");
        List<Path> files = new ArrayList<>(List.of(SMALL.write(directory), jgf(directory)));
        if (!quick) {
            files.add(LARGE.write(directory));
        }
        for (Path file : files) {
            LoadCost cost = LoadCost.of(file, rounds);
            table.row(
                    file.getFileName(),
                    "%,d".formatted(cost.vertices()),
                    number(cost.seconds()),
                    number(cost.graphBytes()),
                    number(cost.allBytes()));
        }
        System.out.print(table);
    }

    private static Path jgf(Path directory) throws IOException, GraphException {
        Path file = directory.resolve("cluster-" + AS_JGF.nodes() + ".json");
        if (!Files.exists(file)) {
            try (Writer out = Files.newBufferedWriter(file)) {
                JgfWriter.write(GraphFiles.load(AS_JGF.write(directory)), out);
            }
        }
        return file;
    }

    private static double median(double[] values) {
        return ValueSummary.of(values).median();
    }
}
