package io.banyan.bench.cwl;

import io.banyan.engine.task.StagedFiles;
import io.banyan.workflow.engine.TaskCommand;
import io.banyan.workflow.engine.TaskPlace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The process of one task on this machine: its files are made, it runs, and it is stopped at its limit. */
final class TaskProcess {
    private static final long LONGEST_MILLIS = 60_000;

    private TaskProcess() {}

    /**
     * Returns the exit code; empty if the task ran for too long and was stopped.
     *
     * @throws IOException if the files cannot be made or the program cannot be started
     */
    static Optional<Integer> run(TaskCommand command, TaskPlace place) throws IOException, InterruptedException {
        StagedFiles.make(place, command.staging());
        var builder =
                new ProcessBuilder(command.words()).directory(place.outdir().toFile());
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        builder.environment().clear();
        builder.environment().put("PATH", path);
        builder.environment().putAll(command.environment());
        builder.redirectInput(command.stdin().map(Path::toFile).orElse(new File("/dev/null")));
        builder.redirectOutput(output(command.stdout(), place));
        builder.redirectError(output(command.stderr(), place));
        Process process = builder.start();
        if (process.waitFor(command.limitMillis().orElse(LONGEST_MILLIS), TimeUnit.MILLISECONDS)) {
            return Optional.of(process.exitValue());
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        return Optional.empty();
    }

    private static ProcessBuilder.Redirect output(Optional<String> name, TaskPlace place) throws IOException {
        if (name.isEmpty()) {
            return ProcessBuilder.Redirect.DISCARD;
        }
        Path file = place.outdir().resolve(name.get());
        createParent(file);
        return ProcessBuilder.Redirect.to(file.toFile());
    }

    private static void createParent(Path file) throws IOException {
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
    }
}
