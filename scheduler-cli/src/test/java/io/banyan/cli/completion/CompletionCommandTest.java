package io.banyan.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCommandTest {
    private static final List<String> PLACES = List.of("/bin", "/usr/bin", "/usr/local/bin");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void isAScriptThatItsShellReads(String shell) throws Exception {
        Path script = script(shell);
        assertThat(shell(shell, "-n", script.toString())).isEmpty();
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        Path script = script("bash");
        assertThat(bash(script, "banyan", "und")).isEqualTo("undrain");
        assertThat(bash(script, "banyan", "graph", "valid")).isEqualTo("validate");
        assertThat(bash(script, "banyan", "submit", "--arr")).contains("--array");
        assertThat(bash(script, "banyan", "queues", "sto")).isEqualTo("stop");
        assertThat(bash(script, "banyan", "status", "set", "--to", "dra")).isEqualTo("drained");
        assertThat(Files.readString(script)).doesNotContainPattern("_args=\\(\"[A-Z]");
    }

    private static String bash(Path script, String... words) throws Exception {
        String quoted = String.join(" ", words);
        return shell(
                "bash",
                "-c",
                "compopt() { :; }; source " + script + "; COMP_WORDS=(" + quoted + "); COMP_CWORD=" + (words.length - 1)
                        + "; _complete_banyan; echo \"${COMPREPLY[@]}\"");
    }

    @Test
    void fishCompletesCommandsAndOptions() throws Exception {
        Path script = script("fish");
        assertThat(fish(script, "banyan und")).startsWith("undrain\t");
        assertThat(fish(script, "banyan graph valid")).startsWith("validate\t");
        assertThat(fish(script, "banyan submit --arr")).startsWith("--array");
        assertThat(fish(script, "banyan completion --he")).startsWith("--help");
    }

    private static String fish(Path script, String line) throws Exception {
        return shell("fish", "-c", "source " + script + "; complete -C '" + line + "'");
    }

    @Test
    void zshKnowsEachCommandAndItsOptions() {
        String script = Run.banyan("completion", "zsh").out();
        assertThat(script)
                .startsWith("#compdef banyan\n")
                .contains("'undrain:")
                .contains("'graph validate')")
                .contains("'--array:");
    }

    @Test
    void anotherShellIsRefused() {
        Run run = Run.banyan("completion", "csh");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("bash, zsh or fish");
    }

    private Path script(String shell) throws IOException {
        Run run = Run.banyan("completion", shell);
        assertThat(run.status()).isZero();
        return Files.writeString(directory.resolve("script"), run.out());
    }

    /**
     * Returns what a shell prints, on standard output and standard error; the test is skipped where the shell is not
     * installed.
     */
    private static String shell(String shell, String... arguments) throws Exception {
        assumeTrue(
                PLACES.stream().anyMatch(place -> Files.isExecutable(Path.of(place, shell))),
                () -> shell + " is not installed");
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of(shell), Stream.of(arguments)).toList())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return out.strip();
    }
}
