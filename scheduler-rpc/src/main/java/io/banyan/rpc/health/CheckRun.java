package io.banyan.rpc.health;

import io.banyan.rpc.process.UserEntry;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One run of a check. It ends with the check, even if background processes still have the same output. Memory and disk
 * do not grow with the check's output: a check that prints faster than 64 KiB a millisecond is slowed down.
 *
 * <p>A shell around the check prints the exit status in a last line, and stays until that is read. So the daemon does
 * not wait for the end of the output, which other processes may hold open.
 */
final class CheckRun {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final String SHELL = """
            mark=$1
            shift
            "$@" </dev/null
            printf '\\n%s %s\\n' "$mark" "$?"
            read -r end
            """;
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final int BUFFER = 1 << 16;
    private static final long FIRST_LOOK_MILLIS = 1;
    private static final long LONGEST_LOOK_MILLIS = 64;
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Process process;
    private final Duration timeout;
    private final CheckOutput output;
    private final byte[] buffer = new byte[BUFFER];

    private CheckRun(Process process, Duration timeout, CheckOutput output) {
        this.process = process;
        this.timeout = timeout;
        this.output = output;
    }

    /**
     * Runs a check to its end. Blocks; an interrupt ends the check.
     *
     * @param words that start it
     */
    static CheckResult of(List<String> words, Duration timeout) throws InterruptedException {
        String mark = UUID.randomUUID().toString();
        var builder = new ProcessBuilder(inShell(mark, words))
                .directory(new File("/"))
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(UserEntry.own().environment());
        CheckRun run;
        try {
            run = new CheckRun(builder.start(), timeout, new CheckOutput(mark));
        } catch (IOException e) {
            return new CheckResult.NotRun(
                    CheckOutput.line(String.valueOf(e.getMessage()), "the check cannot be started"));
        }
        try {
            return run.result();
        } finally {
            run.end();
        }
    }

    private static List<String> inShell(String mark, List<String> words) {
        List<String> all = new ArrayList<>();
        // A signal from the daemon's terminal is not for the check.
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> all.add(setsid.toString()));
        all.addAll(List.of("/bin/sh", "-c", SHELL, "execution.command", mark));
        all.addAll(words);
        return all;
    }

    private CheckResult result() throws InterruptedException {
        if (!awaitEnd()) {
            String said = output.firstLine("");
            return new CheckResult.Failed(
                    "the check did not end within " + shown(timeout) + (said.isEmpty() ? "" : ": " + said));
        }
        if (output.status().isEmpty()) {
            return new CheckResult.Failed(output.firstLine("the check was killed"));
        }
        int status = output.status().getAsInt();
        String reason = output.firstLine("the check ended with status " + status);
        return switch (status) {
            case 0 -> new CheckResult.Passed();
            case NOT_EXECUTABLE, NOT_FOUND -> new CheckResult.NotRun(reason);
            default -> new CheckResult.Failed(reason);
        };
    }

    /** Whether it ended in time. */
    private boolean awaitEnd() throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        long look = FIRST_LOOK_MILLIS;
        boolean isGone = false;
        while (output.status().isEmpty() && !isGone) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            look = readSome() ? FIRST_LOOK_MILLIS : Math.min(2 * look, LONGEST_LOOK_MILLIS);
            isGone = output.status().isEmpty() && process.waitFor(look, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    /** Reads the available output up to the size of the buffer, without waiting for more. */
    private boolean readSome() {
        try {
            InputStream stream = process.getInputStream();
            int available = Math.min(stream.available(), buffer.length);
            int read = available <= 0 ? 0 : stream.read(buffer, 0, available);
            output.add(buffer, Math.max(0, read));
            return read > 0;
        } catch (IOException closed) {
            // The shell has ended, so that another process must have killed it.
            return false;
        }
    }

    /** Ends it if it still runs, with its visible descendants. */
    private void end() throws InterruptedException {
        try {
            if (output.status().isEmpty() && process.isAlive()) {
                kill();
            }
        } finally {
            close();
        }
    }

    private void kill() throws InterruptedException {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroy);
        try {
            process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Lets the shell end. */
    private void close() {
        try {
            process.getOutputStream().close();
            process.getInputStream().close();
        } catch (IOException ignored) {
            // It is closed.
        }
    }

    private static String shown(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
