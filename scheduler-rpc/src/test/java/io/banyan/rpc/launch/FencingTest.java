package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FencingTest {
    @TempDir
    private Path directory;

    /** Each waits until all are there. */
    @Test
    @Timeout(60)
    void placesElsewhereAreFencedAtOnce() throws Exception {
        var mine = new StateDirectory(directory);
        Files.createDirectory(mine.children());
        for (int i = 1; i <= 3; i++) {
            String script = "touch " + directory + "/seen" + i + "; while [ $(ls " + directory
                    + " | grep -c seen) -lt 3 ]; do sleep 0.05; done; echo '" + FarFence.confirmation(mine) + "'";
            PlaceFile.write(
                    mine.children().resolve(i + PlaceFile.SUFFIX),
                    new ChildPlaces.Place("node" + i, mine, List.of("/bin/sh", "-c", script)));
        }
        assertThat(Fencing.fence(mine).problems()).isEmpty();
    }

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
