package io.banyan.provider.hwloc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a program of the system for what it writes. */
final class Command {
    private static final long MOST_BYTES = 64 << 20;

    private Command() {}

    /** What it writes to standard output; empty where there is no such program, or it fails. Blocks. */
    static Optional<byte[]> output(List<String> words, Duration patience) throws IOException {
        Path file = Files.createTempFile("banyan-discover-", "");
        try {
            return written(words, patience, file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** A file and not a pipe, which somebody would have to read while the time runs. */
    private static Optional<byte[]> written(List<String> words, Duration patience, Path file) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(words)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(file.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException notInstalled) {
            return Optional.empty();
        }
        try {
            boolean hasEnded = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            return hasEnded && process.exitValue() == 0 && Files.size(file) > 0 && Files.size(file) <= MOST_BYTES
                    ? Optional.of(Files.readAllBytes(file))
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(words.getFirst() + " was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
