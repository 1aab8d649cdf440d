package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The streams of a process of its own. */
class TerminalTest {
    @Test
    void aResultThatCannotBeWrittenIsAFailure() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.banyan.cli.Banyan",
                        "config",
                        "show")
                .redirectOutput(Path.of("/dev/full").toFile())
                .start();
        String said = new String(process.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("banyan: The result could not be written to standard output.");
        assertThat(process.exitValue()).isEqualTo(ExitStatus.NO);
    }
}
