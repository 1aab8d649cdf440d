package io.banyan.bench.filling;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/filling}: many small tasks in a filler. Its output is Markdown. */
@Command(
        name = "bench/filling",
        description = "Run many small tasks in a filler, without processes, as processes, and in virtual time.",
        showDefaultValues = true)
public final class FillingBenchmark implements Callable<Integer> {
    private static final int FEW_PRETENDED = 2_000;

    @Option(names = "--tasks", paramLabel = "N", split = ",", description = "tasks that do nothing, without a process")
    private List<Integer> tasks = List.of(10_000, 100_000, 1_000_000);

    @Option(names = "--workers", paramLabel = "N", description = "workers")
    private int workers = 2;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "rounds of each number of tasks; the first one warms up")
    private int rounds = 4;

    @Option(names = "--processes", paramLabel = "N", description = "processes of /bin/true in a round")
    private int processes = 4_000;

    @Option(names = "--killed", paramLabel = "N", description = "tasks while server and workers are killed")
    private int killed = 10_000;

    @Option(names = "--pretended", paramLabel = "N", description = "tasks in virtual time")
    private int pretended = 100_000;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the lengths in virtual time")
    private long seed = 1;

    @Option(names = "--kills", paramLabel = "N", description = "SIGKILLs of server and workers by turns")
    private int kills;

    @Option(names = "--quick", description = "few tasks, to see that it works")
    private boolean isQuick;

    @Option(names = "--at-most", paramLabel = "US", description = "exit status 1 if a task costs more microseconds")
    private double atMost = Double.POSITIVE_INFINITY;

    @Option(names = "--at-least", paramLabel = "R", description = "exit status 1 if less than this rate of xargs")
    private double atLeast;

    @Spec
    private @Nullable CommandSpec spec;

    private FillingBenchmark() {}

    /** Runs it. */
    public static void main(String[] args) {
        Benchmark.main(new FillingBenchmark(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (spec != null) {
            Benchmark.atLeast(1, spec, "--workers", workers);
            Benchmark.atLeast(2, spec, "--rounds", rounds);
            Benchmark.atLeast(1, spec, "--processes", processes);
            Benchmark.atLeast(1, spec, "--pretended", pretended);
        }
        if (isQuick) {
            tasks = List.of(1_000, 10_000);
            rounds = 2;
            processes = 100;
            pretended = 5_000;
            killed = 500;
            kills = 2;
        }
        System.out.printf("%s; load %s%n%n", MachineDescription.here(), load());
        boolean isGood;
        try (ScratchDirectory scratch = ScratchDirectory.create("filling")) {
            isGood = printZero(new ZeroFilling(scratch.path(), workers));
            isGood &= printProcesses(new ProcessFilling(scratch.path()));
            isGood &= kills == 0 || printKills(scratch);
        }
        printPretended();
        return isGood ? 0 : 1;
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return MarkdownTable.number(load);
    }

    private boolean printZero(ZeroFilling filling) throws IOException, InterruptedException {
        var table = new MarkdownTable("tasks", "first: us a task", "median: us", "processor: us", "records");
        boolean isGood = true;
        for (int count : tasks) {
            ZeroFilling.Figures first = filling.run(count);
            List<ZeroFilling.Figures> more = Stream.generate(() -> 0)
                    .limit(rounds - 1L)
                    .map(any -> filling.runUnchecked(count))
                    .sorted(Comparator.comparingDouble(ZeroFilling.Figures::micros))
                    .toList();
            ZeroFilling.Figures median = more.get(more.size() / 2);
            isGood &= median.micros() <= atMost;
            table.row(
                    "%,d".formatted(count),
                    MarkdownTable.number(first.micros()),
                    MarkdownTable.number(median.micros()),
                    MarkdownTable.number(median.processorMicros()),
                    String.valueOf(median.records()));
        }
        System.out.printf(
                "Tasks without a process, a server with a durable journal and %d workers of 2 cores in one process:%n%n",
                workers);
        System.out.println(table);
        return isGood;
    }

    private boolean printProcesses(ProcessFilling filling) throws IOException, InterruptedException {
        var table = new MarkdownTable("round", "xargs: us a task", "filler: us", "rate of xargs");
        double sum = 0;
        for (int round = 0; round < rounds; round++) {
            double xargs = filling.xargsMicros(processes);
            double filler = filling.fillerMicros(processes);
            sum += round == 0 ? 0 : xargs / filler;
            table.row(
                    round == 0 ? "warm-up" : String.valueOf(round),
                    MarkdownTable.number(xargs),
                    MarkdownTable.number(filler),
                    MarkdownTable.number(xargs / filler));
        }
        double mean = sum / (rounds - 1);
        System.out.printf("Processes of `/bin/true`, %,d a round, 2 at a time:%n%n%s%n", processes, table);
        System.out.printf("Mean rate: %s of that of `xargs -P 2`.%n%n", MarkdownTable.number(mean));
        return mean >= atLeast;
    }

    private boolean printKills(ScratchDirectory scratch) throws IOException, InterruptedException {
        Path place = Files.createDirectory(scratch.path().resolve("kills"));
        KilledFilling.Outcome outcome = new KilledFilling(place, seed).run(killed, kills);
        System.out.printf(
                "%,d processes, %d SIGKILLs of server and workers by turns, seed %d: %,d tasks succeeded once each, in"
                        + " %s s; %d starts beyond the first of a task, %d of them after its end was told.%n%n",
                killed,
                kills,
                seed,
                outcome.tasks(),
                MarkdownTable.number(outcome.seconds()),
                outcome.reruns(),
                outcome.afterTold());
        return outcome.tasks() == killed && outcome.afterTold() == 0;
    }

    private void printPretended() {
        var table = new MarkdownTable("lengths", "tasks", "busy: %", "span / list schedule", "without recalls");
        for (PretendedFilling.Lengths lengths : PretendedFilling.Lengths.values()) {
            for (int count : List.of(Math.min(FEW_PRETENDED, pretended), pretended)) {
                long[] micros = lengths.draw(count, seed);
                PretendedFilling with = PretendedFilling.run(micros, true);
                PretendedFilling without = PretendedFilling.run(micros, false);
                double bound = PretendedFilling.listSchedule(micros);
                table.row(
                        lengths.text(),
                        "%,d".formatted(count),
                        MarkdownTable.number(with.busyPercent()),
                        MarkdownTable.number(with.span() / bound),
                        MarkdownTable.number(without.span() / bound));
            }
        }
        System.out.printf(
                "Tasks in virtual time on 64 cores in 4 workers, 1 ms a message, seed %d:%n%n%s%n", seed, table);
    }
}
