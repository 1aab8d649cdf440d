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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
                .contains("whether its processes still run is unknown");
    }

    @Test
    void ofADirectoryThatIsNoDaemonsNobodySaysWhatRuns() throws Exception {
        Files.createFile(directory.resolve("thesis.tex"));
        assertThat(Fencing.fence(new StateDirectory(directory)).problems())
                .singleElement()
                .asString()
                .contains("is not a state directory", "thesis.tex");
        Files.createFile(new StateDirectory(directory).lock());
        assertThat(Fencing.fence(new StateDirectory(directory)).problems()).isEmpty();
    }

    /** The command's daemon died before it could write down which process the command is. */
    @Test
    void aCommandThatHasJustBegunIsFound() throws Exception {
        var mine = new StateDirectory(directory);
        Files.createFile(mine.commandPid());
        Process begun = sleeping(CommandSession.MARK, mine.path().toRealPath());
        assertThat(Fencing.killAll(mine)).isEqualTo(1);
        assertThat(begun.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /** The names differ, as where a daemon is started again with another name of its state directory. */
    @Test
    void aCommandIsFoundByWhicheverNameItsDirectoryIsCalled() throws Exception {
        Path real = Files.createDirectories(directory.resolve("real").resolve("child"));
        Path other = Files.createSymbolicLink(directory.resolve("other"), real.getParent())
                .resolve("child");
        Files.writeString(new StateDirectory(real).commandPid(), "4194305\n");
        Process byMark = sleeping(CommandSession.MARK, CommandSession.real(other));
        assertThat(Fencing.killAll(new StateDirectory(real))).isEqualTo(1);
        assertThat(byMark.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Process again = sleeping(CommandSession.MARK, CommandSession.real(real));
        assertThat(Fencing.killAll(new StateDirectory(other))).isEqualTo(1);
        assertThat(again.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * The processes are those of a daemon that was killed: nobody else would end them, and what they use is free from
     * then on.
     */
    @Test
    void whatRunsInJobsIsFound() throws Exception {
        var mine = new StateDirectory(directory.resolve("mine"));
        Path child = mine.children().resolve("2");
        Files.createDirectories(mine.jobs().resolve("1"));
        Files.createDirectories(new StateDirectory(child).jobs().resolve("7"));
        Path elsewhere = Files.createDirectories(directory.resolve("mine2/jobs/1"));
        Process ofMine = sleeping(CommandSession.MARK, mine.jobs().resolve("1").toRealPath());
        Process ofChild = sleeping(CommandSession.MARK, child.toRealPath().resolve("jobs/7"));
        Process ofAnother = sleeping(CommandSession.MARK, elsewhere.toRealPath());
        try {
            assertThat(Fencing.killAll(mine)).isEqualTo(2);
            assertThat(ofMine.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ofChild.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ofAnother.isAlive()).isTrue();
        } finally {
            ofAnother.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatAJobHasStartedWithoutItsEnvironmentIsFoundWithIt() throws Exception {
        var mine = new StateDirectory(directory);
        Path job = Files.createDirectories(mine.jobs().resolve("1")).toRealPath();
        var builder = new ProcessBuilder("setsid", "sh", "-c", "env -i sleep 333 & echo $! > " + job + "/inner; wait");
        builder.environment().put(CommandSession.MARK, job.toString());
        Process leader = builder.start();
        Path number = job.resolve("inner");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while ((!Files.exists(number) || Files.readString(number).isBlank()) && System.nanoTime() < until) {
            Thread.sleep(10);
        }
        ProcessHandle inner = ProcessHandle.of(
                        Long.parseLong(Files.readString(number).strip()))
                .orElseThrow();
        assertThat(Fencing.killAll(mine)).isGreaterThanOrEqualTo(2);
        assertThat(leader.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(inner.onExit()).succeedsWithin(10, TimeUnit.SECONDS);
    }

    private static Process sleeping(String variable, Path value) throws Exception {
        var builder = new ProcessBuilder("sleep", "333");
        builder.environment().put(variable, value.toString());
        return builder.start();
    }
}
