package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.BanyanProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The streams of a process of its own. */
class TerminalTest {
    @Test
    void aResultThatCannotBeWrittenIsAFailure() throws Exception {
        Process process = new ProcessBuilder(BanyanProcess.words("config", "show"))
                .redirectOutput(Path.of("/dev/full").toFile())
                .start();
        assertThat(said(process)).contains("banyan: The result could not be written to standard output.");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void whoHasReadEnoughIsToldNothing() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "{ \"$@\"; echo \"status $?\" >&2; } | true", "sh"));
        command.addAll(BanyanProcess.words("--help"));
        Process process = new ProcessBuilder(command).start();
        assertThat(said(process)).isEqualTo("status " + ExitStatus.NO + "\n");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private static String said(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
