package io.banyan.cli.daemon;

import io.banyan.cli.client.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.config.Origin;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.daemon.DaemonKeys;
import io.banyan.rpc.daemon.DaemonSettings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code banyan config check}: whether a file is a configuration. */
@Command(
        name = "check",
        description =
                "Check a configuration file: every error with its line and column; exit status 1 if there is one.",
        mixinStandardHelpOptions = true)
final class ConfigCheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FILE", description = "The configuration file.")
    private Path file = Path.of("");

    ConfigCheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Settings settings = read();
        try {
            DaemonSettings.requireSound(settings, Target.defaultState(System.getenv()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(file + ": " + e.getMessage());
        }
        long set = settings.all().stream()
                .filter(setting -> setting.origin() instanceof Origin.File)
                .count();
        terminal.out().println(file + " is right; it sets " + set + (set == 1 ? " key" : " keys") + ".");
        terminal.out().flush();
        return ExitStatus.DONE;
    }

    private Settings read() {
        try {
            return ConfigFile.read(DaemonKeys.ALL, file);
        } catch (ConfigException e) {
            throw CommandFailure.no(e.sentences());
        }
    }
}
