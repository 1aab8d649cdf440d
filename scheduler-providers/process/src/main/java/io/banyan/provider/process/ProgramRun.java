package io.banyan.provider.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The result of one run of an executable. The run ends with the executable, even if it has left background processes:
 * their later output is not read, and those that {@link Descendants} knows are killed.
 *
 * @param status its exit status; 137 if it was killed
 * @param output its standard output
 * @param errors its standard error, without the white space around it
 * @param timedOut whether it was killed because it took too long
 */
public record ProgramRun(int status, String output, String errors, boolean timedOut) {
    /** The most that an executable may write to standard output, and to standard error, in bytes. */
    public static final int MAX_OUTPUT = 64 << 20;

    /** The most that is kept of standard error, in bytes. */
    static final int MAX_ERRORS = 4 << 10;

    private static final int KILLED = 137;
    /**
     * The shell script that runs the executable and kills its remaining processes. Messages of the shell about signals
     * do not reach the executable's standard error. The script gives up after 200 looks if the kernel does not let a
     * process go.
     */
    static final String SUPERVISION = Subreaper.LEFT + """
            exec 9>&2 2>/dev/null
            (exec "$@" 2>&9 9>&-)
            status=$?
            looks=0
            while left && [ "$looks" -lt 200 ]; do
                looks=$((looks + 1))
                kill -s KILL $children 2>/dev/null
                sleep 0.01 2>/dev/null || sleep 1
            done
            exit "$status"
            """;

    private static final long FIRST_LOOK_MILLIS = 5;
    private static final long LONGEST_LOOK_MILLIS = 250;

    /**
     * Runs a command to its end, and kills it where it takes longer than it may or writes more than it may. Blocks; an
     * interrupt ends the run. No process that is known to come from it is alive when this returns.
     *
     * @throws IOException if it cannot be started, writes too much or is interrupted
     */
    public static ProgramRun run(List<String> command, byte[] input, Duration timeout) throws IOException {
        return run(command, input, timeout, UUID.randomUUID().toString());
    }

    /** Runs a command to its end with the given mark, which no other run has. */
    static ProgramRun run(List<String> command, byte[] input, Duration timeout, String mark) throws IOException {
        var offspring = new Descendants(mark::equals);
        // Files and not pipes: a process that goes on in the background would keep a pipe open, and its reader waiting.
        try (Scratch in = Scratch.of(input);
                Scratch out = Scratch.of(new byte[0]);
                Scratch err = Scratch.of(new byte[0])) {
            Process process = start(command, mark, in, out, err);
            try {
                if (!awaitEnd(process, offspring, out, err, timeout)) {
                    return new ProgramRun(KILLED, "", err.read(MAX_ERRORS).strip(), true);
                }
                // The present contents of the files are the answer, even if a background process keeps writing.
                String errors = err.read(MAX_ERRORS).strip();
                return new ProgramRun(process.exitValue(), out.read(MAX_OUTPUT), errors, false);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("was interrupted", e);
            } finally {
                // While it runs, orphaned processes stay below it.
                offspring.endBelow(process.toHandle());
                process.destroyForcibly();
                offspring.endAll();
            }
        }
    }

    private static Process start(List<String> command, String mark, Scratch in, Scratch out, Scratch err)
            throws IOException {
        try {
            requireProgram(command.getFirst());
            var builder = new ProcessBuilder(supervised(command))
                    .redirectInput(in.path().toFile())
                    .redirectOutput(out.path().toFile())
                    .redirectError(err.path().toFile());
            builder.environment().put(Descendants.VARIABLE, mark);
            return builder.start();
        } catch (IOException e) {
            throw new IOException("cannot be run: " + e.getMessage(), e);
        }
    }

    /** The shell by which it is run would only say so in its errors. */
    private static void requireProgram(String program) throws IOException {
        Path path = Path.of(program);
        if (path.isAbsolute() && !Files.isExecutable(path)) {
            throw new IOException(path + (Files.exists(path) ? " is not an executable program" : " does not exist"));
        }
    }

    /** Runs below a shell that kills the remaining processes after the command's end, if possible. */
    private static List<String> supervised(List<String> command) {
        if (!Subreaper.isPossible()) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SUPERVISION, "sh"));
        words.addAll(command);
        return Subreaper.words(words);
    }

    /** Whether it ended in time. */
    private static boolean awaitEnd(Process process, Descendants offspring, Scratch out, Scratch err, Duration timeout)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        long look = TimeUnit.MILLISECONDS.toNanos(FIRST_LOOK_MILLIS);
        boolean ended = false;
        while (!ended) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            ended = process.waitFor(Math.min(look, left), TimeUnit.NANOSECONDS);
            if (Math.max(out.size(), err.size()) > MAX_OUTPUT) {
                throw new IOException("wrote more than " + MAX_OUTPUT + " bytes");
            }
            if (!ended) {
                offspring.note(process.toHandle());
            }
            look = Math.min(2 * look, TimeUnit.MILLISECONDS.toNanos(LONGEST_LOOK_MILLIS));
        }
        return true;
    }

    /** A file for its owner only, which is gone when it is closed. */
    private record Scratch(Path path, FileChannel channel) implements AutoCloseable {
        static Scratch of(byte[] content) throws IOException {
            Path path = Files.createTempFile(
                    "banyan-provider-",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try {
                Files.write(path, content);
                return new Scratch(path, FileChannel.open(path, StandardOpenOption.READ));
            } catch (IOException e) {
                Files.deleteIfExists(path);
                throw e;
            }
        }

        long size() throws IOException {
            return channel.size();
        }

        String read(int most) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, size()));
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes, bytes.position());
            }
            return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(path);
        }
    }
}
