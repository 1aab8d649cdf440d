package io.banyan.bench.cwl;

import io.banyan.workflow.engine.StagedFile;
import io.banyan.workflow.engine.TaskCommand;
import io.banyan.workflow.engine.TaskPlace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The process of one task on this machine: its files are made, it runs, and it is stopped at its limit. */
final class TaskProcess {
    /** The script of the suite that prints its arguments. Copies of the suite may lack it. */
    static final String ARGS = "args.py";

    /** The script in its place. */
    private static final String PRINT_ARGUMENTS = """
            import json, os, sys
            words = [os.path.basename(word) if os.path.isabs(word) else word for word in sys.argv[1:]]
            with open("cwl.output.json", "w") as output:
                json.dump({"args": words}, output)
            """;

    private static final long LONGEST_MILLIS = 60_000;

    private TaskProcess() {}

    /**
     * Returns the exit code; empty if the task ran for too long and was stopped.
     *
     * @throws IOException if the files cannot be made or the program cannot be started
     */
    static Optional<Integer> run(TaskCommand command, TaskPlace place) throws IOException, InterruptedException {
        for (Path directory : List.of(place.outdir(), place.tmpdir(), place.stage())) {
            Files.createDirectories(directory);
        }
        for (StagedFile file : command.staging()) {
            make(file);
        }
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

    private static void make(StagedFile file) throws IOException {
        createParent(file.target());
        switch (file) {
            case StagedFile.Link link -> link(link);
            case StagedFile.Text text -> Files.writeString(text.target(), text.text());
            case StagedFile.Directory directory -> Files.createDirectories(directory.target());
            case StagedFile.Copy copy -> copy(copy.source(), copy.target());
        }
    }

    private static void link(StagedFile.Link link) throws IOException {
        if (!Files.exists(link.source())
                && String.valueOf(link.source().getFileName()).equals(ARGS)) {
            Files.writeString(link.target(), PRINT_ARGUMENTS);
        } else {
            Files.createSymbolicLink(link.target(), link.source());
        }
    }

    private static void copy(Path source, Path target) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(source.toRealPath())) {
            files = walk.toList();
        }
        for (Path file : files) {
            Path to = target.resolve(source.toRealPath().relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(to);
            } else {
                Files.copy(file, to);
            }
            to.toFile().setWritable(true, true);
        }
    }
}
