package io.banyan.bench.crash;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.wire.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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

/**
 * {@code bench/standby}: rounds of a load on two daemons with one journal, the kill or the freeze of the leader, and a
 * comparison with the state of the other one.
 */
@Command(
        name = "bench/standby",
        description = "Kill or freeze the leader under load, and check that the other daemon takes over and that no"
                + " acknowledged change is lost.",
        showDefaultValues = true)
public final class StandbyBenchmark implements Callable<Integer> {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<Failure> OF_AN_END =
            Set.of(Failure.UNREACHABLE, Failure.STANDBY, Failure.STOPPING, Failure.JOURNAL, Failure.DEADLINE);
    private static final long POLL_MILLIS = 10;
    /** Duration of the load after a take-over. */
    private static final long AFTER_MILLIS = 500;

    @Option(names = "--rounds", paramLabel = "N", description = "number of kills and freezes", defaultValue = "10")
    private int rounds;

    @Option(
            names = "--longest",
            paramLabel = "MS",
            description = "maximum time before a kill or freeze",
            defaultValue = "2000")
    private int longestMillis;

    @Option(names = "--most", paramLabel = "MS", description = "maximum time of a take-over", defaultValue = "10000")
    private int mostMillis;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "time after which the lead of a silent leader expires",
            defaultValue = "6s")
    private String lease = "";

    @Mixin
    private final Attack attack = new Attack();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final List<StateDirectory> states = new ArrayList<>();
    private final List<Address> addresses = new ArrayList<>();
    private final List<ClientLedger> ledgers = new ArrayList<>();
    private final List<Long> tookMillis = new ArrayList<>();

    private StandbyBenchmark() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new StandbyBenchmark(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        attack.check();
        Benchmark.atLeast(1, spec, "--longest", longestMillis);
        ledgers.addAll(attack.ledgers());
        // It stays where something is wrong.
        ScratchDirectory scratch = ScratchDirectory.create("standby");
        System.out.println("State and output of the daemons: " + scratch.path());
        for (String name : List.of("a", "b")) {
            states.add(new StateDirectory(scratch.path().resolve(name)));
            addresses.add(new Address("127.0.0.1", freePort()));
        }
        long acknowledged;
        try (PostgresProcess server = PostgresProcess.start(freePort())) {
            acknowledged = run(server.url("bench"), QuickstartScenario.read(Path.of("jobspecs/hello.yaml")));
        }
        scratch.close();
        Collections.sort(tookMillis);
        System.out.printf(
                "%,d acknowledged changes, all present after the take-over; take-over in %,d ms (median), %,d ms"
                        + " (longest)%n",
                acknowledged, tookMillis.get(tookMillis.size() / 2), tookMillis.getLast());
        attack.requireSome(acknowledged, rounds);
        if (tookMillis.getLast() > mostMillis) {
            throw new IllegalArgumentException("A take-over took longer than %,d ms.".formatted(mostMillis));
        }
        return 0;
    }

    private long run(String url, Jobspec jobspec) throws Exception {
        var random = attack.random();
        long acknowledged = 0;
        KillableDaemon leader = start(0, url, attack.founding());
        try {
            awaitLead();
            states.get(1).create();
            Files.copy(states.get(0).token(), states.get(1).token());
            for (int round = 1; round <= rounds; round++) {
                int next = round % 2;
                try (KillableDaemon ended = leader) {
                    leader = start(next, url, List.of());
                    acknowledged += round(round, ended, jobspec, random);
                    compare(jobspec);
                }
                System.out.printf("round %d: %,d acknowledged changes so far, all present%n", round, acknowledged);
            }
        } finally {
            leader.close();
        }
        return acknowledged;
    }

    /** The one that leads is killed, or frozen until the other one leads; how much both have acknowledged. */
    private long round(int round, KillableDaemon leader, Jobspec jobspec, Random random) throws Exception {
        Siege load = Siege.begin(this::client, OF_AN_END, jobspec, ledgers, "r" + round, random);
        TimeUnit.MILLISECONDS.sleep(1 + random.nextInt(longestMillis));
        boolean isFrozen = random.nextBoolean();
        long begin = System.nanoTime();
        if (isFrozen) {
            signal("STOP", leader);
        } else {
            leader.close();
        }
        awaitLead(addresses.get(round % 2));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        tookMillis.add(millis);
        System.out.printf(
                "round %d: %s, the other one leads after %,d ms%n", round, isFrozen ? "frozen" : "killed", millis);
        if (isFrozen) {
            signal("CONT", leader);
        }
        TimeUnit.MILLISECONDS.sleep(AFTER_MILLIS);
        return load.end();
    }

    private void compare(Jobspec jobspec) throws ClientException, IOException {
        try (BanyanClient client = client()) {
            new Comparison(client, jobspec).run(ledgers);
        }
    }

    private BanyanClient client() throws ClientException {
        return open(addresses);
    }

    private BanyanClient open(List<Address> where) {
        try {
            return BanyanClient.connect(where, TokenFile.read(states.get(0).token()), DEADLINE);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitLead() throws ClientException {
        try (BanyanClient client = client()) {
            client.stat();
        }
    }

    private void awaitLead(Address address) throws InterruptedException {
        try (BanyanClient client = open(List.of(address))) {
            long begin = System.nanoTime();
            boolean leads = false;
            while (!leads) {
                try {
                    leads = !client.stat().amounts().isEmpty();
                } catch (ClientException waits) {
                    if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                        throw new IllegalArgumentException(
                                "Nobody took over within " + PATIENCE.toSeconds() + " s: " + waits.getMessage());
                    }
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        }
    }

    private KillableDaemon start(int index, String url, List<String> more) throws IOException, InterruptedException {
        List<String> options =
                new ArrayList<>(List.of("--listen", addresses.get(index).toString()));
        options.addAll(List.of("--peers", addresses.get(1 - index).toString()));
        options.addAll(List.of("--journal", url, "--journal-lease", lease));
        options.addAll(more);
        return attack.start(states.get(index), options);
    }

    private static void signal(String name, KillableDaemon daemon) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(daemon.pid()))
                .start()
                .waitFor();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
