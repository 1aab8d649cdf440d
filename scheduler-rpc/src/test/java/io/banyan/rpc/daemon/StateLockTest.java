package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lock is one between processes: within one, another kind of check would stand in for it. */
@Timeout(60)
class StateLockTest {
    @TempDir
    private Path directory;

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    @Test
    void anotherProcessCannotTakeADirectoryThatIsInUse() throws Exception {
        try (StateLock lock = StateLock.take(state())) {
            assertThat(lock).isNotNull();
            String said = anotherProcess();
            assertThat(said)
                    .contains("Another daemon runs on the state directory")
                    .contains("(process " + ProcessHandle.current().pid() + ")");
            assertThat(state().pid()).exists();
            assertThat(state().lock()).isEmptyFile();
        }
    }

    @Test
    void anotherProcessTakesADirectoryThatWasLetGo() throws Exception {
        StateLock.take(state()).close();
        assertThat(anotherProcess()).isEqualTo("taken");
    }

    @Test
    void whoGivesBackIsNotTakenForADaemon() throws Exception {
        state().create();
        try (StateLock lock = StateLock.takeToGiveBack(state(), Duration.ZERO)) {
            assertThat(lock).isNotNull();
            assertThat(state().pid()).doesNotExist();
            assertThat(Leftovers.giver(state())).contains(ProcessHandle.current());
            assertThat(anotherProcess())
                    .endsWith("are being returned by process "
                            + ProcessHandle.current().pid() + ", which ends when it is done.");
        }
        assertThat(state().giveBackPid()).doesNotExist();
    }

    private String anotherProcess() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Taker.class.getName(),
                state().path().toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return said.strip();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Tries to take the directory, says how that went, and ends. */
    static final class Taker {
        private Taker() {}

        public static void main(String[] words) throws Exception {
            try (StateLock lock = StateLock.take(new StateDirectory(Path.of(words[0])))) {
                System.out.println(lock == null ? "" : "taken");
            } catch (DaemonException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
