package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobScriptTest {
    @TempDir
    private Path directory;

    /** Also variables that the script has itself, or that a shell looks at. */
    @Test
    void theEnvironmentOfAJobIsForItsProcessesAlone() throws Exception {
        Path status = directory.resolve("status");
        Map<String, String> environment =
                Map.of("all", "a", "one", "b", "greatest", "c", "IFS", "0123456789", "PATH", "/nowhere");
        var rank = new JobScript.Words(
                List.of("/bin/sh", "-c", "echo \"$all $one $greatest $PATH $own\"; exit 7"), Map.of("own", "d e"));
        Path script = Files.writeString(
                directory.resolve("script"),
                JobScript.of(
                        "Two processes.",
                        directory,
                        environment,
                        List.of(rank, rank),
                        new JobInput("", List.of("", ""), ""),
                        new JobLabels("", List.of("", "")),
                        status,
                        directory.resolve("stopping"),
                        List.of()));
        Process process = new ProcessBuilder("/bin/sh", script.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).isEqualTo("a b c /nowhere d e\na b c /nowhere d e\n");
        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(status).hasContent("7\n");
        assertThat(directory.resolve("ranks")).content().matches("( \\d+){2}\n");
    }

    /** Also where what it executes last cannot be executed, so that the process ends with another status. */
    @ParameterizedTest
    @ValueSource(strings = {"/bin/false", "/nowhere/at/all"})
    void theStatusStandsInTheFileWhateverIsExecutedLast(String last) throws Exception {
        Path status = directory.resolve("status");
        Path script = Files.writeString(directory.resolve("script"), script(status, List.of(last)));
        Process process = new ProcessBuilder("/bin/sh", script.toString())
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isNotEqualTo(3);
        assertThat(status).hasContent("3\n");
    }

    /** No signal that asks the job to end takes its status from it then. */
    @Test
    void whatIsExecutedLastGetsTheStatusAndIsNotEndedByASignal() throws Exception {
        List<String> last = List.of("/bin/sh", "-c", "kill -s TERM $$; exit $(($1 + 1))", "sh");
        Path script = Files.writeString(directory.resolve("script"), script(directory.resolve("status"), last));
        Process process = new ProcessBuilder("/bin/sh", script.toString()).start();
        assertThat(process.waitFor()).isEqualTo(4);
    }

    private String script(Path status, List<String> last) {
        var rank = new JobScript.Words(List.of("/bin/sh", "-c", "exit 3"), Map.of());
        return JobScript.of(
                "One process.",
                directory,
                Map.of(),
                List.of(rank),
                new JobInput("", List.of(""), ""),
                new JobLabels("", List.of("")),
                status,
                directory.resolve("stopping"),
                last);
    }
}
