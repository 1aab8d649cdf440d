package io.banyan.cli.daemon;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.ConfigSource;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonException;
import io.banyan.rpc.daemon.DaemonSettings;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.launch.LaunchLetter;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code banyan start}: is one instance until it is stopped. Its options are made of the keys of the configuration. */
@Command(
        name = "start",
        description = "Run a daemon in the foreground until 'banyan stop' or a signal stops it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Without --graph, and if the state directory is new, the daemon schedules this machine, " + "as",
            "'banyan graph discover' describes it.",
            "'banyan spawn' starts child instances and sets --parent, --job and --credential-file."
        })
public final class StartCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec command;

    private StartCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The command. */
    public static CommandLine create(Terminal terminal) {
        CommandLine line = new CommandLine(new StartCommand(terminal));
        StartOptions.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() {
        Optional<OwnGraph> own = OwnGraph.whereNoneIsNamed(StartOptions.settings(given()));
        own.ifPresent(graph -> say(graph.sentence()));
        Settings settings = settings(own);
        DaemonConfig config = StartOptions.config(settings);
        Optional<ConfigSource> source = StartOptions.source(given()).map(it -> () -> named(it.read(), own));
        try {
            if (DaemonSettings.readsLetter(settings)) {
                LaunchLetter.read(terminal.in()).leaveIn(config.state());
            }
            return source.isPresent()
                    ? Daemon.run(
                            config,
                            settings,
                            source.get(),
                            daemon -> ready(config, daemon),
                            (daemon, leader) -> waits(config, daemon, leader))
                    : Daemon.run(
                            config, daemon -> ready(config, daemon), (daemon, leader) -> waits(config, daemon, leader));
        } catch (DaemonException | IOException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private Settings settings(Optional<OwnGraph> own) {
        return named(StartOptions.settings(given()), own);
    }

    private static Settings named(Settings settings, Optional<OwnGraph> own) {
        return own.isPresent() ? own.get().in(settings) : settings;
    }

    private void ready(DaemonConfig config, Daemon daemon) {
        say(config.instance().name() + " listens on " + daemon.address() + ", state in "
                + config.state().path()
                + daemon.metrics().map(it -> ", metrics on " + it).orElse(""));
        warnIfOpen(config, daemon.address());
    }

    private void waits(DaemonConfig config, Daemon daemon, Address leader) {
        say(config.instance().name() + " waits at " + daemon.address() + " as a standby; the daemon at " + leader
                + " leads");
    }

    private void say(String line) {
        terminal.out().println(line);
        terminal.out().flush();
    }

    private void warnIfOpen(DaemonConfig config, Address address) {
        if (!address.isLoopback() && config.security().tls().isEmpty()) {
            terminal.err()
                    .println(LaunchCommand.WARNING + address
                            + " is reachable from other machines without encryption, so tokens can be read on the "
                            + "network.");
            terminal.err().flush();
        }
    }

    /** Returns the configuration that the options describe. */
    DaemonConfig config() {
        return StartOptions.config(StartOptions.settings(given()));
    }

    private ParseResult given() {
        return Objects.requireNonNull(command).commandLine().getParseResult();
    }
}
