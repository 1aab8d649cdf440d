package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignDirectory;
import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sees to it that nothing of a subtree of instances runs any more, once its top cannot do so itself. */
public final class Fencing {
    private static final Duration DEATH = Duration.ofSeconds(5);
    /** In instances; each has four file descriptors while it is looked into. */
    private static final int MAX_DEPTH = 64;
    /** So many directories of instances in a tree are looked into. */
    private static final int MOST_ENTRIES = 100_000;

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
        try (ForeignDirectory top = ForeignDirectory.open(directory.path())) {
            var search = new Search(directory, ForeignFile.owner(directory.path()));
            search.in(top, directory.path(), 0);
            return search.found;
        } catch (IOException vanished) {
            return List.of();
        }
    }

    /** Looks for what runs in a directory and in those of its children. All of them are one user's, who may change them meanwhile. */
    private static final class Search {
        private final Path pid;
        private final Path commandPid;
        private final Path children;
        private final int user;
        private final List<ProcessHandle> found = new ArrayList<>();
        private int looked;

        Search(StateDirectory names, int user) {
            this.pid = names.pid().getFileName();
            this.commandPid = names.commandPid().getFileName();
            this.children = names.children().getFileName();
            this.user = user;
        }

        private void in(ForeignDirectory directory, Path path, int depth) {
            directory
                    .read(pid, PidFile.MAX_BYTES)
                    .flatMap(file -> PidFile.running(file, user))
                    .ifPresent(found::add);
            directory.read(commandPid, PidFile.MAX_BYTES).ifPresent(file -> findCommand(file, path));
            if (depth == MAX_DEPTH) {
                return;
            }
            try (ForeignDirectory below = directory.enter(children)) {
                for (Path child : below.names()) {
                    if (looked++ < MOST_ENTRIES) {
                        inChild(below, path.resolve(children).resolve(child), depth + 1);
                    }
                }
            } catch (IOException | DirectoryIteratorException noneOrVanished) {
                // What was found is found.
            }
        }

        /** The command of an instance: its leader by the file, and what it started by the leader's session. */
        private void findCommand(ForeignFile file, Path path) {
            PidFile.running(file, user).ifPresent(found::add);
            PidFile.number(file)
                    .ifPresent(leader -> CommandSession.of(path, leader).stream()
                            .filter(process -> CommandSession.owner(process) == user && !found.contains(process))
                            .forEach(found::add));
        }

        private void inChild(ForeignDirectory children, Path path, int depth) {
            try (ForeignDirectory directory = children.enter(path.getFileName())) {
                in(directory, path, depth);
            } catch (IOException noneOrVanished) {
                // The next one may be there.
            }
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
