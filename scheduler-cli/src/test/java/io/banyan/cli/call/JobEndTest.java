package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.ProviderFiles;
import io.banyan.cli.output.ExitStatus;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.process.PidFile;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class JobEndTest {
    private static final JobId JOB = new JobId(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    @Test
    void whoWaitsForACommandIsToldThatItsInstanceIsLost() throws Exception {
        ProviderFiles.jobspec(directory, "node", 1);
        var state = new StateDirectory(directory.resolve("state"));
        try (Daemon daemon = Daemon.start(
                        DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                                .launcher(BanyanProcess.children())
                                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                                .build());
                BanyanClient client = BanyanClient.ofStateDirectory(state.path())) {
            assertThat(daemon).isNotNull();
            var err = new StringWriter();
            var ended = new CompletableFuture<Run>();
            String[] words = {
                "spawn",
                directory.resolve("jobspec.json").toString(),
                "--state",
                state.path().toString(),
                "--",
                "sleep",
                "300"
            };
            Thread.ofVirtual().start(() -> ended.complete(Run.banyanTelling(err, words)));
            await().atMost(PATIENCE).until(() -> err.toString().contains("job 1: instance /1"));
            child(state).orElseThrow().destroyForcibly();
            await().atMost(PATIENCE)
                    .until(() ->
                            err.toString().contains("job 1 is running; waiting for its end: its process has ended"));
            var unused = client.cancel(new JobRequest.Cancel(JOB));
            assertThat(ended.join().status()).isEqualTo(ExitStatus.NO);
        }
    }

    private static Optional<ProcessHandle> child(StateDirectory state) {
        return PidFile.running(state.child(JOB).pid());
    }
}
