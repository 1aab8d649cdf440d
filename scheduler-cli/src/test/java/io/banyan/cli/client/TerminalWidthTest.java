package io.banyan.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.BanyanProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables on terminals that are narrower than they. */
@Timeout(180)
class TerminalWidthTest extends WithDaemon {
    private static final String NAME = "a-name-that-makes-the-line-of-a-job-longer-than-a-terminal-is-wide";
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    @BeforeEach
    void submit() {
        assumeTrue(Files.isExecutable(SCRIPT), "this machine has no " + SCRIPT);
        banyan("submit", "-N", "6", "-t", "90m", "--name", NAME, "--", "work");
    }

    /** The lines that a command shows on a terminal of 80 columns, with what follows it on the line of the shell. */
    private List<String> shown(String rest, String... words) throws IOException {
        List<String> all = BanyanProcess.words(words);
        all.addAll(List.of("--state", site().state().toString()));
        String command = all.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path file = Files.writeString(directory().resolve("commands"), "stty cols 80; " + command + rest + "\n");
        Process script = new ProcessBuilder(SCRIPT.toString(), "-qefc", "sh " + file, "/dev/null")
                .redirectErrorStream(true)
                .start();
        return new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    @Test
    void aTableIsCutToTheTerminal() throws Exception {
        assertThat(shown("", "jobs"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80))
                .last()
                .asString()
                .contains("a-name-", "…", "running");
    }

    @Test
    void namedFieldsWideTablesAndWhatGoesToNoTerminalAreWhole() throws Exception {
        assertThat(shown("", "jobs", "--format", "id,state,nodes,time,left,name,name")
                        .getLast())
                .contains(NAME);
        assertThat(shown("", "jobs", "--wide").getLast()).contains(NAME);
        assertThat(shown(" | cat", "jobs").getLast()).contains(NAME);
    }
}
