package io.banyan.engine.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.workflow.run.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines and workers that are killed while a filler runs the tasks of a workflow. */
@Timeout(300)
class KilledFillerTest {
    private static final int TASKS = 60;
    private static final String FLOW = """
            kind: workflow
            steps:
              each: {command: "echo start $BANYAN_WORKFLOW_TASK >> %1$s; sleep 0.8; echo end $BANYAN_WORKFLOW_TASK >> %1$s",
                time: 1m, cores: 1, scatter: %2$d}
            """;

    @TempDir
    Path directory;

    private Path log;
    private ProcessBatch processes;
    private SplittableRandom random;
    private Process engine;

    @BeforeEach
    void begin() throws IOException {
        log = Files.createFile(directory.resolve("log"));
        processes = new ProcessBatch(directory, EngineProcess.NODES, EngineProcess.CORES);
        long seed = new SplittableRandom().nextLong();
        System.out.println("seed " + seed);
        random = new SplittableRandom(seed);
    }

    @AfterEach
    void endProcesses() {
        engine.destroyForcibly();
        processes.running().forEach(ProcessHandle::destroyForcibly);
    }

    private void startEngine() throws Exception {
        engine = EngineProcess.start(directory);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(log);
    }

    private void awaitLines(int count) throws IOException, InterruptedException {
        while (lines().size() < count) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static Set<String> succeeded(WorkflowStore store, long id) throws IOException {
        return store.tasks(id).stream()
                .filter(task -> task.state().equals("succeeded"))
                .map(StoredTask::name)
                .map(name -> "start " + name.replaceAll("\\D", ""))
                .collect(Collectors.toSet());
    }

    private void requireNoLeftovers() {
        for (ProcessHandle process : processes.running()) {
            process.onExit().join();
        }
        assertThat(processes.reservations("")).isEmpty();
    }

    @Test
    void eachTaskRunsOnceWhileEnginesAreKilled() throws Exception {
        try (WorkflowStore store = EngineProcess.store(directory)) {
            long id = EngineProcess.submit(directory, store, FLOW.formatted(log, TASKS), 0, FillerChoice.AUTO);
            startEngine();
            for (int kill = 1; kill <= 4; kill++) {
                awaitLines(kill * 20);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
                engine.destroyForcibly().waitFor();
                startEngine();
            }
            assertThat(engine.waitFor()).isZero();
            assertThat(store.find(id).orElseThrow().phase()).isEqualTo(RunPhase.SUCCEEDED);
        }
        assertThat(lines()).hasSize(2 * TASKS).doesNotHaveDuplicates();
        assertThat(processes.names())
                .as("a worker for each node, and no other job")
                .hasSize(EngineProcess.NODES);
        requireNoLeftovers();
    }

    @Test
    void noTaskRunsAgainThatWasReportedOver() throws Exception {
        Set<String> over = new HashSet<>();
        int workersKilled = 0;
        try (WorkflowStore store = EngineProcess.store(directory)) {
            long id = EngineProcess.submit(directory, store, FLOW.formatted(log, TASKS), 0, FillerChoice.AUTO);
            startEngine();
            int seen = 0;
            for (int kill = 1; kill <= 5; kill++) {
                awaitLines(kill * 15);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
                boolean isBoth = random.nextInt(3) == 0;
                if (isBoth || kill % 2 == 0) {
                    engine.destroyForcibly().waitFor();
                }
                if (isBoth || kill % 2 == 1) {
                    List<ProcessHandle> workers = processes.running();
                    if (!workers.isEmpty()) {
                        workers.get(random.nextInt(workers.size())).destroyForcibly();
                        workersKilled++;
                    }
                }
                assertThat(lines().subList(seen, lines().size())).noneMatch(over::contains);
                over.addAll(succeeded(store, id));
                seen = lines().size();
                if (!engine.isAlive()) {
                    startEngine();
                }
            }
            assertThat(engine.waitFor()).isZero();
            assertThat(store.find(id).orElseThrow().phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(lines().subList(seen, lines().size())).noneMatch(over::contains);
        }
        Set<String> ends =
                lines().stream().filter(line -> line.startsWith("end")).collect(Collectors.toSet());
        assertThat(ends).hasSize(TASKS);
        long starts = lines().stream().filter(line -> line.startsWith("start")).count();
        assertThat(starts)
                .as("a killed worker runs or has just run a task on each core")
                .isLessThanOrEqualTo(TASKS + 2L * EngineProcess.CORES * workersKilled);
        requireNoLeftovers();
    }
}
