package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A daemon as a process, which is killed and started again on the same state directory. */
public final class KilledDaemon implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final StateDirectory state;
    private final List<String> always;
    private @Nullable Process process;
    private int starts;

    /**
     * Nothing runs yet.
     *
     * @param always options with which it is started each time
     */
    public KilledDaemon(Path state, String... always) {
        this.state = new StateDirectory(state);
        this.always = List.of(always);
    }

    /** Starts it with these options as well. */
    public void start(String... options) throws Exception {
        List<String> words = new ArrayList<>(DaemonProcess.command().prefix());
        words.addAll(List.of("start", "--name", "top", "--state", state.path().toString()));
        words.addAll(always);
        words.addAll(List.of(options));
        Path output = state.path().resolveSibling("output" + starts++);
        Process begun = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process = begun;
        await().atMost(LONG).until(() -> {
            assertThat(begun.isAlive()).as(Files.readString(output)).isTrue();
            return Files.exists(state.address())
                    && PidFile.running(state.pid())
                            .filter(it -> it.pid() == begun.pid())
                            .isPresent();
        });
    }

    /** By SIGKILL: it can do nothing more. */
    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            assertThat(running.onExit()
                            .orTimeout(LONG.toSeconds(), TimeUnit.SECONDS)
                            .join()
                            .isAlive())
                    .isFalse();
        }
    }

    /** Waits until it has ended by itself, and returns its status. */
    public int awaitEnd() {
        Process running = Objects.requireNonNull(process);
        return running.onExit()
                .orTimeout(LONG.toSeconds(), TimeUnit.SECONDS)
                .join()
                .exitValue();
    }

    /** Speaks to the one that runs. */
    public BanyanClient client() throws Exception {
        return BanyanClient.ofStateDirectory(state.path());
    }

    @Override
    public void close() {
        kill();
    }
}
