package io.banyan.bench.crash;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/crash}: rounds of a load on a daemon, its kill, and a comparison with the state of its successor. */
@Command(
        name = "bench/crash",
        description = "Kill a daemon under load at random moments, restart it, and check that no acknowledged change is"
                + " lost.",
        showDefaultValues = true)
public final class CrashBenchmark implements Callable<Integer> {
    private static final int TOLD_EVERY = 20;
    private static final int CHANGES_OF_A_SHORT_LIFE = 200;
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Option(names = "--rounds", paramLabel = "N", description = "number of kills", defaultValue = "200")
    private int rounds;

    @Option(names = "--longest", paramLabel = "MS", description = "maximum time before a kill", defaultValue = "500")
    private int longestMillis;

    @Mixin
    private final Attack attack = new Attack();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private CrashBenchmark() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new CrashBenchmark(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        attack.check();
        Benchmark.atLeast(1, spec, "--longest", longestMillis);
        Jobspec jobspec = QuickstartScenario.read(Path.of("jobspecs/hello.yaml"));
        // It stays where something is wrong.
        ScratchDirectory scratch = ScratchDirectory.create("crash");
        System.out.println("State and output of the daemon: " + scratch.path());
        var state = new StateDirectory(scratch.path().resolve("state"));
        var random = attack.random();
        List<ClientLedger> ledgers = attack.ledgers();
        long acknowledged = 0;
        for (int round = 1; round <= rounds; round++) {
            try (KillableDaemon daemon = start(state)) {
                compare(daemon, jobspec, ledgers);
                acknowledged += load(daemon, jobspec, ledgers, round, random);
            }
            if (round % TOLD_EVERY == 0 || round == rounds) {
                System.out.printf("%d rounds, %,d acknowledged changes, all present%n", round, acknowledged);
            }
        }
        try (KillableDaemon last = start(state)) {
            compare(last, jobspec, ledgers);
        }
        attack.requireSome(acknowledged, rounds);
        System.out.println(damage(new StateDirectory(scratch.path().resolve("damaged")), jobspec, random));
        scratch.close();
        return 0;
    }

    /** A short life, so that its journal can be read some ten thousand times. */
    private String damage(StateDirectory state, Jobspec jobspec, Random random) throws Exception {
        List<ClientLedger> fresh = attack.ledgers();
        try (KillableDaemon daemon = start(state)) {
            Siege siege = siege(daemon, jobspec, fresh, "d", random);
            siege.await(CHANGES_OF_A_SHORT_LIFE);
            siege.end(daemon);
        }
        return new Damage(state.journal(), state.path()).run();
    }

    private KillableDaemon start(StateDirectory state) throws IOException, InterruptedException {
        List<String> options = Files.exists(state.journal()) ? List.of() : attack.founding();
        return attack.start(state, options);
    }

    private static void compare(KillableDaemon daemon, Jobspec jobspec, List<ClientLedger> ledgers)
            throws ClientException, IOException {
        try (BanyanClient client = BanyanClient.ofStateDirectory(daemon.state())) {
            new Comparison(client, jobspec).run(ledgers);
        }
    }

    /** Loads the daemon until it is killed; how much it has acknowledged. */
    private long load(KillableDaemon daemon, Jobspec jobspec, List<ClientLedger> ledgers, int round, Random random)
            throws InterruptedException {
        Siege siege = siege(daemon, jobspec, ledgers, "r" + round, random);
        TimeUnit.MILLISECONDS.sleep(1 + random.nextInt(longestMillis));
        return siege.end(daemon);
    }

    private static Siege siege(
            KillableDaemon daemon, Jobspec jobspec, List<ClientLedger> ledgers, String prefix, Random random) {
        return Siege.begin(
                () -> BanyanClient.ofStateDirectory(daemon.state(), DEADLINE),
                Set.of(),
                jobspec,
                ledgers,
                prefix,
                random);
    }
}
