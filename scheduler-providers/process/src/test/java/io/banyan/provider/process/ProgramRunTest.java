package io.banyan.provider.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs of small shell scripts, and what is left of them. */
@Timeout(60)
@org.junit.jupiter.api.parallel.Execution(ExecutionMode.CONCURRENT)
class ProgramRunTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private static final String HIDDEN =
            "(setsid env -i sh -c 'echo $$ > pid; exec sleep 333' > /dev/null 2>&1 &); while [ ! -s pid ]; do :; done; ";

    @TempDir
    Path directory;

    @Test
    void isOverWhenTheExecutableEndsWhateverHoldsItsOutput() throws Exception {
        ProgramRun run = run("(sleep 333 & echo $! > pid); cat; echo bad >&2; exit 3", LONG);
        assertThat(run).isEqualTo(new ProgramRun(3, "input\n", "bad", false));
        awaitEnd();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void endsWhatDetachedItselfBeforeAnybodySawIt() throws Exception {
        run(
                "(setsid nohup sh -c 'sleep 333 & echo $! > pid; wait' > /dev/null 2>&1 &); while [ ! -s pid ]; do :; done",
                LONG);
        awaitEnd();
    }

    @Test
    void endsWhatWasSeenThoughItHidesItsOrigin() throws Exception {
        run("env -i sleep 333 & echo $! > pid; sleep 1", LONG);
        awaitEnd();
    }

    /** The process leaves its session, loses its parent and clears its environment at once. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void endsWhatHidesItsOriginBeforeAnybodySawIt() throws Exception {
        assumeTrue(Subreaper.isPossible(), "this machine has neither perl nor python3");
        ProgramRun run = run(HIDDEN + "exit 5", LONG);
        assertThat(run).isEqualTo(new ProgramRun(5, "", "", false));
        awaitEnd();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void endsWhatHidesItsOriginWhereTheRunTakesTooLong() throws Exception {
        assumeTrue(Subreaper.isPossible(), "this machine has neither perl nor python3");
        assertThat(run(HIDDEN + "sleep 333", Duration.ofSeconds(1)).timedOut()).isTrue();
        awaitEnd();
    }

    @Test
    void killsWhatTakesTooLongWithAllThatItStarted() throws Exception {
        ProgramRun run = run("echo no answer yet >&2; sleep 333 & echo $! > pid; sleep 333", Duration.ofMillis(500));
        assertThat(run).isEqualTo(new ProgramRun(137, "", "no answer yet", true));
        awaitEnd();
    }

    @Test
    void killsWhatWritesTooMuchWithAllThatItStarted() {
        for (String to : List.of("", " >&2")) {
            assertThatThrownBy(() ->
                            run("sleep 333 & echo $! > pid; head -c 70000000 /dev/zero" + to + "; sleep 333", LONG))
                    .isInstanceOf(IOException.class)
                    .hasMessage("wrote more than 67108864 bytes");
            awaitEnd();
        }
    }

    @Test
    void endsWithTheThreadThatIsInterrupted() throws Exception {
        var ended = new CompletableFuture<ProgramRun>();
        Thread caller = Thread.ofPlatform().start(() -> {
            try {
                ended.complete(run("sleep 333 & echo $! > pid; sleep 333", LONG));
            } catch (IOException e) {
                ended.completeExceptionally(e);
            }
        });
        await().until(() -> Files.exists(directory.resolve("pid")));
        caller.interrupt();
        assertThatThrownBy(() -> ended.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("was interrupted");
        awaitEnd();
    }

    @Test
    void saysNothingItselfOfASignalThatEndedIt() throws Exception {
        assertThat(run("kill -TERM $$", LONG)).isEqualTo(new ProgramRun(143, "", "", false));
    }

    @Test
    void keepsTheBeginningOfLongErrors() throws Exception {
        ProgramRun run = run("head -c 10000 /dev/zero | tr '\\0' x >&2", LONG);
        assertThat(run.errors()).hasSize(ProgramRun.MAX_ERRORS);
    }

    @Test
    void saysThatThereIsNoSuchExecutable() {
        assertThatThrownBy(() ->
                        ProgramRun.run(List.of(directory.resolve("nothing").toString()), new byte[0], LONG))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot be run: ");
    }

    private ProgramRun run(String script, Duration timeout) throws IOException {
        List<String> command = List.of("bash", "-c", "cd " + directory + "\n" + script);
        return ProgramRun.run(command, "input\n".getBytes(StandardCharsets.UTF_8), timeout);
    }

    private void awaitEnd() {
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
        });
    }
}
