package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what a daemon that starts again does with what it finds in its children's directories, which may be other
 * users'.
 */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrphanedChildrenTest {
    @TempDir
    private Path directory;

    private StateDirectory state;
    private final ChildCredentials credentials = new ChildCredentials();

    @BeforeEach
    void create() throws IOException {
        state = new StateDirectory(directory.resolve("state"));
        state.create();
    }

    private StateDirectory child(long job) throws IOException {
        StateDirectory child = state.child(new JobId(job));
        child.create();
        return child;
    }

    private String known(long job) {
        return credentials.fingerprint(new JobId(job));
    }

    @Test
    void nobodyGetsTheCredentialOfAnotherJobByALink() throws Exception {
        TokenFile.write(child(7).credential(), Token.random());
        Files.createSymbolicLink(child(5).credential(), Path.of("../7/credential"));
        Files.createSymbolicLink(child(9).credential(), Path.of("../7/credential"));
        OrphanedChildren.restoreCredentials(state, credentials);
        assertThat(known(7)).isNotEmpty();
        for (int other : new int[] {5, 9}) {
            assertThatThrownBy(() -> known(other)).hasMessageContaining("has no credential");
        }
    }

    @Test
    void aPipeAsACredentialMakesNobodyWait() throws Exception {
        Path pipe = child(5).credential();
        assertThat(new ProcessBuilder("mkfifo", "-m", "600", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        TokenFile.write(child(7).credential(), Token.random());
        OrphanedChildren.restoreCredentials(state, credentials);
        assertThat(known(7)).isNotEmpty();
        assertThatThrownBy(() -> known(5)).hasMessageContaining("has no credential");
    }
}
