package io.banyan.engine.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.model.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskScriptTest {
    @TempDir
    Path directory;

    private BatchJob job(Path workingDirectory, String script, Map<String, String> environment) {
        return new BatchJob(
                "banyan_wf_1_a_1",
                List.of("/bin/sh", "-c", script, "it's"),
                new LinkedHashMap<>(environment),
                workingDirectory,
                directory.resolve("attempt-1").resolve("log"),
                Needs.ofCores(1),
                OptionalLong.empty(),
                Optional.of("r"),
                Optional.empty());
    }

    private void run(BatchJob job) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/bin/sh", "-c", TaskScript.of(job, Map.of()))
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.getErrorStream().readAllBytes()).isEmpty();
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output"));
    }

    @Test
    void setsVariablesAndDirectoryAndJoinsTheStreams() throws Exception {
        Path place = Files.createDirectories(directory.resolve("a 'place'"));
        BatchJob job = job(place, "echo $0 \"$X\"; pwd >&2", Map.of("X", "two\nlines"));
        run(job);
        assertThat(output()).isEqualTo("it's two\nlines\n" + place + "\n");
        assertThat(TaskScript.name(TaskScript.of(job, Map.of()))).isEqualTo("banyan_wf_1_a_1");
    }

    @Test
    void leavesOutTheVariablesThatAllJobsShare() {
        BatchJob one = job(directory, "true", Map.of("A", "1", "B", "2"));
        BatchJob two = job(directory, "true", Map.of("A", "1", "B", "3"));
        assertThat(TaskScript.shared(List.of(one, two))).isEqualTo(Map.of("A", "1"));
        assertThat(TaskScript.of(one, Map.of("A", "1")))
                .doesNotContain("export A")
                .contains("export B='2'");
    }

    @Test
    void aSecondRunBeginsInAnEmptyDirectoryIfThatIsTheTasksOwn() throws Exception {
        Path own = Files.createDirectories(directory.resolve("attempt-1").resolve("out"));
        BatchJob job = job(own, "ls; touch first; mkdir sub; touch sub/second", Map.of());
        assertThat(TaskScript.mayRunAgain(job)).isTrue();
        run(job);
        assertThat(output()).isEmpty();
        run(job);
        assertThat(output()).isEmpty();
        assertThat(own.resolve("first")).exists();
        assertThat(TaskScript.mayRunAgain(job)).isFalse();
    }

    @Test
    void noRunRemovesFilesOfOtherDirectories() throws Exception {
        Path attempt = Files.createDirectories(directory.resolve("attempt-1"));
        for (Path other : List.of(directory, attempt)) {
            Files.createFile(other.resolve("kept"));
            BatchJob job = job(other, "true", Map.of());
            assertThat(TaskScript.mayRunAgain(job)).isTrue();
            run(job);
            run(job);
            assertThat(other.resolve("kept")).exists();
        }
    }
}
