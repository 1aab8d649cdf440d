package io.banyan.bench.nested;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.report.MachineDescription;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.rpc.store.JournalKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/nested}: the paper's sections 5.1, 5.2 and 6. Its output is Markdown. */
@Command(
        name = "bench/nested",
        description = "Measure the paper's nested MatchGrow through five real processes, and its models.",
        showDefaultValues = true)
public final class Nested implements Callable<Integer> {
    private static final int QUICK_REPETITIONS = 10;
    private static final int QUICK_WARM_UP = 2;
    private static final int SINGLE_WARM_UP = 500;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "number of measurements of each request",
            defaultValue = "100")
    private int repetitions;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "unmeasured rounds of all requests, after the cold round",
            defaultValue = "50")
    private int warmUp;

    @Option(names = "--quick", description = "10 repetitions after 2 rounds of warm-up", defaultValue = "false")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "output file for all measured values")
    private @Nullable Path json;

    @Option(names = "--plots", paramLabel = "DIR", description = "output directory for the figures as SVG")
    private @Nullable Path plots;

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "options for the virtual machines of the daemons and of the echo",
            defaultValue = "-Xms64m -Xmx256m -XX:+UseSerialGC")
    private String javaOptions = "";

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "kind of journal: durable or memory",
            defaultValue = "memory")
    private String journal = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of the folds of the cross-validation",
            defaultValue = "1")
    private long seed;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Nested() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Nested(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--repetitions", repetitions);
        Benchmark.atLeast(0, spec, "--warm-up", warmUp);
        if (json != null) {
            OutputFile.checked(json);
        }
        if (plots != null) {
            Files.createDirectories(plots);
        }
        if (quick) {
            repetitions = QUICK_REPETITIONS;
            warmUp = QUICK_WARM_UP;
        }
        MachineDescription machine = MachineDescription.here();
        var document = new NestedJson(machine, javaOptions, warmUp, repetitions, seed);
        System.out.printf("%s%n%n", machine);
        singleLevel(document);
        nested(document);
        if (json != null) {
            document.write(json);
            System.out.printf("Every value: %s%n", json);
        }
        return 0;
    }

    private void singleLevel(NestedJson document) throws Exception {
        Path home = Path.of("");
        var single = new SingleLevel(home, QuickstartScenario.read(home.resolve("jobspecs/t7.yaml")));
        single.run(quick ? QUICK_WARM_UP : SINGLE_WARM_UP);
        List<SingleLevel.Times> times = single.run(repetitions);
        SingleLevel.Memory memory = single.memory();
        document.singleLevel(times, memory);
        System.out.printf(
                "Single level, in one process, warm, the jobspec parsed before, %d repetitions.%n%n%s%n",
                repetitions, NestedTables.singleLevel(times));
        System.out.printf(
                "Heap of graph and schedule at the end: %,d bytes with two nodes from the beginning, %,d bytes with one added "
                        + "(resident memory in the paper: 5,776 kB and 5,840 kB).%n%n",
                memory.allocated(), memory.grown());
    }

    private void nested(NestedJson document) throws Exception {
        var run = new NestedRun(Path.of("").toAbsolutePath(), javaOptions, JournalKind.parse(journal));
        NestedRun.Result result = run.run(warmUp, repetitions);
        document.nested(result);
        System.out.printf(
                "Nested, five daemons (%s), in milliseconds: medians of %d repetitions after %d rounds of warm-up; cold is the "
                        + "first of all. The client has read the jobspec's YAML before; each level reads the JSON that it is asked "
                        + "with, and its journal is %s.%n%n%s%n",
                javaOptions, repetitions, warmUp, journal, NestedTables.totals(result));
        System.out.println(NestedTables.levels(result.warm()));
        System.out.printf(
                "Communication of a level, codec included, against a bare gRPC echo of the same bytes, made between the same "
                        + "grows; medians in milliseconds.%n%n%s%n",
                NestedTables.echoes(result.warm()));
        List<Models.Model> models = Models.of(result.warm(), seed);
        document.models(models);
        List<Models.Model> all = new ArrayList<>(models);
        all.add(2, Models.PAPER_COMMUNICATION);
        all.add(3, Models.PAPER_COMMUNICATION_BETWEEN);
        all.add(Models.PAPER_ADD_UPDATE);
        System.out.printf(
                "Linear models of the time of a level in seconds; MAPE and R2 by cross-validation with %d folds, seed %d.%n%n%s%n",
                Models.FOLDS, seed, NestedTables.models(all));
        if (plots != null) {
            List<Path> files = NestedPlots.write(plots, result.warm(), models);
            System.out.printf("%d figures: %s%n", files.size(), plots);
        }
    }
}
