package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With scripts in place of daemons: real processes, but nothing to schedule. */
class DaemonsTest {
    /** A daemon with a child that goes on when its parent has ended; both say who they are. */
    private static final String DAEMON_WITH_STUBBORN_CHILD = """
            #!/bin/sh
            state=$1
            mkdir -p $state/children/1
            (trap '' TERM; while :; do sleep 0.05; done) &
            echo $! > $state/children/1/pid
            echo $$ > $state/pid
            echo 127.0.0.1:1 > $state/address
            wait
            """;

    private static final Duration GRACE = Duration.ofMillis(300);

    @TempDir
    private Path directory;

    private StateDirectory state = new StateDirectory(Path.of("."));

    @BeforeEach
    void makeStateDirectory() throws IOException {
        state = new StateDirectory(directory.resolve("state"));
        state.create();
    }

    @Test
    void leavesNoProcessBehindNotEvenOneThatDoesNotWantToEnd() throws Exception {
        ProcessHandle daemon;
        ProcessHandle child;
        try (Daemons daemons = new Daemons(script(DAEMON_WITH_STUBBORN_CHILD), state, "", GRACE, () -> {})) {
            daemons.start(List.of(state.path().toString()));
            daemon = process(state.pid());
            child = process(state.path().resolve("children/1/pid"));
            assertThat(daemon.isAlive() && child.isAlive()).isTrue();
        }
        assertThat(daemon.isAlive()).isFalse();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void findsAChildWhoseParentHasCrashed() throws Exception {
        ProcessHandle child;
        try (Daemons daemons = new Daemons(script(DAEMON_WITH_STUBBORN_CHILD), state, "", GRACE, () -> {})) {
            daemons.start(List.of(state.path().toString()));
            child = process(state.path().resolve("children/1/pid"));
            process(state.pid()).destroyForcibly();
        }
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void saysWhatADaemonSaidThatDidNotStart() throws Exception {
        Path script = script("#!/bin/sh\necho 'banyan: no such graph' >&2\nexit 1\n");
        try (Daemons daemons = new Daemons(script, state, "", GRACE, () -> {})) {
            assertThatThrownBy(() -> daemons.start(List.of()))
                    .hasMessage("The top-level daemon ended at once: no such graph");
        }
    }

    @Test
    void removesTheStateDirectory() throws Exception {
        Files.createDirectories(state.path().resolve("children/1"));
        Files.writeString(state.path().resolve("children/1/token"), "secret");
        try (Daemons daemons = new Daemons(Path.of("unused"), state, "", GRACE, () -> {})) {
            daemons.removeFiles();
        }
        assertThat(state.path()).doesNotExist();
    }

    private Path script(String text) throws IOException {
        Path script = directory.resolve("launcher");
        Files.writeString(script, text);
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private static ProcessHandle process(Path pidFile) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
                .orElseThrow();
    }
}
