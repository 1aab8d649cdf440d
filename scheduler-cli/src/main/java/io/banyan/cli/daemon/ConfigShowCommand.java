package io.banyan.cli.daemon;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.ConfigDocument;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings.Setting;
import io.banyan.rpc.daemon.DaemonKeys;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code banyan config show}: every key, its value, and the source of the value. */
@Command(
        name = "show",
        description = "Show every configuration key with its value, default and origin. Accepts the options of "
                + "'banyan start' and shows the resulting configuration.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConfigShowCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Option(names = "--defaults", description = "Print a complete configuration file with all defaults instead.")
    private boolean defaults;

    @Spec
    private @Nullable CommandSpec command;

    /** One line of the output. */
    record Shown(
            String key,
            @Nullable Object value,
            @Nullable Object byDefault,
            String from,
            boolean changesOnReload,
            String meaning) {
        static Shown of(Setting<?> setting) {
            Key<?> key = setting.key();
            return new Shown(
                    key.name(),
                    natural(key, setting.words()),
                    natural(key, key.fallbackWords()),
                    setting.origin().toString(),
                    key.reloads(),
                    key.meaning());
        }
    }

    private ConfigShowCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    static CommandLine create(Terminal terminal) {
        CommandLine line = new CommandLine(new ConfigShowCommand(terminal));
        StartOptions.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() {
        if (defaults) {
            terminal.out().print(ConfigDocument.defaults(DaemonKeys.ALL));
            terminal.out().flush();
            return ExitStatus.DONE;
        }
        List<Setting<?>> all = StartOptions.settings(
                        Objects.requireNonNull(command).commandLine().getParseResult())
                .all();
        output.print(all.stream().map(Shown::of).toList(), shown -> text(all));
        return ExitStatus.DONE;
    }

    private static Table text(List<Setting<?>> all) {
        Table table = new Table().left("key").left("value").left("default").left("from");
        for (Setting<?> setting : all) {
            table.row(
                    setting.key().name(),
                    dash(setting.shown()),
                    dash(String.join(", ", setting.key().fallbackWords())),
                    setting.origin());
        }
        return table;
    }

    private static String dash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static @Nullable Object natural(Key<?> key, List<String> words) {
        return switch (key.type().shape()) {
            case LIST, TEXTS -> words;
            case NUMBER -> words.isEmpty() ? null : Long.valueOf(words.getFirst());
            case SWITCH -> words.isEmpty() ? null : Boolean.valueOf(words.getFirst());
            case TEXT -> words.isEmpty() ? null : words.getFirst();
        };
    }
}
