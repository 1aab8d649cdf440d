package io.banyan.rpc.provider;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How one run of an executable went.
 *
 * @param status its exit status; 137 where it was killed
 * @param output what it wrote to standard output
 * @param errors what it wrote to standard error, without the white space around it
 * @param timedOut whether it was killed because it took too long
 */
record Execution(int status, String output, String errors, boolean timedOut) {
    /** The most that an executable may write to standard output, in bytes. */
    static final int MAX_OUTPUT = 64 << 20;

    /** The most that is kept of standard error, in bytes. */
    static final int MAX_ERRORS = 4 << 10;

    private static final int BUFFER = 8 << 10;
    private static final int KILLED = 137;
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    /**
     * Runs a command to its end, and kills it with all that it started where it takes longer than it may or writes more than it may.
     *
     * @throws IOException if it cannot be started or writes too much
     */
    static Execution run(List<String> command, byte[] input, Duration timeout) throws IOException {
        Process process = start(command);
        try {
            var output = CompletableFuture.supplyAsync(() -> read(process.getInputStream(), MAX_OUTPUT, true), THREADS);
            var errors =
                    CompletableFuture.supplyAsync(() -> read(process.getErrorStream(), MAX_ERRORS, false), THREADS);
            THREADS.execute(() -> write(process.getOutputStream(), input));
            boolean ended = awaitAll(CompletableFuture.allOf(output, errors, process.onExit()), timeout);
            if (!ended) {
                return new Execution(KILLED, "", "", true);
            }
            return new Execution(process.exitValue(), output.get(), errors.get().strip(), false);
        } catch (ExecutionException e) {
            throw new IOException("wrote more than " + MAX_OUTPUT + " bytes", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("was interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new IOException("cannot be run: " + e.getMessage(), e);
        }
    }

    private static boolean awaitAll(CompletableFuture<Void> all, Duration timeout)
            throws InterruptedException, ExecutionException {
        try {
            all.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException tooLong) {
            return false;
        }
    }

    private static String read(InputStream in, int most, boolean refuseMore) {
        var bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER];
        try (in) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (refuseMore && bytes.size() + n > most) {
                    throw new IllegalStateException("too much output");
                }
                bytes.write(buffer, 0, Math.min(n, most - bytes.size()));
            }
        } catch (IOException ended) {
            // The process was killed; what it wrote until then is not used.
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void write(OutputStream out, byte[] input) {
        try (out) {
            out.write(input);
        } catch (IOException notRead) {
            // An executable need not read what it is told.
        }
    }
}
