package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** A user's directory can have any of these in it when a daemon starts again. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNoFileNamesNoProcess() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path endless = Files.createSymbolicLink(directory.resolve("endless"), Path.of("/dev/zero"));
        Path own = directory.resolve("pid");
        PidFile.write(own);
        Path link = Files.createSymbolicLink(directory.resolve("link"), own);
        for (Path file : List.of(pipe, endless, link, directory)) {
            assertThat(PidFile.running(file)).isEmpty();
        }
    }

    @Test
    void aNumberThatCannotBeWrittenLeavesNothingBehind() throws Exception {
        Path state = Files.createDirectory(directory.resolve("state"));
        Files.createDirectories(state.resolve("pid/x"));
        assertThatThrownBy(() -> PidFile.write(state.resolve("pid"))).isInstanceOf(IOException.class);
        assertThat(state.toFile().list()).containsExactly("pid");
    }

    /** A link in the place of a user's children could lead to those of somebody else. */
    @Test
    void fencingFollowsNoLink() throws Exception {
        Process outside = new ProcessBuilder("sleep", "600").start();
        try {
            Path other = Files.createDirectories(directory.resolve("other/children/1"));
            Files.writeString(other.resolve("pid"), outside.pid() + "\n");
            Path state = Files.createDirectory(directory.resolve("state"));
            Files.createSymbolicLink(state.resolve("children"), directory.resolve("other/children"));
            assertThat(Fencing.killAll(new StateDirectory(state))).isZero();
            Files.delete(state.resolve("children"));
            Files.createDirectory(state.resolve("children"));
            Files.createSymbolicLink(state.resolve("children/1"), other);
            assertThat(Fencing.killAll(new StateDirectory(state))).isZero();
            assertThat(outside.isAlive()).isTrue();
        } finally {
            outside.destroyForcibly();
        }
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
