package io.banyan.provider.exec;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProviderOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Makes providers of kind {@code exec}: {@code path} of an executable, {@code timeout} of each of its runs in seconds. {@link ExecProvider} says
 * what the executable is to do.
 */
public final class ExecProviderFactory implements ExternalProviderFactory {
    private static final long DEFAULT_TIMEOUT_SEC = 600;
    private static final long MAX_TIMEOUT_SEC = 86_400;

    /** For the service loader. */
    public ExecProviderFactory() {}

    @Override
    public String kind() {
        return "exec";
    }

    @Override
    public void check(String name, Map<String, String> values) {
        Script.of(name, values);
    }

    @Override
    public ExternalProvider create(ProviderContext context, Map<String, String> values) {
        String name = context.name();
        Script script = Script.of(name, values);
        Path executable = script.executable();
        if (!Files.isRegularFile(executable) || !Files.isExecutable(executable)) {
            throw new IllegalArgumentException("The provider '" + name + "' is to run " + executable
                    + ", which is no executable file.\nMaybe: chmod +x " + executable);
        }
        return new ExecProvider(name, executable, script.timeout());
    }

    /** What the options say. */
    private record Script(Path executable, Duration timeout) {
        static Script of(String name, Map<String, String> values) {
            var options = new ProviderOptions(name, values).requireOnly(List.of(ProviderOptions.MAIN, "timeout"));
            long seconds = options.number("timeout", DEFAULT_TIMEOUT_SEC, MAX_TIMEOUT_SEC);
            return new Script(options.path(), Duration.ofSeconds(Math.max(1, seconds)));
        }
    }
}
