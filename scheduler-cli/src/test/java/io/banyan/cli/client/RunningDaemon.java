package io.banyan.cli.client;

import io.banyan.cli.Run;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A daemon of this process over the small graph of the examples, and the commands that ask it. */
public final class RunningDaemon implements AutoCloseable {
    private final Path state;
    private final Daemon daemon;

    private RunningDaemon(Path state, Daemon daemon) {
        this.state = state;
        this.daemon = daemon;
    }

    /** One whose state directory is below this one. */
    public static RunningDaemon in(Path directory, UnaryOperator<DaemonConfig.Builder> configured) throws Exception {
        Path state = directory.resolve("state");
        GraphFile graph = GraphFile.of(Path.of("..", "resource-graphs", "small.graphml"));
        return new RunningDaemon(
                state,
                Daemon.start(configured
                        .apply(DaemonConfig.of(new StateDirectory(state), "site", graph))
                        .build()));
    }

    /** Returns the state directory of the daemon. */
    public Path state() {
        return state;
    }

    /** Returns the result of a command that asks the daemon. */
    public Run banyan(String command, String... words) {
        return Run.banyan(words(command, words));
    }

    /** The words of such a command. */
    public String[] words(String command, String... words) {
        List<String> all = new ArrayList<>(List.of(command.split(" ", -1)));
        all.addAll(List.of("--state", state.toString()));
        all.addAll(List.of(words));
        return all.toArray(String[]::new);
    }

    /** Ends at once; its jobs go on. */
    public void crash() {
        daemon.close();
    }

    @Override
    public void close() {
        daemon.stop();
    }
}
