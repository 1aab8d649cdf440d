package io.banyan.rpc.execute;

import io.banyan.instance.Effect;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where what a job's processes write goes: to its {@code attributes.system.shell.options.output.stdout.path}, as Flux has it, in which {@code {{id}}} stands for
 * the job's number; else to the file {@code output} of its directory.
 */
final class JobOutput {
    private static final String[] KEYS = {"shell", "options", "output", "stdout", "path"};

    private JobOutput() {}

    static Path of(Effect.StartJob start, JobDirectory directory) {
        Path work = JobEnvironment.workingDirectory(start.jobspec(), directory);
        return said(start.jobspec().attributes().system())
                .map(path -> work.resolve(path.replace("{{id}}", start.job().toString())))
                .orElse(directory.output());
    }

    private static Optional<String> said(Map<String, ? extends @Nullable Object> system) {
        @Nullable Object at = system;
        for (String key : KEYS) {
            at = at instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return at instanceof String path ? Optional.of(path) : Optional.empty();
    }
}
