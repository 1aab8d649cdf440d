package io.banyan.bench.crash;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The load on a daemon that is killed: its clients, their requests and the start of the daemon. */
final class Attack {
    private static final int SHORTENED_EVERY = 20;
    private static final int REMEMBERED = 10;

    @Option(names = "--clients", paramLabel = "N", description = "number of concurrent clients", defaultValue = "4")
    private int clients;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of the random requests and times",
            defaultValue = "1")
    private long seed;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "graph of the daemon",
            defaultValue = "resource-graphs/small.graphml")
    private Path graph = Path.of("");

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "program that runs banyan commands",
            defaultValue = "banyan")
    private Path launcher = Path.of("");

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "options for the virtual machine of each daemon",
            defaultValue = "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1")
    private String javaOptions = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Checks the arguments. */
    void check() {
        Benchmark.atLeast(1, spec, "--clients", clients);
    }

    /** Creates an empty ledger for each client. */
    List<ClientLedger> ledgers() {
        List<ClientLedger> ledgers = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            ledgers.add(new ClientLedger());
        }
        return ledgers;
    }

    /**
     * Sees to it that there was a load.
     *
     * @throws IllegalArgumentException where less than one change a round was acknowledged
     */
    void requireSome(long acknowledged, int rounds) {
        if (acknowledged < rounds) {
            throw new IllegalArgumentException("%,d changes in %,d rounds are no load; give it a greater --longest."
                    .formatted(acknowledged, rounds));
        }
    }

    Random random() {
        return new Random(seed);
    }

    /** The options of a daemon that was never there. */
    List<String> founding() {
        return List.of("--graph", graph.toString());
    }

    /** Starts a daemon. */
    KillableDaemon start(StateDirectory state, List<String> options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        // Makes it likely that the daemon is also killed while it rewrites its journal.
        all.addAll(
                List.of("--set", "journal.shorten-after=" + SHORTENED_EVERY, "--set", "jobs.remembered=" + REMEMBERED));
        return KillableDaemon.start(launcher.toAbsolutePath(), state, javaOptions, all);
    }
}
