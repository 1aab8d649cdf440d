package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text that the quickstart prints at its end. */
class NextCommandsTest {
    private static final Path README = Path.of("..", "README.md");

    private static final Path HERE = Path.of("").toAbsolutePath();

    @Test
    void theCommandsAreThoseOfTheReadme() throws Exception {
        List<String> readme = Files.readAllLines(README).stream()
                .filter(line -> line.startsWith("    $ "))
                .map(line -> line.substring("    $ ".length()))
                .limit(7)
                .filter(line -> !line.startsWith("cat ") && !line.endsWith(" stop"))
                .toList();
        assertThat(NextCommands.of(HERE.resolve("banyan"), HERE, false)).isEqualTo(readme);
    }

    @Test
    void theExampleOfTheReadmeIsTheFile() throws Exception {
        String example = Files.readString(Path.of("..", "examples", "hello.sh"));
        assertThat(Files.readString(README)).contains("$ cat examples/hello.sh\n" + example.indent(4));
    }

    @Test
    void rootIsToldHowItsJobsRun() {
        assertThat(NextCommands.of(HERE.resolve("banyan"), HERE, true).getFirst())
                .isEqualTo("./banyan start --state /tmp/first --jobs-as-root &");
    }

    @Test
    void anInstalledCommandIsNamedInFull() {
        Path home = Path.of("/usr/share/banyan");
        assertThat(NextCommands.of(home.resolve("banyan"), home, false))
                .contains("/usr/share/banyan/banyan submit /usr/share/banyan/examples/hello.sh");
    }
}
