package io.banyan.bench.chaos;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.bench.report.MachineDescription;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bench/chaos}: five levels of daemons, two leaves that grow and shrink, and something that happens in the
 * middle.
 */
@Command(
        name = "bench/chaos",
        description = {
            "Start five levels of daemons, and two leaves that grow and shrink by 16 nodes. In turn, the process in the"
                    + " middle is killed and restarted, or frozen for longer than its lease, or its link to its parent"
                    + " carries no messages, messages in one direction only, or all messages 200 ms late.",
            "Then all levels must become idle and agree, as reported over gRPC."
        },
        showDefaultValues = true)
public final class Chaos implements Callable<Integer> {
    private static final List<Mishap> MISHAPS = List.of(Mishap.values());
    private static final long LATE_MILLIS = 200;
    private static final long POLL_MILLIS = 50;
    /** The time for which the leaves continue after a mishap. */
    private static final long AFTER_MILLIS = 500;

    @Option(names = "--rounds", paramLabel = "N", description = "number of faults", defaultValue = "20")
    private int rounds;

    @Option(
            names = "--most",
            paramLabel = "MS",
            description = "maximum time until all levels agree",
            defaultValue = "10000")
    private int mostMillis;

    @Option(
            names = "--lease",
            paramLabel = "MS",
            description = "time after which a silent child is lost",
            defaultValue = "3000")
    private int leaseMillis;

    @Mixin
    private final Daemons daemons = new Daemons();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Map<Mishap, List<Long>> tookMillis = new EnumMap<>(Mishap.class);
    private int acknowledged;
    private int unanswered;

    /** The start options of the daemons, and the seed of the random choices. */
    private static final class Daemons {
        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "seed of the random requests and times",
                defaultValue = "1")
        private long seed;

