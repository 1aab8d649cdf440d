package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Event;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.ChildCredentials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class FarEndsTest {
    private static final JobId JOB = new JobId(7);

    @TempDir
    private Path directory;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final BlockingQueue<Event.ChildExited> told = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        thread.shutdownNow();
    }

    @Test
    void aJobWaitsForItsInstancesProvidersForSoLongAndTheyAreAskedOn() throws Exception {
        StateDirectory there = new StateDirectory(directory);
        Path asked = directory.resolve("asked");
        begin(
                Duration.ZERO,
                place(
                        "echo >> " + asked + "; echo '" + FarFence.indebted(there) + "'; echo 'lab is down'; exit 1",
                        false));
        Event.ChildExited exited = told.take();
        assertThat(exited.isFenced()).isTrue();
        assertThat(exited.left())
                .isEqualTo(
                        "resources of its own providers may still exist, because parts of it may be left on node7: /bin/sh ended with status 1 (lab is down)");
        while (Files.readAllLines(asked).size() < 3) {
            assertThat(told.poll(100, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @Test
    void whoseUserEndsTheCommandThatGivesBackHoldsNothingForLongerIfNothingOfHisRuns() throws Exception {
        begin(Duration.ZERO, place("kill -9 $$", true));
        assertThat(told.take().isFenced()).isTrue();
    }

    @Test
    void whatMayRunIsWaitedForWithoutEnd() throws Exception {
        begin(Duration.ZERO, place("kill -9 $$", false));
        assertThat(told.take().isFenced()).isFalse();
        assertThat(told.poll(1_500, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void beforeThatItIsSaidWhyItWaits() throws Exception {
        begin(Duration.ofHours(1), place("echo no; exit 1", true));
        Event.ChildExited exited = told.take();
        assertThat(exited.isFenced()).isFalse();
        assertThat(exited.detail()).endsWith("ended with status 1 (no)");
        assertThat(told.poll(1_500, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void whatTakesLongIsSaidBeforeItIsOver() throws Exception {
        begin(
                Duration.ofHours(1),
                place(
                        "until [ -e " + directory + "/go ]; do sleep 0.1; done; echo '"
                                + FarFence.confirmation(new StateDirectory(directory)) + "'",
                        true));
        Event.ChildExited exited = told.take();
        assertThat(exited.isFenced()).isFalse();
        assertThat(exited.detail())
                .isEqualTo(
                        "its remaining processes and resources on node7 are still being ended or returned to its providers");
        Files.createFile(directory.resolve("go"));
        assertThat(told.take()).isEqualTo(new Event.ChildExited(JOB, "it ended"));
    }

    private ChildPlaces.Place place(String script, boolean isDead) {
        return new ChildPlaces.Place("node7", new StateDirectory(directory), List.of("/bin/sh", "-c", script), isDead);
    }

    private void begin(Duration mostIndebted, ChildPlaces.Place place) {
        var ends = new FarEnds(
                new ChildPlaces(new StateDirectory(directory), ChildPlaces.Notes.NONE),
                new ChildCredentials(),
                thread,
                told::add,
                mostIndebted,
                mostIndebted.isZero() ? FarEnds.QUIET : Duration.ofSeconds(1));
        thread.execute(() -> ends.leftBehind(JOB, "it ended", List.of(place)));
    }
}
