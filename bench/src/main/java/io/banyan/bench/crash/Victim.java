package io.banyan.bench.crash;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.PidFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A daemon's process that is killed. */
final class Victim implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final long POLL_MILLIS = 10;

    private final Process process;
    private final StateDirectory state;
    /** Nothing is left running where the user interrupts. */
    private final Thread interruption;

    private Victim(Process process, StateDirectory state) {
        this.process = process;
        this.state = state;
        this.interruption = new Thread(process::destroyForcibly, "banyan-crash-interrupted");
        Runtime.getRuntime().addShutdownHook(interruption);
    }

    /** Where it is. */
    Path state() {
        return state.path();
    }

    /** Starts a daemon; when it returns, clients can call. */
    static Victim start(Path launcher, StateDirectory state, Path graph, String javaOptions)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of(launcher.toString(), "start", "--state", state.path().toString()));
        if (Files.notExists(state.journal())) {
            words.addAll(List.of("--graph", graph.toString()));
        }
        File output = new File(state.path() + ".output");
        var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output);
        builder.environment().put("BANYAN_JAVA_OPTS", javaOptions);
        Process process = builder.start();
        var victim = new Victim(process, state);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        // The address of the one before is there until this one has taken the directory.
        while (!(PidFile.running(state.pid()).filter(process.toHandle()::equals).isPresent()
                && Files.exists(state.address()))) {
            if (!process.isAlive() || System.nanoTime() > end) {
                victim.close();
                throw new IllegalStateException("The daemon did not start: " + Files.readString(output.toPath()));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return victim;
    }

    /** Kills it, as nothing else does: without a word. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException interrupted) {
            // It does the same.
        }
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
