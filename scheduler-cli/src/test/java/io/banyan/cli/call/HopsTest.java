package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.ProviderFiles;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How far the grows of an instance climb is said at its spawn. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class HopsTest {
    @TempDir
    private Path directory;

    @Test
    void anInstanceThatMayClimbOneLevelGetsNothingOfTheSecond() throws Exception {
        ProviderFiles.jobspec(directory, "node", 1);
        var state = new StateDirectory(directory.resolve("state"));
        Daemon daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .launcher(BanyanProcess.children())
                        .passingOn(List.of("security.jobs-as-root=true"))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .build());
        try {
            succeeds("spawn", "/");
            succeeds("spawn", "/1", "-O", "max-hops=1");
            succeeds("match allocate", "/1/1");
            Run tooFar = banyan("grow", "/1/1");
            assertThat(tooFar.status()).as(tooFar.out() + tooFar.err()).isEqualTo(ExitStatus.NO);
            assertThat(tooFar.out() + tooFar.err()).contains("the request has reached its limit of levels");
            succeeds("cancel", "/1", "1");
            succeeds("spawn", "/1", "-O", "max-hops=2");
            succeeds("match allocate", "/1/2");
            Run enough = banyan("grow", "/1/2");
            assertThat(enough.out()).contains("found at /").doesNotContain("found at /1");
            assertThat(enough.status()).isEqualTo(ExitStatus.DONE);
        } finally {
            // With its children, which a close would leave alone.
            daemon.stop();
        }
    }

    private void succeeds(String command, String instance, String... more) {
        Run run = banyan(command, instance, more);
        assertThat(run.status()).as(run.out() + run.err()).isEqualTo(ExitStatus.DONE);
    }

    /** A command at an instance, about the jobspec unless it names a job. */
    private Run banyan(String command, String instance, String... more) {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.addAll(List.of("--state", directory.resolve("state").toString(), "--instance", instance));
        words.addAll(List.of(more));
        if (!command.equals("cancel")) {
            words.add(directory.resolve("jobspec.json").toString());
        }
        return Run.banyan(words.toArray(String[]::new));
    }
}
