package io.banyan.provider.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The processes that an executable starts, in whatever generation, so that none outlives the call for which it was
 * started. A process is known by either of two signs: it was seen below the executable while that ran, or its
 * environment carries the call's mark, which every process inherits, also one that has detached itself ({@code nohup},
 * {@code setsid}, a daemon that forks twice). The executable runs below a {@link Subreaper} where there can be one, so
 * that orphaned processes stay below it.
 *
 * <p>Not caught: where there is no subreaper, a process that had its environment replaced and lost its parent before it
 * was seen; one that runs as another user; one that was not started by the executable but by a service on its request
 * (a container engine, {@code systemd}, {@code cron}, another machine). Where there is no {@code /proc}, only the first
 * sign is there. A daemon that is itself killed ends nothing more: the next one does ({@link ProcessOwner}). For one
 * thread; each call costs O(processes of the machine).
 */
final class Descendants {
    /** The variable of the environment that carries the mark of the call. */
    static final String VARIABLE = "BANYAN_PROVIDER_CALL";

    private static final String SIGN = VARIABLE + "=";
    private static final Path PROCESSES = Path.of("/proc");

    /** Killed processes start nothing more, so that each round can only find processes started before it. */
    private static final int MOST_ROUNDS = 20;

    private final Predicate<String> isOurs;
    private final Set<ProcessHandle> seen = new HashSet<>();

    /** Creates a search for processes whose mark matches. */
    Descendants(Predicate<String> isOurs) {
        this.isOurs = isOurs;
    }

    /** Searches the present processes below this one. */
    void note(ProcessHandle top) {
        top.descendants().forEach(seen::add);
    }

    /** Kills the processes below this one, until none is left or this one has ended itself. */
    void endBelow(ProcessHandle top) {
        List<ProcessHandle> below = top.descendants().toList();
        for (int round = 0; round < MOST_ROUNDS && !below.isEmpty(); round++) {
            seen.addAll(below);
            below.forEach(ProcessHandle::destroyForcibly);
            below = top.descendants().toList();
        }
    }

    /** Kills all known processes, and those that they started. */
    void endAll() {
        Set<ProcessHandle> killed = new HashSet<>();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Set<ProcessHandle> found = new HashSet<>(seen);
            addMarked(found);
            // The number of one that has ended can be another's by now.
            found.removeIf(process -> !process.isAlive());
            Set.copyOf(found).forEach(process -> process.descendants().forEach(found::add));
            found.removeIf(process -> !process.isAlive() || killed.contains(process));
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
            killed.addAll(found);
        }
    }

    private void addMarked(Set<ProcessHandle> found) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                if (isMarked(process.resolve("environ"))) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        } catch (IOException | NumberFormatException notLinux) {
            // There the other sign must do.
        }
    }

    private boolean isMarked(Path environment) {
        try {
            // Variables end with a NUL; the mark is ASCII.
            String variables = new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1);
            return Arrays.stream(variables.split("\0"))
                    .anyMatch(it -> it.startsWith(SIGN) && isOurs.test(it.substring(SIGN.length())));
        } catch (IOException goneOrSomebodyElses) {
            return false;
        }
    }
}
