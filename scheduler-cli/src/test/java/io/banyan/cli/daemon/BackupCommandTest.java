package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of the two commands; what they do has its tests beside the journal. */
class BackupCommandTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");

    @TempDir
    private Path directory;

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static JsonNode json(Run run) throws Exception {
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void programsAreToldWhatWasCopiedAndRestored() throws Exception {
        Daemon.start(DaemonConfig.of(new StateDirectory(directory.resolve("one")), "site", GraphFile.of(GRAPH))
                        .build())
                .close();
        JsonNode copied = json(Run.banyan("backup", path("copy.db"), "--state", path("one"), "-o", "json"));
        assertThat(copied.get("file").asText()).isEqualTo(path("copy.db"));
        assertThat(copied.get("state").asText()).isEqualTo(path("one"));
        assertThat(copied.get("transactions").isIntegralNumber()).isTrue();
        JsonNode restored = json(Run.banyan("restore", path("copy.db"), "--state", path("two"), "-o", "json"));
        assertThat(restored.get("state").asText()).isEqualTo(path("two"));
        assertThat(restored.get("file").asText()).isEqualTo(path("copy.db"));
        assertThat(restored.get("transactions")).isEqualTo(copied.get("transactions"));
        Run again = Run.banyan("restore", path("copy.db"), "--state", path("two"), "-o", "json");
        assertThat(again.status()).isEqualTo(ExitStatus.NO);
        assertThat(json(again).get("message").asText()).contains("is not empty and is not overwritten.");
    }

    @Test
    void peopleAreToldOfTheTokens() throws Exception {
        Daemon.start(DaemonConfig.of(new StateDirectory(directory.resolve("one")), "site", GraphFile.of(GRAPH))
                        .build())
                .close();
        Run added =
                Run.banyan("token", "add", "alice", "--role", "user", "--to", path("secret"), "--state", path("one"));
        assertThat(added.status()).isEqualTo(ExitStatus.DONE);
        assertThat(Run.banyan("backup", path("copy.db"), "--state", path("one")).out())
                .endsWith(" transactions of " + path("one") + ", and 1 token.\n");
        assertThat(Run.banyan("restore", path("copy.db"), "--state", path("two"))
                        .out())
                .contains(", and 1 token.\nTokens that were revoked after the backup are valid again")
                .endsWith("banyan token list --state " + path("two") + "\n");
    }
}
