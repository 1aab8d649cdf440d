package io.banyan.engine.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.workflow.run.RunPhase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose tasks are in fillers, with workers in processes of their own. */
@Timeout(240)
class FilledRunTest {
    @TempDir
    Path directory;

    private @Nullable ProcessBatch processes;

    @AfterEach
    void endProcesses() throws IOException {
        processes().running().forEach(ProcessHandle::destroyForcibly);
    }

    private ProcessBatch processes() throws IOException {
        ProcessBatch known = processes;
        if (known == null) {
            known = new ProcessBatch(directory, EngineProcess.NODES, EngineProcess.CORES);
            processes = known;
        }
        return known;
    }

    private RunPhase run(WorkflowStore store, long id) throws Exception {
        try (FilledBatch batch = new FilledBatch(processes(), EngineProcess.settings(directory))) {
            EngineProcess.run(store, batch);
        }
        return store.find(id).orElseThrow().phase();
    }

    private String output(StoredTask task) throws IOException {
        var bytes = new ByteArrayOutputStream();
        FilledTask filled = FilledTask.parse(task.job()).orElseThrow();
        assertThat(FillerFiles.readOutput(directory.resolve("store"), filled, bytes))
                .isTrue();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aBlockOfManyTasksHasAJobForEachNode() throws Exception {
        try (WorkflowStore store = EngineProcess.store(directory)) {
            long id = EngineProcess.submit(directory, store, """
                    kind: workflow
                    steps:
                      each: {command: "echo $A; echo $BANYAN_WORKFLOW_TASK >&2", time: 1m, cores: 1, scatter: 40}
                      join: {command: "exit 3", time: 1m, cores: 1, after: each, retries: 1}
                    """, 0, FillerChoice.AUTO);
            assertThat(run(store, id)).isEqualTo(RunPhase.FAILED);
            Map<String, StoredTask> tasks =
                    store.tasks(id).stream().collect(Collectors.toMap(StoredTask::name, task -> task));
            assertThat(tasks).hasSize(41);
            for (int i = 0; i < 40; i++) {
                StoredTask task = Objects.requireNonNull(tasks.get("each[" + i + "]"));
                assertThat(task.state()).as(task.toString()).isEqualTo("succeeded");
                assertThat(output(task)).isEqualTo("it's b\n" + i + "\n");
                assertThat(task.exitCode()).isZero();
                assertThat(task.nodes()).isEqualTo("n0");
                assertThat(task.startSec()).isPositive().isLessThanOrEqualTo(task.endSec());
            }
            StoredTask join = Objects.requireNonNull(tasks.get("join"));
            assertThat(join.exitCode()).isEqualTo(3);
            assertThat(join.attempt()).isEqualTo(2);
            List<String> jobs = processes().names();
            assertThat(jobs.stream().filter(name -> name.matches(".*_w[01]_1"))).hasSize(2);
            assertThat(jobs.stream().filter(name -> name.contains("each"))).isEmpty();
            assertThat(processes().reservations("")).isEmpty();
            processes().running().forEach(process -> process.onExit().join());
        }
    }

    @Test
    void tasksThatRunAtTheSameTimeAreOnDifferentCores() throws Exception {
        Path log = directory.resolve("log");
        int cores = Runtime.getRuntime().availableProcessors();
        processes = new ProcessBatch(directory, 1, cores);
        try (WorkflowStore store = EngineProcess.store(directory)) {
            long id = EngineProcess.submit(directory, store, """
                    kind: workflow
                    steps:
                      each:
                        command: 'c=$(grep Cpus_allowed_list /proc/self/status | cut -f2); echo "start $c" >> %1$s;
                          sleep 0.1; echo "end $c" >> %1$s; test $c = $BANYAN_TASK_CORES'
                        time: 1m
                        scatter: %2$d
                    """.formatted(log, 20 * cores), 0, FillerChoice.AUTO);
            assertThat(run(store, id)).isEqualTo(RunPhase.SUCCEEDED);
        }
        Set<String> busy = new HashSet<>();
        for (String line : Files.readAllLines(log)) {
            String core = line.substring(line.indexOf(' ') + 1);
            assertThat(core).matches("[0-9]+");
            assertThat(line.startsWith("start") ? busy.add(core) : busy.remove(core))
                    .as(line)
                    .isTrue();
        }
        assertThat(busy).isEmpty();
    }

    @Test
    void toolsOfCwlKeepTheirOutputsAndDirectories() throws Exception {
        try (WorkflowStore store = EngineProcess.store(directory)) {
            String words = IntStream.range(0, 20).mapToObj(i -> "w" + i).collect(Collectors.joining(", "));
            long id = EngineProcess.submit(directory, store, """
                    cwlVersion: v1.2
                    class: Workflow
                    requirements: {ScatterFeatureRequirement: {}}
                    inputs: {words: {type: "string[]", default: [%s]}}
                    outputs: {all: {type: "File[]", outputSource: say/said}}
                    steps:
                      say:
                        scatter: word
                        in: {word: words}
                        out: [said]
                        run:
                          class: CommandLineTool
                          requirements:
                            ResourceRequirement: {coresMin: 1}
                            ToolTimeLimit: {timelimit: 30}
                          baseCommand: [sh, -c, 'echo "$0"; pwd >&2']
                          inputs: {word: {type: string, inputBinding: {}}}
                          outputs: {said: {type: stdout}}
                          stdout: word.txt
                    """.formatted(words), 0, FillerChoice.AUTO);
            assertThat(run(store, id)).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(store.outputs(id).orElseThrow()).contains("word.txt").contains("\"size\":4");
            StoredTask task = store.tasks(id).stream()
                    .filter(one -> one.name().equals("say[3]"))
                    .findFirst()
                    .orElseThrow();
            assertThat(output(task)).endsWith("attempt-1/out\n");
            assertThat(Path.of(output(task).strip()).resolve("word.txt")).hasContent("w3\n");
        }
    }

    @Test
    void tasksOfAKilledWorkerRunAgainOnAnotherJob() throws Exception {
        Path log = directory.resolve("log");
        try (WorkflowStore store = EngineProcess.store(directory)) {
            // The first run of each of the first tasks kills its worker, three levels up: the shells of task and
            // worker.
            long id = EngineProcess.submit(directory, store, """
                    kind: workflow
                    steps:
                      each:
                        command: 'echo $BANYAN_WORKFLOW_TASK >> %s; if [ $BANYAN_WORKFLOW_TASK = 7 ] && mkdir killed; then
                          kill -9 $(cut -d" " -f4 /proc/$(cut -d" " -f4 /proc/$$/stat)/stat); sleep 60; fi'
                        time: 1m
                        cores: 1
                        scatter: 30
                    """.formatted(log), 0, FillerChoice.AUTO);
            assertThat(run(store, id)).isEqualTo(RunPhase.SUCCEEDED);
            Map<String, Long> starts = Files.readAllLines(log).stream()
                    .collect(Collectors.groupingBy(it -> it, TreeMap::new, Collectors.counting()));
            assertThat(starts).hasSize(30);
            assertThat(starts.get("7")).isEqualTo(2);
            assertThat(processes().names().stream().filter(name -> name.matches(".*_w[01]_2")))
                    .hasSize(1);
            assertThat(store.tasks(id)).allMatch(task -> task.attempt() == 1);
        }
    }
}
