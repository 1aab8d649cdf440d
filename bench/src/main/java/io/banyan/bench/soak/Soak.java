package io.banyan.bench.soak;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.EventLoops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/soak}: millions of mixed operations on one daemon, with its resource use in between. */
@Command(
        name = "bench/soak",
        description = "Perform millions of mixed operations on a daemon, and check that its heap, threads and open"
                + " files do not grow. The output is Markdown. The exit status is 1 if they grow.",
        showDefaultValues = true)
public final class Soak implements Callable<Integer> {
    private static final double MEBI = 1 << 20;
    private static final BenchCluster CLUSTER = new BenchCluster(64, 16, 2);
    /** More or fewer than at the first look: threads that come and go with load. */
    private static final int FEW = 3;

    /** Shortening a journal of a million records takes a minute, and a list of its contents. */
    private static final int MOST_AGAIN = 180;

    /**
     * So few jobs, grows and returns that are over does it remember, that all the room for them is full at the first
     * look.
     */
    private static final int REMEMBERED = 500;

    /** Part of the heap of a second before, at or above which the heap no longer shrinks. */
    private static final double FLAT = 0.995;

    /** Maximal part of refused operations, which are impossible or find no room. */
    private static final double MOST_REFUSED = 0.3;

    @Option(
            names = "--operations",
            paramLabel = "N",
            description = "total number of operations",
            defaultValue = "5000000")
    private int operations;

    @Option(names = "--looks", paramLabel = "N", description = "number of checks of the heap", defaultValue = "10")
    private int looks;

