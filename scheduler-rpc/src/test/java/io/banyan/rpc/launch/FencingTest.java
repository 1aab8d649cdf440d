package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.CommandSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    @Test
    void ofADirectoryThatIsNoDaemonsNobodySaysWhatRuns() throws Exception {
        Files.createFile(directory.resolve("thesis.tex"));
        assertThat(Fencing.fence(new StateDirectory(directory)).problems())
                .singleElement()
                .asString()
                .contains("is no state directory", "thesis.tex");
        Files.createFile(new StateDirectory(directory).lock());
        assertThat(Fencing.fence(new StateDirectory(directory)).problems()).isEmpty();
    }

    /** Its daemon died before it could write down which process it is. */
    @Test
    void aCommandThatHasJustBegunIsFound() throws Exception {
        var mine = new StateDirectory(directory);
        Files.createFile(mine.commandPid());
        Process begun = sleeping(CommandSession.MARK, mine.path().toRealPath());
        assertThat(Fencing.killAll(mine)).isEqualTo(1);
        assertThat(begun.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** As where a daemon is started again with another name of its state directory. */
    @Test
    void aCommandIsFoundByWhicheverNameItsDirectoryIsCalled() throws Exception {
        Path real = Files.createDirectories(directory.resolve("real").resolve("child"));
        Path other = Files.createSymbolicLink(directory.resolve("other"), real.getParent())
                .resolve("child");
        Files.writeString(new StateDirectory(real).commandPid(), "4194305\n");
        Process byMark = sleeping(CommandSession.MARK, CommandSession.real(other));
        assertThat(Fencing.killAll(new StateDirectory(real))).isEqualTo(1);
        assertThat(byMark.waitFor(10, TimeUnit.SECONDS)).isTrue();
        Process again = sleeping(CommandSession.MARK, CommandSession.real(real));
        assertThat(Fencing.killAll(new StateDirectory(other))).isEqualTo(1);
        assertThat(again.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private static Process sleeping(String variable, Path value) throws Exception {
        var builder = new ProcessBuilder("sleep", "333");
        builder.environment().put(variable, value.toString());
        return builder.start();
    }
}
