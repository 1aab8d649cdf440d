package io.banyan.bench.daemon;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A daemon's process that is killed: nothing is left running, also where the user interrupts. */
public final class KillableDaemon implements AutoCloseable {
    private static final long START_SECONDS = 120;
    private static final long POLL_MILLIS = 10;

    private final Process process;
    private final StateDirectory state;
    private final Thread interruption;

    private KillableDaemon(Process process, StateDirectory state) {
        this.process = process;
        this.state = state;
        this.interruption = new Thread(process::destroyForcibly, "banyan-bench-interrupted");
        Runtime.getRuntime().addShutdownHook(interruption);
    }

    /** Where it is. */
    public Path state() {
        return state.path();
    }

    /** The number of its process. */
    public long pid() {
        return process.pid();
    }

    /**
     * Starts a daemon; when it returns, clients can call.
     *
     * @param launcher the words that run a banyan command
     * @param javaOptions for its virtual machine
     * @param options of {@code banyan start}, without its state directory
     */
    public static KillableDaemon start(Path launcher, StateDirectory state, String javaOptions, List<String> options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of(launcher.toString(), "start", "--state", state.path().toString()));
        words.addAll(options);
        File output = output(state);
        var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output);
        builder.environment().put("BANYAN_JAVA_OPTS", javaOptions);
        Process process = builder.start();
        var daemon = new KillableDaemon(process, state);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!daemon.isReady()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                daemon.close();
                throw new IllegalStateException("The daemon did not start: " + Files.readString(output.toPath()));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return daemon;
    }

    /** The address of the one before is there until this one has taken the directory. */
    private boolean isReady() throws IOException {
        return PidFile.running(state.pid()).filter(process.toHandle()::equals).isPresent()
                && Files.exists(state.address());
    }

    /** All that it has printed. */
    public String output() throws IOException {
        return Files.readString(output(state).toPath());
    }

    private static File output(StateDirectory state) {
        return new File(state.path() + ".output");
    }

    /** The processor time that it has taken so far. */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
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
