package io.banyan.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code banyan context} over a user's client file and that of the machine. */
class ContextCommandTest {
    private static final String OWN = """
            # Ours.
            current: site
            contexts:
              site:
                address: [login1:7443, login2:7443]
              mine:
                state: /var/lib/mine
            """;

    private static final String OF_THE_MACHINE = """
            contexts:
              site:
                address: elsewhere:7443
              test:
                address: test:7443
            """;

    @TempDir
    private Path directory;

    private Path own() {
        return directory.resolve("client.yaml");
    }

    private Path ofTheMachine() {
        return directory.resolve("machine.yaml");
    }

    /** Returns the output of the command or, where it fails, the reason. */
    private String context(Map<String, String> variables, String... words) {
        var out = new StringWriter();
        var terminal =
                new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(new StringWriter()));
        CommandLine command = ContextCommand.create(
                terminal, new Environment(variables), () -> ClientFiles.read(own(), ofTheMachine()));
        command.setExecutionExceptionHandler((exception, line, parsed) -> {
            assertThat(exception).isInstanceOf(CommandFailure.class);
            out.write(exception.getMessage());
            return ExitStatus.NO;
        });
        command.execute(words);
        return out.toString();
    }

    private String context(String... words) {
        return context(Map.of(), words);
    }

    @Test
    void theContextsOfBothFilesAreListedAndTheUsersOwnGoFirst() throws IOException {
        assertThat(context("list")).isEqualTo("No contexts.\n");
        Files.writeString(own(), OWN);
        Files.writeString(ofTheMachine(), OF_THE_MACHINE);
        assertThat(context("list").lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "current name daemon file",
                        " mine /var/lib/mine " + own(),
                        "* site login1:7443,login2:7443 " + own(),
                        " test test:7443 " + ofTheMachine());
        assertThat(context(Map.of("BANYAN_CONTEXT", "test"), "show"))
                .isEqualTo("name: test\naddress: test:7443\nfile: " + ofTheMachine() + "\n");
    }

    @Test
    void useWritesTheCurrentContextIntoTheUsersOwnFileAndLeavesTheRest() throws IOException {
        Files.writeString(own(), OWN);
        Files.writeString(ofTheMachine(), OF_THE_MACHINE);
        assertThat(context("use", "test")).isEqualTo("test is now the current context, set in " + own() + ".\n");
        assertThat(own()).hasContent(OWN.replace("current: site", "current: test"));
        assertThat(context("show")).startsWith("name: test\n");
    }

    @Test
    void useMakesTheFileOfAUserWhoHasNone() throws IOException {
        Files.writeString(ofTheMachine(), OF_THE_MACHINE);
        context("use", "test");
        assertThat(own()).hasContent("current: test\n");
    }

    @Test
    void aContextThatIsNotThereChangesNothing() throws IOException {
        Files.writeString(own(), OWN);
        assertThat(context("use", "nowhere"))
                .startsWith("There is no context 'nowhere' in " + own() + " and " + ofTheMachine());
        assertThat(own()).hasContent(OWN);
    }
}
