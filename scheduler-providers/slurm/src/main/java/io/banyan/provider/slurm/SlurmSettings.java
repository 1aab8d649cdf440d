package io.banyan.provider.slurm;

import io.banyan.provider.ProviderOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of the provider, read from its options.
 *
 * @param partition empty for Slurm's default
 * @param features that every node must have, as {@code --constraint} takes them
 * @param reservation one that an administrator has made
 * @param reserves whether a reservation is made for each request
 * @param time of a pilot, where the jobspec does not say how long
 * @param margin how long before its end a pilot's node is drained
 * @param longestWait for pilots to begin
 * @param gather the wait for more nodes after the minimum is available
 * @param mostNodes that one request brings
 * @param commands the directory of Slurm's commands; empty where they are on the path
 * @param config the file that is {@code SLURM_CONF} for them
 * @param report the directory for the pilots' reports on their nodes
 * @param settling how long Slurm may not show submitted pilots
 * @param timeout of one command
 */
record SlurmSettings(
        Optional<String> partition,
        Optional<String> account,
        Optional<String> qos,
        List<String> features,
        Optional<String> reservation,
        boolean reserves,
        Duration time,
        Duration margin,
        Duration longestWait,
        Duration gather,
        int mostNodes,
        Optional<Path> commands,
        Optional<Path> config,
        Optional<Path> report,
        Duration settling,
        Duration timeout) {
    private static final String PARTITION = ProviderOptions.MAIN;
    private static final String DEFAULT_PARTITION = "default";
    private static final List<String> ALL = List.of(
            PARTITION,
            "account",
            "qos",
            "constraint",
            "reservation",
            "reserve",
            "time",
            "margin",
            "wait",
            "gather",
            "most-nodes",
            "commands",
            "conf",
            "report",
            "settling",
            "timeout");
    /** The pattern of Slurm's own names. No command takes such a name for an option. */
    static final String WORD = "[A-Za-z0-9_][A-Za-z0-9_.@-]*";

    private static final long HOUR_SEC = 3_600;
    private static final long DAY_SEC = 86_400;
    private static final long WEEK_SEC = 7 * DAY_SEC;
    private static final long YEAR_SEC = 366 * DAY_SEC;
    private static final long DEFAULT_TIME_SEC = 3_600;
    private static final long DEFAULT_MARGIN_SEC = 120;
    private static final long DEFAULT_WAIT_SEC = 600;
    private static final long DEFAULT_GATHER_SEC = 10;
    private static final long DEFAULT_TIMEOUT_SEC = 60;
    private static final long DEFAULT_SETTLING_MILLIS = 3_000;
    /** Minimal time for which Slurm may not show a new job. */
    private static final long SHORTEST_SETTLING_MILLIS = 100;

    private static final long LONGEST_SETTLING_MILLIS = 600_000;
    private static final int DEFAULT_MOST_NODES = 100;
    private static final int HIGHEST_MOST_NODES = 1_000;

    SlurmSettings {
        features = List.copyOf(features);
    }

    /** Reads the options. */
    static SlurmSettings of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values).requireOnly(ALL);
        String partition = word(options, PARTITION)
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "The provider '" + name
                                        + "' requires a partition, as in slurm=batch; slurm=default selects Slurm's default partition."));
        long wait = options.number("wait", DEFAULT_WAIT_SEC, 1, WEEK_SEC);
        var settings = new SlurmSettings(
                Optional.of(partition).filter(it -> !it.equals(DEFAULT_PARTITION)),
                word(options, "account"),
                word(options, "qos"),
                options.words("constraint").stream()
                        .map(it -> requireWord(name, "constraint", it))
                        .toList(),
                word(options, "reservation"),
                options.choice("reserve", "no", List.of("no", "yes")).equals("yes"),
                seconds(options, "time", DEFAULT_TIME_SEC, 1, YEAR_SEC),
                seconds(options, "margin", DEFAULT_MARGIN_SEC, 0, DAY_SEC),
                Duration.ofSeconds(wait),
                // More is never waited for.
                seconds(options, "gather", Math.min(DEFAULT_GATHER_SEC, wait), 0, Math.min(HOUR_SEC, wait)),
                (int) options.number("most-nodes", DEFAULT_MOST_NODES, 1, HIGHEST_MOST_NODES),
                options.text("commands").map(Path::of),
                options.text("conf").map(Path::of),
                options.text("report").map(text -> report(name, text)),
                Duration.ofMillis(options.number(
                        "settling", DEFAULT_SETTLING_MILLIS, SHORTEST_SETTLING_MILLIS, LONGEST_SETTLING_MILLIS)),
                seconds(options, "timeout", DEFAULT_TIMEOUT_SEC, 1, HOUR_SEC));
        settings.requireOneReservation(name);
        return settings;
    }

    private static Duration seconds(ProviderOptions options, String key, long otherwise, long least, long most) {
        return Duration.ofSeconds(options.number(key, otherwise, least, most));
    }

    private void requireOneReservation(String name) {
        if (reserves && reservation.isPresent()) {
            throw new IllegalArgumentException("The provider '" + name + "' is configured with the reservation "
                    + reservation.get() + " and to create others; set either 'reservation' or 'reserve'.");
        }
    }

    private static Optional<String> word(ProviderOptions options, String key) {
        return options.text(key).map(text -> requireWord(options.name(), key, text));
    }

    private static String requireWord(String name, String key, String text) {
        if (!text.matches(WORD)) {
            throw new IllegalArgumentException("The option '" + key + "' of the provider '" + name
                    + "' must be a name of letters, digits and '.', '_', '@', '-', not '" + text + "'.");
        }
        return text;
    }

    private static Path report(String name, String text) {
        if (text.indexOf('%') >= 0 || text.indexOf('\\') >= 0) {
            throw new IllegalArgumentException(
                    "The option 'report' of the provider '" + name
                            + "' must be a directory without '%' and '\\' in its name, because Slurm interprets these characters.");
        }
        return Path.of(text).toAbsolutePath();
    }

    /** Checks that the files and commands of the options exist. */
    void requireFiles(String name) {
        for (Optional<Path> directory : List.of(commands, report)) {
            if (directory.isPresent() && !Files.isDirectory(directory.get())) {
                throw new IllegalArgumentException("The provider '" + name + "' is configured with " + directory.get()
                        + ", which is not a directory.");
            }
        }
        if (config.isPresent() && (!Files.isReadable(config.get()) || Files.isDirectory(config.get()))) {
            throw new IllegalArgumentException("The provider '" + name + "' is configured with " + config.get()
                    + ", which is not a readable file.");
        }
    }

    /** For how long a pilot is asked for, rounded up to the minutes in which Slurm counts. */
    long minutes(long durationSec) {
        long seconds = (durationSec == 0 ? time.toSeconds() : durationSec) + margin.toSeconds();
        return Math.ceilDiv(seconds, 60);
    }
}
