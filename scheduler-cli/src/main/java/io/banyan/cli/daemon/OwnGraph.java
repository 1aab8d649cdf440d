package io.banyan.cli.daemon;

import io.banyan.cli.call.Target;
import io.banyan.cli.graph.MachineDiscovery;
import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.config.ValueSource;
import io.banyan.rpc.daemon.DaemonKeys;
import io.banyan.rpc.daemon.DaemonSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The graph of this machine, for a daemon without a graph file. It is a file of the state directory, and the daemon
 * uses it like any other graph file.
 *
 * @param file with it
 * @param sentence for the user who starts the daemon and may have forgotten the graph
 */
record OwnGraph(Path file, String sentence) {
    private static final String GRAPH = "graph.file";

    /** Looks at the machine where the settings say nothing of resources and no daemon ran here before; else empty. */
    static Optional<OwnGraph> whereNoneIsNamed(Settings settings) {
        Path defaultState = Target.defaultState(System.getenv());
        if (!DaemonSettings.namesNoResources(settings, defaultState)) {
            return Optional.empty();
        }
        var unused = DaemonSettings.requireSound(settings, defaultState);
        MachineDiscovery.Seen seen = MachineDiscovery.look();
        StateDirectory state = DaemonSettings.state(settings, defaultState);
        try {
            state.create();
            Files.writeString(state.machine(), seen.jgf());
        } catch (IOException e) {
            throw CommandFailure.no(e);
        }
        return Optional.of(new OwnGraph(
                state.machine(), "No graph was specified, so the daemon schedules this machine: " + seen.sentence()));
    }

    /** The settings with this graph. */
    Settings in(Settings settings) {
        return settings.with(
                DaemonKeys.ALL.find(GRAPH).orElseThrow(),
                List.of(file.toString()),
                new ValueSource.Option("this machine"));
    }
}