        @Option(
                names = "--java-options",
                paramLabel = "OPTIONS",
                description = "options for the virtual machine of each daemon",
                defaultValue = "-Xmx192m -XX:+UseSerialGC -XX:TieredStopAtLevel=1")
        private String javaOptions = "";
    }

    private Chaos() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Chaos(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        Benchmark.atLeast(500, spec, "--lease", leaseMillis);
        // It stays where something is wrong.
        ScratchDirectory scratch = ScratchDirectory.create("chaos");
        System.out.printf("%s%n%nState and output of the daemons: %s%n", MachineDescription.here(), scratch.path());
        StateDirectory top = new StateDirectory(scratch.path().resolve("top"));
        List<String> options = new ArrayList<>(List.of(
                "--graph",
                "resource-graphs/l0.graphml",
                "--set",
                "hierarchy.lease=" + leaseMillis + "ms",
                "--set",
                "hierarchy.heartbeat=" + leaseMillis / 3 + "ms"));
        if (ThisUser.isRoot()) {
            // A trial, on a machine or in a container of its own.
            options.add("--jobs-as-root");
        }
        Path launcher = Path.of("banyan").toAbsolutePath();
        try (KillableDaemon daemon = KillableDaemon.start(launcher, top, daemons.javaOptions, options);
                Levels levels = Levels.below(new StateDirectory(daemon.state()), Path.of("jobspecs"))) {
            run(levels, QuickstartScenario.read(Path.of("jobspecs/t3.yaml")));
        }
        scratch.close();
        report();
        if (acknowledged < rounds) {
            throw new IllegalArgumentException(
                    "%,d changes in %,d rounds are no load.".formatted(acknowledged, rounds));
        }
        return 0;
    }

    private void run(Levels levels, Jobspec jobspec) throws Exception {
        var random = new Random(daemons.seed);
        Map<ChaosLevel, JobId> jobs = new LinkedHashMap<>();
        for (ChaosLevel leaf : levels.leaves()) {
            jobs.put(leaf, leaf.fill(QuickstartScenario.read(Path.of("jobspecs/spawn-l4.yaml"))));
        }
        // From now on over the link.
        levels.kill();
        levels.startAgain();
        awaitAgreement(levels, Map.of(), "the start");
        for (int round = 0; round < rounds; round++) {
            Mishap mishap = MISHAPS.get(round % MISHAPS.size());
            long millis = round(levels, jobs, jobspec, round + 1, mishap, random);
            tookMillis.computeIfAbsent(mishap, it -> new ArrayList<>()).add(millis);
            System.out.printf("round %d: %s, all agree %,d ms after its end%n", round + 1, mishap, millis);
        }
    }

    private long round(
            Levels levels, Map<ChaosLevel, JobId> jobs, Jobspec jobspec, int round, Mishap mishap, Random random)
            throws Exception {
        List<Storm> storms = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        jobs.forEach((leaf, job) -> {
            String prefix = "r" + round + leaf.path() + "-";
            storms.add(new Storm(leaf, job, jobspec, prefix, new Random(random.nextLong())));
        });
        storms.forEach(storm -> threads.add(Thread.ofPlatform().start(storm)));
        TimeUnit.MILLISECONDS.sleep(200 + random.nextInt(800));
        happen(levels, mishap);
        long begin = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(AFTER_MILLIS);
        storms.forEach(Storm::end);
        for (Thread thread : threads) {
            thread.join();
        }
        Map<String, Collection<String>> told = new HashMap<>();
        for (int i = 0; i < storms.size(); i++) {
            Storm storm = storms.get(i);
            if (!storm.problem().isEmpty()) {
                throw new IllegalStateException("Round " + round + ", " + mishap + ": " + storm.problem());
            }
            acknowledged += storm.acknowledged();
            unanswered += storm.unanswered();
            told.put(levels.leaves().get(i).path(), storm.nodes());
        }
        awaitAgreement(levels, told, "round " + round + ", " + mishap);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (millis > mostMillis) {
            throw new IllegalArgumentException("Round %d, %s: it took %,d ms.".formatted(round, mishap, millis));
        }
        for (Storm storm : storms) {
            storm.giveBack();
        }
        awaitAgreement(levels, Map.of(), "the end of round " + round);
        return millis;
    }

    /** Causes a mishap and ends it. */
    private void happen(Levels levels, Mishap mishap) throws IOException, InterruptedException {
        long longer = leaseMillis + leaseMillis / 2L;
        switch (mishap) {
            case KILLED -> {
                levels.kill();
                levels.startAgain();
            }
            case FROZEN -> {
                levels.signal("STOP");
                TimeUnit.MILLISECONDS.sleep(longer);
                levels.signal("CONT");
            }
            case BLACKHOLED -> {
                levels.link().carry(false, false, 0);
                TimeUnit.MILLISECONDS.sleep(longer);
                levels.link().carry(true, true, 0);
            }
            case HALF_OPEN -> {
                levels.link().carry(true, false, 0);
                TimeUnit.MILLISECONDS.sleep(longer);
                levels.link().reset();
                levels.link().carry(true, true, 0);
            }
            case DELAYED -> {
                levels.link().carry(true, true, LATE_MILLIS);
                TimeUnit.MILLISECONDS.sleep(longer);
                levels.link().carry(true, true, 0);
            }
        }
    }

    private static void awaitAgreement(Levels levels, Map<String, Collection<String>> told, String when)
            throws Exception {
        var agreement = new Agreement(levels.all());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        Optional<String> difference = difference(agreement, told);
        while (difference.isPresent()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("After " + when + ": " + difference.get());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            difference = difference(agreement, told);
        }
    }

    private static Optional<String> difference(Agreement agreement, Map<String, Collection<String>> told)
            throws IOException {
        try {
            return agreement.difference(told);
        } catch (ClientException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void report() {
        List<Long> all =
                tookMillis.values().stream().flatMap(List::stream).sorted().toList();
        System.out.printf(
                "%n%d rounds, %,d acknowledged grows and shrinks, all present, %,d refused or not answered in time; all levels agreed %,d ms"
                        + " (median), %,d ms (longest) after the end of the fault%n",
                rounds, acknowledged, unanswered, all.get(all.size() / 2), all.getLast());
        tookMillis.forEach(
                (mishap, millis) -> System.out.printf("  %-11s %,6d ms at most%n", mishap, Collections.max(millis)));
    }
}
