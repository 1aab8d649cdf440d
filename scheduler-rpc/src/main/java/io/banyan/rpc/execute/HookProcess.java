package io.banyan.rpc.execute;

import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A program of the site while it runs for a job. A file beside the job's directory, with its process id, exists from
 * before its start until its end was observed. All processes that it starts carry the name of that file as their mark.
 * Another file there contains the job's resources while it runs; only the daemon's user can read and write it. So a
 * later daemon finds the program, and does not run it a second time beside it. Background processes of a program that
 * ended by itself are left running, as the site intends.
 */
final class HookProcess {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Path file;
    private final Process process;

    private HookProcess(Path file, Process process) {
        this.file = file;
        this.process = process;
    }

    /**
     * Starts it. No earlier one of this file may run ({@link #endEarlier}).
     *
     * @param resources the job's resources, as R; empty if unknown
     */
    static HookProcess start(Path file, Optional<String> resources, ProcessBuilder builder)
            throws IOException, InterruptedException {
        var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(Objects.requireNonNull(file.getParent(), "it is beside the job's directory"), own);
        Files.createFile(file);
        builder.environment().put(CommandSession.MARK, CommandSession.real(file).toString());
        HookProcess started;
        try {
            tell(resources(file), resources, builder.environment());
            started = new HookProcess(file, builder.start());
        } catch (IOException e) {
            delete(file);
            throw e;
        }
        try {
            PidFile.write(file, started.process.toHandle());
        } catch (IOException e) {
            started.end();
            throw new IOException("the process id cannot be recorded: " + e, e);
        }
        return started;
    }

    Process process() {
        return process;
    }

    /** Ends it if it still runs, with its visible descendants. */
    void end() throws IOException, InterruptedException {
        if (process.isAlive()) {
            endAll(file);
        }
        delete(file);
    }

    /**
     * Ends a hook whose end no daemon observed, with its descendants. One that the kernel does not let go is waited
     * for.
     */
    static void endEarlier(Path file) throws IOException, InterruptedException {
        if (Files.exists(file)) {
            endAll(file);
            delete(file);
        }
    }

    private static Path resources(Path file) {
        return file.resolveSibling(file.getFileName() + ".R");
    }

    private static void tell(Path file, Optional<String> resources, Map<String, String> environment)
            throws IOException {
        environment.remove("BANYAN_R");
        if (resources.isPresent()) {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, resources.get());
            environment.put("BANYAN_R", file.toString());
        }
    }

    /** That of the process is the last: a daemon after this one looks for the other only where that is there. */
    private static void delete(Path file) throws IOException {
        Files.deleteIfExists(resources(file));
        Files.deleteIfExists(file);
    }

    private static void endAll(Path file) throws InterruptedException {
        List<ProcessHandle> left = look(file, List.of());
        left.forEach(ProcessHandle::destroy);
        long until = System.nanoTime() + GRACE.toNanos();
        Duration pause = PAUSE;
        while (!left.isEmpty()) {
            Thread.sleep(pause);
            if (System.nanoTime() >= until) {
                left.forEach(ProcessHandle::destroyForcibly);
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
            }
            left = look(file, left);
        }
    }

    /**
     * The running processes of the hook, and those seen before that still run. A process may have lost the parent by
     * which it was known.
     */
    private static List<ProcessHandle> look(Path file, List<ProcessHandle> before) {
        Stream<ProcessHandle> tree =
                PidFile.running(file).stream().flatMap(it -> Stream.concat(Stream.of(it), it.descendants()));
        Stream<ProcessHandle> marked = CommandSession.of(file, OptionalLong.empty()).stream();
        return Stream.of(before.stream(), tree, marked)
                .flatMap(it -> it)
                .distinct()
                .filter(CommandSession::runs)
                .toList();
    }
}
