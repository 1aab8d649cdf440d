package io.banyan.cli.daemon;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Sentence;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.ValueSource;
import io.banyan.rpc.daemon.DaemonKeys;
import io.banyan.rpc.daemon.DaemonSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan config check}: whether a file is a configuration. */
@Command(
        name = "check",
        description = "Check a configuration file and report every error with its line and column. The exit "
                + "status is 1 if there are errors.",
        mixinStandardHelpOptions = true)
final class ConfigCheckCommand implements Callable<Integer> {
    /** The verdict on a file; {@code keys} counts the keys that a valid file sets. */
    private record Verdict(String file, boolean valid, long keys, List<String> errors) {}

    @Mixin
    private final Output output;

    @Parameters(paramLabel = "FILE", description = "Configuration file.")
    private Path file = Path.of("");

    ConfigCheckCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        Settings settings = read();
        try {
            DaemonSettings.requireSound(settings, Target.defaultState(System.getenv()));
        } catch (IllegalArgumentException e) {
            throw wrong(List.of(file + ": " + e.getMessage()));
        }
        long set = settings.all().stream()
                .filter(setting -> setting.origin() instanceof ValueSource.File)
                .count();
        output.print(
                new Verdict(file.toString(), true, set, List.of()),
                valid -> file + ": valid (" + set + (set == 1 ? " key" : " keys") + " set).");
        return ExitStatus.DONE;
    }

    private Settings read() {
        try {
            return ConfigFile.read(DaemonKeys.ALL, file);
        } catch (ConfigException e) {
            throw wrong(e.sentences());
        }
    }

    private CommandFailure wrong(List<String> sentences) {
        List<String> errors = sentences.stream().map(Sentence::of).toList();
        output.printData(new Verdict(file.toString(), false, 0, errors));
        return CommandFailure.no(errors);
    }
}
