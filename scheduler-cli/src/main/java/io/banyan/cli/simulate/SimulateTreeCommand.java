package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.wire.journal.JournalBytes;
import io.banyan.sim.Campaign;
import io.banyan.sim.SimulationFinding;
import io.banyan.sim.world.Fault;
import io.banyan.sim.world.JournalFormat;
import io.banyan.sim.world.WorldParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate tree}: trees of instances with random clients and faults, each from a seed. */
@Command(
        name = "tree",
        description = "Test trees of instances in virtual time with random clients, lost and late messages, "
                + "crashes and failing providers, from seeds. Checks that no resource is lost or allocated "
                + "twice. The events of a failing seed are minimized.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Exit status: 0 no failure, 1 a seed failed."})
final class SimulateTreeCommand implements Callable<Integer> {
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_THREADS = 256;

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds to test: a range or a single seed (default ${DEFAULT-VALUE}).",
            defaultValue = "1-100")
    private Seeds seeds = new Seeds(1, 100);

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "Number of events before a tree must settle (default ${DEFAULT-VALUE}).")
    private long steps = 2_000;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of trees to run in parallel (default: the number of processors). Does not affect "
                    + "the result.")
    private int threads = Runtime.getRuntime().availableProcessors();

    private long said = System.nanoTime();

    /** The result of the simulation, for programs. */
    private record Shown(
            long seeds,
            long steps,
            long events,
            int mostInstances,
            int mostLevels,
            double seconds,
            long stepsPerSecond,
            Map<String, Long> faults,
            Optional<SimulationFinding> violation) {}

    SimulateTreeCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (steps < 1 || threads < 1 || threads > MOST_THREADS) {
            throw CommandFailure.wrongUse("--steps must be at least 1 and --threads 1 to " + MOST_THREADS + ", found "
                    + steps + " and " + threads + ".");
        }
        long begin = System.nanoTime();
        Campaign.Totals totals = new Campaign(
                        WorldParts.of(new JournalFormat(JournalBytes::write, JournalBytes::read)), steps, threads)
                .run(seeds.first(), seeds.last(), so -> progress(so, begin));
        Shown shown = shown(totals, System.nanoTime() - begin);
        output.print(shown, SimulateTreeCommand::text);
        return shown.violation.isEmpty() ? ExitStatus.DONE : ExitStatus.NO;
    }

    private void progress(Campaign.Totals totals, long begin) {
        long now = System.nanoTime();
        if (now - said >= PROGRESS_NANOS) {
            said = now;
            terminal.err()
                    .println(totals.trials() + " of " + seeds.count() + " seeds, " + totals.steps() + " steps, "
                            + perSecond(totals.steps(), now - begin) + " steps/s");
            terminal.err().flush();
        }
    }

    private static long perSecond(long steps, long nanos) {
        return Math.round(steps * 1e9 / Math.max(1, nanos));
    }

    private static Shown shown(Campaign.Totals totals, long nanos) {
        Map<String, Long> faults = new LinkedHashMap<>();
        for (Fault fault : Fault.values()) {
            faults.put(fault.label(), totals.faults().getOrDefault(fault, 0L));
        }
        return new Shown(
                totals.trials(),
                totals.steps(),
                totals.events(),
                totals.instances(),
                totals.levels(),
                Math.round(nanos / 1e8) / 10.0,
                perSecond(totals.steps(), nanos),
                faults,
                totals.finding());
    }

    private static String text(Shown shown) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d seeds, %d steps in %.1f s: %d steps/s",
                shown.seeds,
                shown.steps,
                shown.seconds,
                shown.stepsPerSecond));
        lines.add("requests and faults " + shown.events + "; trees of up to " + shown.mostInstances + " instances in "
                + shown.mostLevels + " levels");
        lines.add("faults: "
                + shown.faults.entrySet().stream()
                        .map(fault -> fault.getKey() + " " + fault.getValue())
                        .collect(Collectors.joining(", ")));
        shown.violation.ifPresentOrElse(finding -> lines.addAll(text(finding)), () -> lines.add("no failures"));
        return String.join("\n", lines);
    }

    private static List<String> text(SimulationFinding finding) {
        List<String> lines = new ArrayList<>();
        lines.add("seed " + finding.seed() + " fails: " + finding.violation());
        lines.add("the " + finding.events().size() + " of " + finding.written() + " events needed to fail:");
        finding.events().forEach(event -> lines.add("  " + event));
        lines.add("state of the tree:");
        finding.state().forEach(line -> lines.add("  " + line));
        return lines;
    }
}
