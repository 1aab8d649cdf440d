package io.banyan.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.ProviderFiles;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.launch.LaunchCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider options that a child's daemon gets, from a daemon that starts a script in place of each child. */
class SpawnProvidersTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final Path POOL = Path.of("..", "resource-graphs", "ec2.json");

    @TempDir
    private Path directory;

    private Daemon daemon;

    @BeforeEach
    void startADaemon() throws Exception {
        ProviderFiles.jobspec(directory, "node", 1);
        Path script = ProviderFiles.script(directory.resolve("child.sh"), """
                #!/usr/bin/env bash
                printf '%%s\\n' "$@" > %s
                exit 1
                """.formatted(directory.resolve("words")));
        daemon =
                Daemon.start(DaemonConfig.of(new StateDirectory(directory.resolve("state")), "top", GraphFile.of(GRAPH))
                        .launcher(new LaunchCommand(List.of(script.toString())))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .build());
    }

    @AfterEach
    void stopTheDaemon() {
        daemon.close();
    }

    private Run spawn(String... providers) {
        List<String> words = new ArrayList<>(List.of(
                "spawn",
                directory.resolve("jobspec.json").toString(),
                "--state",
                directory.resolve("state").toString()));
        for (String provider : providers) {
            words.addAll(List.of("--provider", provider));
        }
        return Run.banyan(words.toArray(String[]::new));
    }

    @Test
    void eachIsPassedOnInItsOrderWithThePathFromHere() throws Exception {
        String pool = POOL.toAbsolutePath().normalize().toString();
        assertThat(spawn("file=" + POOL + ",name=b", "file=" + POOL + ",name=a,capacity=1")
                        .err())
                .contains("did not start");
        assertThat(Files.readAllLines(directory.resolve("words")).stream().filter(word -> word.contains("provider")))
                .containsExactly(
                        "--provider=file=" + pool + ",name=b", "--provider=file=" + pool + ",name=a,capacity=1");
        assertThat(spawn("file=" + POOL + ",name=b").err()).contains("did not start");
        assertThat(Files.readAllLines(directory.resolve("words")).stream().filter(word -> word.contains("provider")))
                .containsExactly("--provider=file=" + pool + ",name=b");
    }

    @Test
    void twoOfOneNameAreWrongUseBeforeTheyCostAJob() {
        Run run = spawn("file=a", "file=b");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).startsWith("banyan: Two providers have the name 'file'");
        assertThat(directory.resolve("words")).doesNotExist();
    }
}