    @Option(names = "--clients", paramLabel = "N", description = "number of concurrent clients", defaultValue = "16")
    private int clients;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            description = "maximum difference of the heap from the first check",
            defaultValue = "5")
    private double tolerance;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the random requests", defaultValue = "1")
    private long seed;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "kind of journal: durable or memory",
            defaultValue = "durable")
    private String journal = "";

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description =
                    "options for the virtual machine of the daemon. By default, softly reachable objects are collected"
                            + " at once, because otherwise only the first checks would count them",
            defaultValue = "-Xms128m -Xmx512m -XX:SoftRefLRUPolicyMSPerMB=0")
    private String javaOptions = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Soak() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Soak(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(2, spec, "--looks", looks);
        Benchmark.atLeast(1, spec, "--clients", clients);
        Benchmark.atLeast((double) looks * clients, spec, "--operations", operations);
        if (clients > CLUSTER.nodes()) {
            throw new IllegalArgumentException("--clients is at most " + CLUSTER.nodes() + ": each has a node.");
        }
        System.out.printf(
                "%s%n%nOne daemon (%s, journal %s) on %,d vertices, %d clients, seed %d. At each look all jobs have ended.%n%n",
                MachineDescription.here(), javaOptions, journal, CLUSTER.vertices(), clients, seed);
        try (var scratch = ScratchDirectory.create("soak")) {
            return run(scratch.path());
        }
    }

    private int run(Path directory) throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        List<String> options = List.of(
                "--graph",
                CLUSTER.write(directory).toString(),
                "--journal",
                journal,
                "--provider",
                "file=resource-graphs/ec2.json",
                "--set",
                "jobs.remembered=" + REMEMBERED);
        List<Vitals> seen = new ArrayList<>();
        long refused;
        var table = new MarkdownTable(
                "operations",
                "a second",
                "µs processor",
                "no",
                "heap MiB",
                "threads",
                "open files",
                "resident MiB",
                "journal MiB");
        try (EventLoops loops = EventLoops.forDaemon();
                KillableDaemon daemon =
                        KillableDaemon.start(Path.of("banyan").toAbsolutePath(), state, javaOptions, options);
                var asking = new Clients(clients, state, loops, new Random(seed))) {
            for (int look = 1; look <= looks; look++) {
                Duration before = daemon.processorTime();
                double perSecond = load(asking.all);
                double micros = daemon.processorTime().minus(before).toNanos() / 1e3 * looks / operations;
                Vitals vitals = settled(daemon.pid(), seen);
                seen.add(vitals);
                table.row(
                        "%,d".formatted((long) look * (operations / looks)),
                        "%,.0f".formatted(perSecond),
                        "%,.0f".formatted(micros),
                        "%,d".formatted(asking.refused()),
                        "%.2f".formatted(vitals.heapBytes() / MEBI),
                        vitals.threads(),
                        vitals.descriptors(),
                        "%.0f".formatted(vitals.residentBytes() / MEBI),
                        "%.1f".formatted(journalBytes(state) / MEBI));
                System.err.printf("%d of %d: %.2f MiB of heap%n", look, looks, vitals.heapBytes() / MEBI);
            }
            refused = asking.refused();
        }
        System.out.print(table);
        if (refused > MOST_REFUSED * operations) {
            throw new IllegalArgumentException(
                    "%,d of %,d operations were refused; that is no mixed load.".formatted(refused, operations));
        }
        return judge(seen);
    }

    /**
     * Measures an idle daemon. A daemon shortens its journal at times and holds a list of jobs while it does so; the
     * measurement is repeated until the heap is flat.
     */
    private Vitals settled(long pid, List<Vitals> seen) throws IOException, InterruptedException {
        Vitals vitals = Vitals.of(pid);
        // The first look has nothing to agree with but itself, a second later.
        boolean isSettled = !seen.isEmpty() && isFlat(vitals, seen.get(0));
        for (int again = 0; again < MOST_AGAIN && !isSettled; again++) {
            TimeUnit.SECONDS.sleep(1);
            Vitals before = vitals;
            vitals = Vitals.of(pid);
            isSettled = seen.isEmpty() ? vitals.heapBytes() >= FLAT * before.heapBytes() : isFlat(vitals, seen.get(0));
        }
        return vitals;
    }

    private boolean isFlat(Vitals later, Vitals first) {
        return Math.abs(later.heapBytes() - first.heapBytes()) <= tolerance / 100 * first.heapBytes()
                && Math.abs(later.threads() - first.threads()) <= FEW
                && Math.abs(later.descriptors() - first.descriptors()) <= FEW;
    }

    /** A part of the operations, by all clients; how many a second. */
    private double load(List<SoakClient> asking) throws Exception {
        int part = operations / looks;
        long begin = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (SoakClient client : asking) {
                running.add(threads.submit(() -> {
                    client.run(part / clients);
                    client.settle();
                    return null;
                }));
            }
        }
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
        return part / ((System.nanoTime() - begin) / 1e9);
    }

    /** The clients of the daemon, until they are closed. */
    private static final class Clients implements AutoCloseable {
        private final List<SoakClient> all = new ArrayList<>();

        Clients(int count, StateDirectory state, EventLoops loops, Random random) throws Exception {
            for (int i = 0; i < count; i++) {
                all.add(new SoakClient(i, state.path(), loops, new Random(random.nextLong())));
            }
        }

        long refused() {
            return all.stream().mapToLong(SoakClient::refused).sum();
        }

        @Override
        public void close() {
            all.forEach(SoakClient::close);
        }
    }

    private static long journalBytes(StateDirectory state) throws IOException {
        return Files.exists(state.journal()) ? Files.size(state.journal()) : 0;
    }

    private int judge(List<Vitals> seen) {
        Vitals first = seen.get(0);
        boolean isFlat = true;
        for (Vitals later : seen) {
            isFlat &= isFlat(later, first);
        }
        System.out.printf(
                "%nThe heap differs from the first check by at most %.0f %%, threads and open files by at most %d: %s.%n",
                tolerance, FEW, isFlat ? "yes" : "no");
        if (!isFlat) {
            Vitals last = seen.get(seen.size() - 1);
            last.grownSince(seen.get(seen.size() / 2)).forEach(System.out::println);
        }
        return isFlat ? 0 : 1;
    }
}
