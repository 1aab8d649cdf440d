package io.banyan.bench.fuzz;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.graph.GraphException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/fuzz}: sends mutated input to every door. Ends with 1 if a defect is found, and keeps the input. */
@Command(
        name = "bench/fuzz",
        description =
                "Pass damaged input to every entry point. Each input must be read, or refused with a message, quickly.",
        showDefaultValues = true)
public final class Fuzz implements Callable<Integer> {
    private static final long HANGS_MILLIS = 60_000;
    private static final long GROWTH_BYTES = 64L << 20;
    private static final int EVERY = 1_000;
    private static final long NANOS_A_MILLI = 1_000_000;

    @Option(
            names = "--seeds",
            paramLabel = "DIR",
            description =
                    "more well-formed input: .yaml jobspecs, .graphml recipes, .xml topologies, .json graphs and R")
    private @Nullable Path more;

    @Option(
            names = "--inputs",
            paramLabel = "N",
            description = "number of inputs for each entry point",
            defaultValue = "1000000")
    private long inputs;

    @Option(names = "--doors", paramLabel = "D", split = ",", description = "entry points to test (default: all)")
    private List<String> names = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "seed of the random changes", defaultValue = "1")
    private long seed;

    @Option(
            names = "--most",
            paramLabel = "MS",
            description = "maximum processor time for one input",
            defaultValue = "1000")
    private long mostMillis;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "directory for failing inputs",
            defaultValue = "bench/target/fuzz")
    private Path keep = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final AtomicReference<Begun> latest = new AtomicReference<>();

    private record Begun(String door, long number, FuzzRun.Input input, long atMillis) {}

    private Fuzz() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Fuzz(), args);
    }

    @Override
    public Integer call() throws IOException, GraphException {
        Benchmark.atLeast(1, spec, "--inputs", (double) inputs);
        Benchmark.atLeast(1, spec, "--most", (double) mostMillis);
        try (var scratch = ScratchDirectory.create("fuzz")) {
            List<Door> doors = new FuzzTargets(Path.of(""), scratch.path(), Optional.ofNullable(more)).all();
            for (String name : names) {
                if (doors.stream().noneMatch(door -> door.name().equals(name))) {
                    throw new ParameterException(
                            spec.commandLine(),
                            "There is no door '" + name + "'; there are "
                                    + String.join(
                                            ", ", doors.stream().map(Door::name).toList()) + ".");
                }
            }
            watchForHanging();
            System.out.printf("%,d inputs at each door, seed %d.%n%n", inputs, seed);
            var table = new MarkdownTable(
                    "door", "inputs", "taken", "slowest, ms", "most, MiB", "heap growth, MiB", "wrong");
            boolean well = true;
            for (Door door : doors) {
                if (names.isEmpty() || names.contains(door.name())) {
                    well &= run(door, table);
                }
            }
            System.out.print(table);
            return well ? 0 : 1;
        }
    }

    private boolean run(Door door, MarkdownTable table) throws IOException {
        var run = new FuzzRun(door, seed, mostMillis * NANOS_A_MILLI, (number, input) -> {
            latest.set(new Begun(door.name(), number, input, System.currentTimeMillis()));
            if (number % EVERY == 0 && Ansi.AUTO.enabled()) {
                System.err.printf("\r\u001B[K%s: %,d of %,d\r", door.name(), number, inputs);
            }
        });
        // Memory for classes that are loaded and compiled once is no growth.
        FuzzRun.Result first = run.run(Math.min(inputs, inputs / 10 + 1));
        long before = heap();
        FuzzRun.Result rest = first.fault().isPresent() ? first : run.run(inputs - first.inputs());
        long growth = heap() - before;
        Optional<FuzzRun.Fault> fault = rest.fault();
        String wrong = fault.map(FuzzRun.Fault::why).orElse(growth > GROWTH_BYTES ? "the heap has grown" : "");
        if (fault.isPresent()) {
            wrong += "; kept as "
                    + kept(door.name(), fault.get().number(), fault.get().input());
        }
        boolean isOne = first.fault().isPresent();
        table.row(
                door.name(),
                "%,d".formatted(isOne ? first.inputs() : first.inputs() + rest.inputs()),
                "%,d".formatted(isOne ? first.taken() : first.taken() + rest.taken()),
                number(Math.max(first.slowestMillis(), rest.slowestMillis())),
                number(Math.max(first.mostMib(), rest.mostMib())),
                number(growth / (double) (1 << 20)),
                wrong);
        return wrong.isEmpty();
    }

    private Path kept(String door, long number, FuzzRun.Input input) throws IOException {
        Files.createDirectories(keep);
        return Files.write(
                keep.resolve(door + "-" + seed + "-" + number), input.bytes().copy());
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Reports an input that hangs, and ends the process. */
    private void watchForHanging() {
        Thread.ofPlatform().name("fuzz-watch").daemon(true).start(() -> {
            while (true) {
                try {
                    Thread.sleep(HANGS_MILLIS / 10);
                    Begun begun = latest.get();
                    if (begun != null && System.currentTimeMillis() - begun.atMillis > HANGS_MILLIS) {
                        System.err.printf(
                                "bench/fuzz: input %,d of %s hangs; kept as %s%n",
                                begun.number, begun.door, kept(begun.door, begun.number, begun.input));
                        Runtime.getRuntime().halt(1);
                    }
                } catch (InterruptedException | IOException e) {
                    return;
                }
            }
        });
    }
}
