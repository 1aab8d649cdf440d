package io.banyan.provider.exec;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Makes providers of kind {@code exec}: {@code path} of an executable, {@code timeout} of each of its runs in seconds,
 * {@code at-once} for how many may run at a time, {@code protocol} for the version of the protocol that it speaks.
 * {@link ExecProvider} specifies the executable.
 */
public final class ExecProviderFactory implements ExternalProviderFactory {
    /** For the service loader. */
    public ExecProviderFactory() {}

    @Override
    public String kind() {
        return "exec";
    }

    @Override
    public void check(String name, Map<String, String> values) {
        var unused = ExecSettings.of(name, values);
    }

    @Override
    public ExternalProvider create(ProviderContext context, Map<String, String> values) {
        String name = context.name();
        ExecSettings script = ExecSettings.of(name, values);
        Path executable = script.executable();
        if (!Files.exists(executable)) {
            throw new IllegalArgumentException(
                    "The provider '" + name + "' is configured to run " + executable + ", which does not exist.");
        }
        if (!Files.isRegularFile(executable) || !Files.isExecutable(executable)) {
            throw new IllegalArgumentException("The provider '" + name + "' is configured to run " + executable
                    + ", which is not an executable file.\nMaybe: chmod +x " + executable);
        }
        return new ExecProvider(name, context.owner(), executable, script);
    }
}
