package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
    @TempDir
    Path directory;

    @Test
    void findsTheProcessThatWroteIt() throws Exception {
        Path file = directory.resolve("pid");
        PidFile.write(file);
        assertThat(PidFile.running(file)).contains(ProcessHandle.current());
    }

    @Test
    void aProcessThatStartedAfterTheFileWasWrittenIsAnotherOne() throws Exception {
        Path file = directory.resolve("pid");
        PidFile.write(file);
        Instant before =
                ProcessHandle.current().info().startInstant().orElseThrow().minusSeconds(60);
        Files.setLastModifiedTime(file, FileTime.from(before));
        assertThat(PidFile.running(file)).isEmpty();
    }

    @Test
    void fencingKillsWhatRunsBelowADirectoryAndNoOther() throws Exception {
        Process inside = new ProcessBuilder("sleep", "600").start();
        Process outside = new ProcessBuilder("sleep", "600").start();
        try {
            Path deep = Files.createDirectories(directory.resolve("state/children/1/children/2"));
            Files.writeString(deep.resolve("pid"), inside.pid() + "\n");
            Path reused = Files.createDirectories(directory.resolve("state/children/3"));
            Files.writeString(reused.resolve("pid"), outside.pid() + "\n");
            Files.setLastModifiedTime(
                    reused.resolve("pid"), FileTime.from(Instant.now().minusSeconds(60)));
            assertThat(Fencing.killAll(new StateDirectory(directory.resolve("state"))))
                    .isEqualTo(1);
            assertThat(inside.isAlive()).isFalse();
            assertThat(outside.isAlive()).isTrue();
        } finally {
            inside.destroyForcibly();
            outside.destroyForcibly();
        }
    }
}
