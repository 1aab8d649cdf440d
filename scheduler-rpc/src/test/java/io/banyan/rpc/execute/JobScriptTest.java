package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                        directory.resolve("stopping")));
        Process process = new ProcessBuilder("/bin/sh", script.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).isEqualTo("a b c /nowhere d e\na b c /nowhere d e\n");
        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(status).hasContent("7\n");
        assertThat(directory.resolve("ranks")).content().matches("( \\d+){2}\n");
    }
}
