package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.BanyanProcess;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A real process that is told to read its configuration again. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Execution(ExecutionMode.CONCURRENT)
class ReloadTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Process daemon;

    private void start(String... options) throws IOException {
        List<String> words = BanyanProcess.words(
                "start",
                "--graph",
                "../resource-graphs/l4.graphml",
                "--state",
                state().path().toString());
        words.addAll(List.of(options));
        daemon = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        await().atMost(PATIENCE).until(() -> Files.exists(state().address()) && log().contains("listens on"));
    }

    @AfterEach
    void stop() throws Exception {
        daemon.destroy();
        assertThat(daemon.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private String log() throws IOException {
        return Files.exists(state().log()) ? Files.readString(state().log()) : "";
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void hangUp() throws Exception {
        assertThat(new ProcessBuilder("kill", "-HUP", Long.toString(daemon.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private void awaitLog(String words) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(daemon.isAlive())
                    .as(() -> "the daemon runs; it wrote " + output())
                    .isTrue();
            assertThat(log()).contains(words);
        });
    }

    @Test
    void takesOverWhatCanChangeNamesWhatCannotAndIgnoresWhatIsWrong() throws Exception {
        Path file = Files.writeString(directory.resolve("banyan.yaml"), "name: a\nlog: {level: info}\n");
        start("--config", file.toString());

        Files.writeString(file, "name: b\nlog: {level: info}\nqueue: {capacity: 7}\n");
        hangUp();
        awaitLog("The new value of name takes effect only when the daemon restarts");
        assertThat(log()).contains("The configuration was reloaded; new: queue.capacity 7");

        Files.writeString(file, "nam: b\nlog: {format: json}\n");
        hangUp();
        awaitLog("is wrong, so nothing changes: " + file);
        assertThat(log())
                .contains("there is no key 'nam'; maybe 'name' is meant")
                .doesNotContain("{\"time\"");

        Files.writeString(file, "log: {level: warn, format: json}\n");
        hangUp();
        await().atMost(PATIENCE).until(() -> {
            Files.writeString(file, "log: {level: info, format: json}\n");
            hangUp();
            return log().contains("\"message\":\"The configuration was reloaded; new: log.level info\"");
        });
        assertThat(daemon.isAlive()).isTrue();
    }

    @Test
    void aHealthCheckBeginsChangesAndEndsWithoutARestart() throws Exception {
        String execution = "execution: {command: \"/bin/sh -c {shell-start}\"}\n";
        Path file = Files.writeString(directory.resolve("banyan.yaml"), execution);
        start("--config", file.toString());

        Files.writeString(file, execution + "health: {check: 'echo its disk; exit 1', interval: 1s, most-marked: 1}\n");
        hangUp();
        awaitLog("and the node is drained now: its disk");
        Files.writeString(file, execution + "health: {check: 'true', interval: 1s}\n");
        hangUp();
        awaitLog("passes again, and the node is up");
        Files.writeString(file, execution);
        hangUp();
        awaitLog("new: health.check , health.interval 5m");
        assertThat(daemon.isAlive()).isTrue();
    }
}
