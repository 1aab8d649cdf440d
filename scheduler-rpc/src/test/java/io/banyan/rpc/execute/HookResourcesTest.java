package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a site's hooks find of the resources of a job that spoils all that is its own. */
@Timeout(120)
class HookResourcesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private StateDirectory state;
    private @Nullable Daemon daemon;
    private @Nullable BanyanClient client;

    @BeforeEach
    void start() throws Exception {
        state = new StateDirectory(directory.resolve("state"));
        open();
    }

    private void open() throws Exception {
        var hooks = new Hooks(Optional.of(hook("prolog")), Optional.of(hook("epilog")));
        daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .executing(ExecutionConfig.LOCAL.with(hooks))
                        .build());
        client = BanyanClient.ofStateDirectory(state.path());
    }

    @AfterEach
    void stop() {
        client().close();
        Objects.requireNonNull(daemon).stop();
    }

    private BanyanClient client() {
        return Objects.requireNonNull(client);
    }

    /** Writes a hook that says what it finds, and who may read that. */
    private Path hook(String name) throws Exception {
        Path found = directory.resolve(name + ".found");
        Path program = Files.writeString(directory.resolve(name), """
                #!/bin/sh
                stat -c '%%a %%F' "$BANYAN_R" > %s
                timeout 10 cat "$BANYAN_R" >> %s
                """.formatted(found, found));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private JobId submit(String script) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 2}]}],
                 "tasks": [{"command": ["sh", "-c", "%s"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s", "environment": {"BANYAN_R": "forged"}}}}""".formatted(script, directory);
        RequestOutcome<JobAnswer.Submitted> outcome =
                client().queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private void awaitEnd(JobId id) {
        await().atMost(PATIENCE)
                .until(() -> client().info(new JobRead.JobInfo(id, MatchFormat.SIMPLE))
                        .job()
                        .state()
                        .isOver());
    }

    private void assertThatBothHaveFoundTheSame() throws Exception {
        List<String> found = Files.readAllLines(directory.resolve("prolog.found"));
        assertThat(found.getFirst()).isEqualTo("600 regular file");
        assertThat(found.get(1)).contains("R_lite", "\"core\"");
        assertThat(Files.readAllLines(directory.resolve("epilog.found"))).isEqualTo(found);
        try (Stream<Path> left = Files.list(state.jobs())) {
            assertThat(left.map(it -> it.getFileName().toString())).noneMatch(it -> it.endsWith(".R"));
        }
    }

    @Test
    void aLinkInThePlaceOfItsFileIsNotWhatTheEpilogFinds() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "of root alone\n");
        awaitEnd(submit("ln -sf " + secret + " $BANYAN_R"));
        assertThatBothHaveFoundTheSame();
    }

    @Test
    void nothingElseThatIsThereMakesAnybodyWait() throws Exception {
        awaitEnd(submit("cd $BANYAN_JOB_DIR; rm -f R status output began; "
                + "mkfifo R status output usage began rescale rescale.answer; exit 3"));
        assertThatBothHaveFoundTheSame();
    }

    @Test
    void aDaemonAfterTheOneThatStartedItKnowsAsWell() throws Exception {
        JobId id = submit("echo forged > $BANYAN_R; cd $BANYAN_JOB_DIR; rm -f began; mkfifo began; touch " + directory
                + "/begun; while ! test -e " + directory + "/go; do sleep 0.05; done; mkfifo status; kill -9 $PPID");
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("begun")));
        client().close();
        Objects.requireNonNull(daemon).close();
        open();
        Files.createFile(directory.resolve("go"));
        awaitEnd(id);
        assertThatBothHaveFoundTheSame();
    }
}
