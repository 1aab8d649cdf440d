package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.bytes;
import static io.banyan.rpc.config.ValueType.choice;
import static io.banyan.rpc.config.ValueType.number;

import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import java.util.List;

/** The keys of a daemon's configuration that concern the log. */
final class LogKeys {
    private static final int MOST_OLD_FILES = 20;

    static final Key<LogLevel> LOG_LEVEL = Key.of(
                    "log.level",
                    choice(LogLevel.class),
                    Logging.DEFAULT.level(),
                    "Lowest level that is logged. Warnings also go to standard error.")
            .sample("debug")
            .reloaded()
            .passedOn();

    static final Key<LogFormat> LOG_FORMAT = Key.of(
                    "log.format",
                    choice(LogFormat.class),
                    Logging.DEFAULT.format(),
                    "Format of the lines of banyan.log: text, or one JSON object per line.")
            .sample("json")
            .reloaded()
            .passedOn();

    static final Key<Long> LOG_FILE_SIZE = Key.of(
                    "log.file-size",
                    bytes(1 << 16, 1L << 40),
                    Logging.DEFAULT.maxFileBytes(),
                    "Size at which banyan.log is rotated.")
            .sample("1MiB")
            .reloaded()
            .passedOn();

    static final Key<Integer> LOG_OLD_FILES = Key.of(
                    "log.old-files",
                    number(1, MOST_OLD_FILES),
                    Logging.DEFAULT.oldFiles(),
                    "Number of older logs that are kept.")
            .sample("5")
            .reloaded()
            .passedOn();

    static final List<Key<?>> ALL = List.of(LOG_LEVEL, LOG_FORMAT, LOG_FILE_SIZE, LOG_OLD_FILES);

    private LogKeys() {}

    static Logging logging(Settings settings) {
        return new Logging(
                settings.get(LOG_LEVEL),
                settings.get(LOG_FORMAT),
                settings.get(LOG_FILE_SIZE),
                settings.get(LOG_OLD_FILES));
    }
}
