package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Sees to it that nothing of a subtree of instances runs any more, once its top cannot do so itself. */
public final class Fencing {
    private static final Duration DEATH = Duration.ofSeconds(5);
    private static final int MAX_DEPTH = 256;

    private Fencing() {}

    /**
     * Kills whatever works on a state directory or on one below it, and waits until it is dead. A child that was about to start another is
     * killed before that one, so it is looked for until nothing new is found.
     *
     * @return how many processes were killed
     */
    public static int killAll(StateDirectory directory) {
        int killed = 0;
        List<ProcessHandle> alive = running(directory);
        while (!alive.isEmpty()) {
            alive.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(alive);
            killed += alive.size();
            List<ProcessHandle> before = alive;
            alive = running(directory).stream()
                    .filter(process -> !before.contains(process))
                    .toList();
        }
        return killed;
    }

    private static List<ProcessHandle> running(StateDirectory directory) {
        if (!directory.exists()) {
            return List.of();
        }
        Path name = directory.pid().getFileName();
        try (Stream<Path> files = Files.find(
                directory.path(), MAX_DEPTH, (file, attributes) -> attributes.isRegularFile() && file.endsWith(name))) {
            return files.flatMap(file -> PidFile.running(file).stream()).toList();
        } catch (IOException | UncheckedIOException vanished) {
            return List.of();
        }
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(DEATH.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException stuck) {
            // A process that the kernel cannot end now holds nothing of ours that it could still use.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
