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

/** What is the same wherever a daemon is killed under load: who asks it for what, and how it is started. */
final class Attack {
    @Option(names = "--clients", paramLabel = "N", description = "how many clients ask at a time", defaultValue = "4")
    private int clients;

    @Option(names = "--seed", paramLabel = "N", description = "of what is asked, and when", defaultValue = "1")
    private long seed;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "of a daemon",
            defaultValue = "resource-graphs/small.graphml")
    private Path graph = Path.of("");

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "what runs a banyan command",
            defaultValue = "banyan")
    private Path launcher = Path.of("");

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "for the virtual machine of a daemon",
            defaultValue = "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1")
    private String javaOptions = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Checks what was given. */
    void check() {
        Benchmark.atLeast(1, spec, "--clients", clients);
    }

    /** What each client knows, at first nothing. */
    List<Ledger> ledgers() {
        List<Ledger> ledgers = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            ledgers.add(new Ledger());
        }
        return ledgers;
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
        return KillableDaemon.start(launcher.toAbsolutePath(), state, javaOptions, options);
    }
}
