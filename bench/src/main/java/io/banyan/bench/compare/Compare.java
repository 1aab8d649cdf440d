package io.banyan.bench.compare;

import io.banyan.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures {@code banyan query}, and a peer's resource-query where one is named, over the same graphs and commands. Ends with 1
 * where the two do not agree on how many jobs they placed or where, and with 2 where it was called wrongly.
 */
public final class Compare {

    private static final String USAGE = """
            Usage: bench/compare [--peer PATH] [--quick | --full] [--rounds N] [--only TEXT] [--json FILE]
              --peer PATH   a resource-query to run in alternation with ours
              --quick       the small graphs only
              --full        everywhere as many jobs as the system takes; with a peer that scans, for hours
              --rounds N    sessions of each kind, of which the median counts (default 3)
              --only TEXT   the scenarios that have this in their name, graph or policy
              --json FILE   where the figures go as JSON (default bench/target/compare.json)
            """;

    private @Nullable String peer;
    private Scenarios.Extent extent = Scenarios.Extent.USUAL;
    private int rounds = 3;
    private String only = "";
    private Path json = Path.of("bench", "target", "compare.json");

    private Compare() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) throws Exception {
        var compare = new Compare();
        String problem = compare.parse(args);
        if (problem != null) {
            System.err.println(problem);
            System.err.print(USAGE);
            System.exit(2);
        }
        System.exit(compare.run() ? 0 : 1);
    }

    private @Nullable String parse(String[] args) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--quick") || args[i].equals("--full")) {
                extent = args[i].equals("--quick") ? Scenarios.Extent.QUICK : Scenarios.Extent.FULL;
                continue;
            }
            if (i + 1 == args.length) {
                return "'" + args[i] + "' is not an option, or needs a value.";
            }
            String value = args[++i];
            switch (args[i - 1]) {
                case "--peer" -> peer = value;
                case "--only" -> only = value;
                case "--json" -> json = Path.of(value);
                case "--rounds" -> {
                    if (!value.matches("[1-9]\\d?")) {
                        return "--rounds is a number from 1 to 99, not '" + value + "'.";
                    }
                    rounds = Integer.parseInt(value);
                }
                default -> {
                    return "There is no option '" + args[i - 1] + "'.";
                }
            }
        }
        return peer != null && !Files.isExecutable(Path.of(peer)) ? peer + " is not a program." : null;
    }

    private boolean run() throws IOException, InterruptedException {
        var engines = new ArrayList<Engine>();
        engines.add(new Engine("banyan", List.of("./banyan", "query")));
        if (peer != null) {
            engines.add(new Engine("peer", List.of(peer)));
        }
        Path directory = Files.createTempDirectory("banyan-compare");
        try {
            return run(engines, directory);
        } finally {
            delete(directory);
        }
    }

    private boolean run(List<Engine> engines, Path directory) throws IOException, InterruptedException {
        var report = new Report(Machine.here(), peer != null, rounds);
        var measurement = new Measurement(directory, rounds);
        boolean agrees = true;
        for (Scenario scenario : Scenarios.of(new Jobspecs(directory), extent)) {
            String text = scenario.name() + " " + scenario.cluster().label() + " " + scenario.policy();
            if (!text.contains(only)) {
                continue;
            }
            try {
                Measurement.Result result = measurement.measure(scenario, engines);
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

    private static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
