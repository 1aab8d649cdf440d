package io.banyan.cli.daemon;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.config.ConfigSource;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.ValueSource;
import io.banyan.rpc.config.ValueType.Shape;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonKeys;
import io.banyan.rpc.daemon.DaemonSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of {@code banyan start}, generated from the keys of the configuration, and the values that the user gave.
 */
public final class StartOptions {
    private static final String CONFIG = "--config";
    private static final String SET = "--set";
    private static final int MOST_FALLBACK = 40;

    private StartOptions() {}

    /** Adds them to a command. */
    public static void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description("Configuration file; 'banyan config show --defaults' prints all keys. Options override "
                        + "it (default: none).")
                .build());
        for (Key<?> key : DaemonKeys.ALL.all()) {
            if (!key.options().isEmpty()) {
                command.addOption(option(key));
            }
        }
        command.addOption(OptionSpec.builder(SET)
                .paramLabel("KEY=VALUE")
                .type(String[].class)
                .description("Any other configuration key, such as log.level=debug.")
                .build());
    }

    private static OptionSpec option(Key<?> key) {
        boolean isSeveral = key.type().isSeveral();
        String fallback = String.join(",", key.fallbackWords());
        boolean isShown = !fallback.isEmpty() && fallback.length() <= MOST_FALLBACK;
        String meaning = key.meaning().replaceFirst("\\.$", "");
        OptionSpec.Builder option = OptionSpec.builder(
                        key.options().getFirst(),
                        key.options().subList(1, key.options().size()).toArray(String[]::new))
                .paramLabel(key.type().label())
                .type(isSeveral ? String[].class : String.class)
                .description(meaning
                        + (isShown ? " (default " + fallback + ")." : ".")
                        + (key.type().shape() == Shape.TEXTS ? " May be repeated." : ""));
        if (key.type().shape() == Shape.SWITCH) {
            option.arity("0..1").fallbackValue("true");
        }
        return (key.type().shape() == Shape.LIST ? option.splitRegex(",") : option).build();
    }

    /**
     * Returns the settings that the file and the options give.
     *
     * @throws CommandFailure where one of them is wrong
     */
    public static Settings settings(ParseResult given) {
        try {
            return read(given);
        } catch (ConfigException e) {
            throw CommandFailure.no(e.sentences());
        }
    }

    private static Settings read(ParseResult given) throws ConfigException {
        Settings settings = file(given);
        for (String assignment : given.matchedOptionValue(SET, new String[0])) {
            settings = assigned(settings, assignment);
        }
        for (Key<?> key : DaemonKeys.ALL.all()) {
            OptionSpec option = key.options().isEmpty()
                    ? null
                    : given.matchedOption(key.options().getFirst());
            if (option != null) {
                settings = with(settings, key, words(option), key.options().getFirst());
            }
        }
        return settings;
    }

    /**
     * Returns a source that reads these settings each time it is asked; empty where there is no file that could change.
     */
    static Optional<ConfigSource> source(ParseResult given) {
        return given.hasMatchedOption(CONFIG) ? Optional.of(() -> read(given)) : Optional.empty();
    }

    /** The configuration that they describe. */
    static DaemonConfig config(Settings settings) {
        return CheckedValues.value(() -> DaemonSettings.config(settings, Target.defaultState(System.getenv())));
    }

    private static Settings file(ParseResult given) throws ConfigException {
        Path file = given.matchedOptionValue(CONFIG, null);
        return file == null ? Settings.defaults(DaemonKeys.ALL) : ConfigFile.read(DaemonKeys.ALL, file);
    }

    private static List<String> words(OptionSpec option) {
        Object value = option.getValue();
        return value instanceof String[] several ? List.of(several) : List.of(String.valueOf(value));
    }

    private static Settings assigned(Settings settings, String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            throw CommandFailure.wrongUse(SET + " requires KEY=VALUE, found '" + assignment + "'");
        }
        String name = assignment.substring(0, equals);
        String value = assignment.substring(equals + 1);
        Key<?> key = DaemonKeys.ALL
                .find(name)
                .orElseThrow(() -> CommandFailure.wrongUse(SET + ": " + DaemonKeys.ALL.unknown(name)));
        String option = SET + " " + name;
        List<String> words = switch (key.type().shape()) {
            case TEXT, NUMBER, SWITCH -> List.of(value);
            case LIST -> List.of(value.split(",", -1));
            case TEXTS -> added(settings.setting(key), value, option);
        };
        return with(settings, key, words, option);
    }

    /** Adds a value to those that the same option gave before, so that each occurrence of the option adds one. */
    private static List<String> added(Settings.Setting<?> before, String value, String option) {
        List<String> words = new ArrayList<>();
        if (before.origin().equals(new ValueSource.Option(option))) {
            words.addAll(before.words());
        }
        words.add(value);
        return words;
    }

    private static Settings with(Settings settings, Key<?> key, List<String> words, String option) {
        return CheckedValues.value(() -> {
            try {
                return settings.with(key, words, new ValueSource.Option(option));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        String.valueOf(e.getMessage()).startsWith("expected ")
                                ? option + ": " + e.getMessage()
                                : e.getMessage(),
                        e);
            }
        });
    }
}
