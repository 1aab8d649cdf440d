package io.banyan.workflow.fill.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.SetReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers in processes of their own, one of which is killed. */
@Timeout(120)
class KilledWorkerTest {
    private static final int CORES = 2;

    @TempDir
    private Path directory;

    private SetReport waitFor(FillServer server, Predicate<SetReport> isReached)
            throws IOException, InterruptedException {
        while (true) {
            SetReport report = server.reports().getLast();
            if (isReached.test(report)) {
                return report;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void tasksOfAKilledWorkerRunElsewhere() throws IOException, InterruptedException {
        Path secret = directory.resolve("secret");
        FillSecret known = FillSecret.create(secret);
        Path outputs = directory.resolve("outputs");
        Path runs = directory.resolve("runs");
        Path sleepers = directory.resolve("sleepers");
        // A task that finds no file of sleepers of the first worker makes one, and does not end.
        String line = "echo $BANYAN_TASK_ID >> " + runs + "; if [ $BANYAN_TASK_ID -ge 198 ] && [ ! -e " + sleepers
                + ".$BANYAN_TASK_ID ]; then echo $$ > " + sleepers + ".$BANYAN_TASK_ID; exec sleep 60; fi; exec true";
        FillProgram program = FillProgram.of("/bin/sh", "-c", line);
        Process second;
        try (FileFillJournal journal = FileFillJournal.open(directory.resolve("journal"));
                FillServer server = FillServer.start(FillServerOptions.onLoopback(known, journal))) {
            int port = server.address().getPort();
            Process first = FillWorkerProcess.start(port, secret, CORES, outputs, "first");
            int set = server.submit(FillSet.of(1, 200, FillRequest.cores(1), program));
            waitFor(
                    server,
                    report -> report.running() == CORES
                            && report.done() == 198
                            && isSleeping(sleepers, 198)
                            && isSleeping(sleepers, 199));
            List<Long> pids = List.of(pid(sleepers, 198), pid(sleepers, 199));
            assertThat(pids).allMatch(pid -> ProcessHandle.of(pid).isPresent());
            first.destroyForcibly().waitFor();
            assertThat(first.exitValue()).isEqualTo(137);
            waitFor(server, report -> report.ready() == 2);
            second = FillWorkerProcess.start(port, secret, CORES, outputs, "second");
            assertThat(server.await(set).done()).isEqualTo(200);
            for (long pid : pids) {
                waitFor(server, report -> ProcessHandle.of(pid).isEmpty());
            }
        }
        assertThat(second.waitFor()).isZero();
        List<String> lines = Files.readAllLines(runs);
        Set<String> different = new HashSet<>(lines);
        assertThat(different).hasSize(200);
        assertThat(lines)
                .as("each task once, and those that ran on the killed worker again")
                .hasSize(202);
        assertThat(lines.stream().filter(task -> lines.indexOf(task) != lines.lastIndexOf(task)))
                .containsOnly("198", "199");
        try (Stream<Path> files = Files.list(outputs)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("first.out", "first.index", "second.out", "second.index");
        }
    }

    /** Returns whether a task has written its number; its start is reported before that. */
    private static boolean isSleeping(Path sleepers, int task) {
        Path file = Path.of(sleepers + "." + task);
        return Files.isRegularFile(file) && file.toFile().length() > 1;
    }

    private static long pid(Path sleepers, int task) throws IOException {
        return Long.parseLong(Files.readString(Path.of(sleepers + "." + task)).strip());
    }
}
