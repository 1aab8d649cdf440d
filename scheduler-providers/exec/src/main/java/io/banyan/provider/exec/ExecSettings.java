package io.banyan.provider.exec;

import io.banyan.provider.ProviderOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of the provider, read from its options.
 *
 * @param timeout of one run
 * @param atOnce how many runs there may be at a time
 * @param protocol the version that the executable speaks
 */
record ExecSettings(Path executable, Duration timeout, int atOnce, int protocol) {
    /** From this version on, the executable knows {@code inventory} and {@code estimate}. */
    static final int TELLS = 2;

    static final int NEWEST = 2;

    private static final long DEFAULT_TIMEOUT_SEC = 600;
    private static final long MAX_TIMEOUT_SEC = 86_400;
    private static final int DEFAULT_AT_ONCE = 8;
    private static final int MOST_AT_ONCE = 64;

    static ExecSettings of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values)
                .requireOnly(List.of(ProviderOptions.MAIN, "timeout", "at-once", "protocol"));
        long seconds = options.number("timeout", DEFAULT_TIMEOUT_SEC, 1, MAX_TIMEOUT_SEC);
        return new ExecSettings(
                options.path(),
                Duration.ofSeconds(seconds),
                (int) options.number("at-once", DEFAULT_AT_ONCE, 1, MOST_AT_ONCE),
                Integer.parseInt(options.choice("protocol", "1", List.of("1", "2"))));
    }
}
