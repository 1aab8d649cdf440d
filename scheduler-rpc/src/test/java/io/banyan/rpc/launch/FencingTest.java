package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FencingTest {
    @TempDir
    private Path directory;

    @Test
    void whoeverCannotSeeOrEndWhatRunsDoesNotSayThatNothingDoes() {
        var mine = new StateDirectory(directory);
        assertThat(Fencing.fence(mine, ThisUser.uid()).problems()).isEmpty();
        assertThat(Fencing.fence(mine, ThisUser.uid() + 1).problems())
                .singleElement()
                .asString()
                .contains("belongs to another user");
        assertThat(Fencing.fence(new StateDirectory(directory.resolve("none")), ThisUser.uid())
                        .problems())
                .singleElement()
                .asString()
                .contains("cannot be looked into");
    }
}
