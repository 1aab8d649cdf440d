package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.config.ConfigDocument;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.daemon.DaemonKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output about a configuration, and the agreement of options and documents with its keys. */
class ConfigCommandsTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "reference", "configuration.md");

    @TempDir
    private Path directory;

    private Path file(String text) throws Exception {
        return Files.writeString(directory.resolve("banyan.yaml"), text);
    }

    @Test
    void showsEachKeyWithItsValueAndWhoSaidIt() throws Exception {
        Path file = file("name: a\nmatch:\n  policy: low\n");
        Run run = Run.banyan("config", "show", "--config", file.toString(), "--name", "b", "--set", "log.level=warn");
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^name +b +banyan +--name$")
                .containsPattern("(?m)^match.policy +low +first +" + file + ":3$")
                .containsPattern("(?m)^log.level +warn +info +--set log.level$")
                .containsPattern("(?m)^queue.capacity +4096 +4096 +default$")
                .hasLineCount(1 + DaemonKeys.ALL.all().size());
    }

    @Test
    void showsTheSameAsJson() throws Exception {
        Run run = Run.banyan("config", "show", "-o", "json", "--load-allowlist", "node,core", "--load-allowlist=gpu");
        JsonNode keys = new ObjectMapper().readTree(run.out());
        assertThat(keys).hasSize(DaemonKeys.ALL.all().size());
        for (JsonNode key : keys) {
            if (key.get("key").asText().equals("graph.allowlist")) {
                assertThat(key.get("value").toString()).isEqualTo("[\"node\",\"core\",\"gpu\"]");
                assertThat(key.get("from").asText()).isEqualTo("--load-allowlist");
            } else {
                assertThat(key.get("value")).isEqualTo(key.get("byDefault"));
            }
        }
    }

    @Test
    void showsSeveralProviders() throws Exception {
        String[] words = {"config", "show", "--provider", "file=a,name=x", "--provider", "exec=b", "-o", "json"};
        for (JsonNode key : new ObjectMapper().readTree(Run.banyan(words).out())) {
            if (key.get("key").asText().equals("grow.provider")) {
                assertThat(key.get("value").toString()).isEqualTo("[\"file=a,name=x\",\"exec=b\"]");
            }
        }
        assertThat(Run.banyan(Arrays.copyOf(words, 6)).out())
                .containsPattern("(?m)^grow.provider +file=a,name=x, exec=b +- +--provider$");
    }

    @Test
    void theDefaultsCanBeWrittenToAFileAndChecked() throws Exception {
        Run defaults = Run.banyan("config", "show", "--defaults");
        Path file = file(defaults.out());
        Run check = Run.banyan("config", "check", file.toString());
        assertThat(check.out()).startsWith(file + ": valid (");
        assertThat(check.status()).isZero();
    }

    @Test
    void everyErrorOfAFileIsSaidAndEndsACommandThatNeedsIt() throws Exception {
        Path file = file("nmae: a\nqueue: {capacity: 0}\n");
        Run check = Run.banyan("config", "check", file.toString());
        assertThat(check.status()).isEqualTo(ExitStatus.NO);
        assertThat(check.err())
                .isEqualTo("banyan: " + file + ":1:1: there is no key 'nmae'; maybe 'name' is meant.\n"
                        + "banyan: " + file
                        + ":2:19: queue.capacity: expected a whole number from 1 to 10000000, found '0'.\n");
        Path state = directory.resolve("state");
        Run start = Run.banyan("start", "--config", file.toString(), "--state", state.toString());
        assertThat(start.status()).isEqualTo(ExitStatus.NO);
        assertThat(start.err()).isEqualTo(check.err());
        assertThat(state).doesNotExist();
    }

    @Test
    void aCheckIsDataForPrograms() throws Exception {
        Path right = file("name: a\n");
        JsonNode valid = new ObjectMapper()
                .readTree(Run.banyan("config", "check", "-o", "json", right.toString())
                        .out());
        assertThat(valid.get("valid").asBoolean()).isTrue();
        assertThat(valid.get("keys").asInt()).isEqualTo(1);
        Run check = Run.banyan(
                "config",
                "check",
                "-o",
                "json",
                file("nmae: a\nqueue: {capacity: 0}\n").toString());
        JsonNode wrong = new ObjectMapper().readTree(check.out());
        assertThat(check.status()).isEqualTo(ExitStatus.NO);
        assertThat(wrong.get("valid").asBoolean()).isFalse();
        assertThat(wrong.get("errors")).hasSize(2);
        assertThat(wrong.get("errors").get(1).asText()).contains(":2:19: queue.capacity");
    }

    @Test
    void partsThatDoNotAgreeAreAnErrorOfTheCheck() throws Exception {
        Path file = file("hierarchy: {lease: 1s, heartbeat: 1s}\n");
        Run check = Run.banyan("config", "check", file.toString());
        assertThat(check.status()).isEqualTo(ExitStatus.NO);
        assertThat(check.err()).contains("a lease must be longer than a heartbeat");
    }

    @Test
    void aWrongSettingOnTheCommandLineIsWrongUse() {
        for (String wrong : new String[] {"log.level", "=x", "log.levle=debug", "log.level=loud", "queue.capacity=x"}) {
            Run run = Run.banyan("start", "--graph", "g", "--set", wrong);
            assertThat(run.status()).as(wrong).isEqualTo(ExitStatus.WRONG_USE);
            assertThat(run.err()).contains("--set");
        }
        assertThat(Run.banyan("start", "--graph", "g", "--set", "log.levle=debug")
                        .err())
                .isEqualTo("banyan: --set: there is no key 'log.levle'; maybe 'log.level' is meant.\n");
    }

    @Test
    void theHelpOfStartHasEveryOptionWithItsDefault() {
        String help = Run.banyan("start", "--help").out();
        for (Key<?> key : DaemonKeys.ALL.all()) {
            assertThat(key.options()).allMatch(help::contains);
        }
        assertThat(help).contains("(default durable)").contains("--config=FILE").contains("--set=KEY=VALUE");
    }

    @Test
    void theDocumentListsAllKeys() throws Exception {
        Path fresh = Files.writeString(Path.of("target", "configuration-list.md"), ConfigDocument.list(DaemonKeys.ALL));
        assertThat(Files.readString(DOCUMENT))
                .as("the list at the end of docs/reference/configuration.md is that of " + fresh)
                .endsWith("\n## Keys\n\n" + Files.readString(fresh));
    }

    @Test
    void theFileOfThePackageHasTheDefaults() throws Exception {
        Path fresh = Files.writeString(Path.of("target", "banyan.yaml"), ConfigDocument.defaults(DaemonKeys.ALL));
        assertThat(Path.of("src", "deb", "banyan.yaml"))
                .as("src/deb/banyan.yaml is " + fresh)
                .hasSameTextualContentAs(fresh);
    }
}
