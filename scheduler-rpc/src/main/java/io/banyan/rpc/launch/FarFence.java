package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fencing on another machine: a command that has {@code banyan fence} run there. That nothing runs any more is believed only where that says so in
 * words, so that a command that merely takes an order is not mistaken for one that has carried it out.
 */
public final class FarFence {
    private static final File NOTHING = new File("/dev/null");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_BYTES = 64 << 10;
    private static final int LONGEST = 300;

    private FarFence() {}

    /** What {@code banyan fence} says of a state directory when nothing of it runs any more, on a line of its own. */
    public static String confirmation(StateDirectory directory) {
        return "nothing of " + directory.path() + " runs any more";
    }

    /**
     * Runs such a command, for a minute at the most.
     *
     * @param words of the command
     * @param directory on the other machine
     * @return why it is not certain that nothing runs; empty where it is
     */
    static Optional<String> run(List<String> words, StateDirectory directory) {
        try {
            return run(begin(words), words.getFirst(), directory);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("this daemon is ending");
        }
    }

    private static Process begin(List<String> words) throws IOException {
        var builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(NOTHING));
        builder.environment().remove("BANYAN_STATE");
        return builder.start();
    }

    private static Optional<String> run(Process process, String program, StateDirectory directory)
            throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<String> said =
                    CompletableFuture.supplyAsync(() -> read(process.getInputStream()), threads);
            try {
                String text = said.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    return Optional.of(program + " has not ended within " + PATIENCE.toSeconds() + " s");
                }
                boolean isSaid = text.lines().anyMatch(confirmation(directory)::equals);
                return isSaid && process.exitValue() == 0
                        ? Optional.empty()
                        : Optional.of(program + " ended with status " + process.exitValue() + brackets(text));
            } catch (ExecutionException e) {
                return Optional.of("what " + program + " says cannot be read: " + e.getMessage());
            } catch (TimeoutException e) {
                return Optional.of(program + " has not answered within " + PATIENCE.toSeconds() + " s");
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private static String read(InputStream in) {
        try (in) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String brackets(String text) {
        String said = String.join(" ", text.strip().lines().toList());
        return said.isEmpty() ? "" : " (" + said.substring(0, Math.min(LONGEST, said.length())) + ")";
    }
}
