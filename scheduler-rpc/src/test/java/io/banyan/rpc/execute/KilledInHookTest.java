package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.KilledDaemon;
import io.banyan.rpc.daemon.Unsettled;
import io.banyan.rpc.process.CommandSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A daemon whose process is killed while what a site runs around a job does so, which takes as long as the test wants.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class KilledInHookTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    enum Hook {
        PROLOG,
        EPILOG;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void theNextDaemonEndsItBeforeItRunsItAgain(Hook hook) throws Exception {
        try (KilledDaemon killed = around(hook)) {
            JobId id = killedInHook(killed);
            long earlier = numbers("begun").getFirst();
            assertThat(earlier).matches(KilledInHookTest::runs);
            killed.start();
            await().atMost(PATIENCE).until(() -> numbers("begun").size() == 2);
            assertThat(earlier).matches(it -> !runs(it), "is gone");
            Files.createFile(directory.resolve("go"));
            try (BanyanClient client = killed.client()) {
                assertThat(awaitEnd(client, id).state()).isEqualTo(JobState.COMPLETED);
            }
            List<String> inOrder = hook == Hook.PROLOG ? List.of("prolog", "command") : List.of("command", "epilog");
            assertThat(directory.resolve("log")).hasContent(String.join("\n", inOrder) + "\n");
            assertThat(kept()).containsExactlyInAnyOrder(id.toString(), id + ".pid", id + ".began");
        } finally {
            Files.deleteIfExists(directory.resolve("begun"));
        }
    }

    @Test
    void aCancelIsOverWhenTheEarlierOneIsGoneAndWhatItStarted() throws Exception {
        try (KilledDaemon killed = around(Hook.PROLOG)) {
            JobId id = killedInHook(killed);
            killed.start();
            try (BanyanClient client = killed.client()) {
                client.cancel(new JobRequest.Cancel(id));
                assertThat(awaitEnd(client, id).state()).isEqualTo(JobState.CANCELLED);
            }
            assertThat(numbers("begun")).isNotEmpty().noneMatch(KilledInHookTest::runs);
            assertThat(numbers("started")).isNotEmpty().noneMatch(KilledInHookTest::runs);
            assertThat(directory.resolve("log")).doesNotExist();
        } finally {
            Files.deleteIfExists(directory.resolve("begun"));
            for (long started : numbers("started")) {
                ProcessHandle.of(started).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** The stop is over before the epilog is. What the job has is nobody's until then. */
    @Test
    void whatIsStoppedDuringAnEpilogKeepsItsResourcesUntilThatIsOver() throws Exception {
        try (KilledDaemon stopped = around(Hook.EPILOG, "--stop-millis", "1000")) {
            stopped.start("--graph", oneNode().toString());
            JobId id;
            try (BanyanClient client = stopped.client()) {
                id = submit(client);
                await().atMost(PATIENCE).until(() -> numbers("begun").size() == 1);
                client.stop();
            }
            assertThat(stopped.awaitEnd()).isZero();
            assertThat(Unsettled.after(state()))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("The epilog of job " + id + " (process "
                            + numbers("begun").getFirst() + ") is still running: the next daemon on ");
            stopped.start();
            try (BanyanClient client = stopped.client()) {
                assertThat(job(client, id).state()).isEqualTo(JobState.STOPPING);
                JobId next = submit(client);
                await().atMost(PATIENCE).until(() -> numbers("begun").size() == 2);
                assertThat(List.of(job(client, id).state(), job(client, next).state()))
                        .containsExactly(JobState.STOPPING, JobState.RESERVED);
                Files.createFile(directory.resolve("go"));
                assertThat(awaitEnd(client, id).state()).isEqualTo(JobState.COMPLETED);
                assertThat(awaitEnd(client, next).state()).isEqualTo(JobState.COMPLETED);
            }
            assertThat(directory.resolve("log")).hasContent("command\nepilog\ncommand\nepilog\n");
        } finally {
            Files.deleteIfExists(directory.resolve("begun"));
        }
    }

    private Path oneNode() throws Exception {
        return Files.writeString(directory.resolve("R.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0-1"}}],
                 "nodelist": ["one"], "starttime": 0, "expiration": 0}}""");
    }

    /** The hook minds no polite signal, and has started something in a session of its own. */
    private KilledDaemon around(Hook hook, String... options) throws Exception {
        String text = """
                #!/bin/sh
                trap '' TERM
                cd %s
                setsid sleep 307 & echo $! >> started
                echo $$ >> begun
                while [ ! -e go -a -e begun ]; do sleep 0.05; done
                echo %s >> log
                kill -9 $!
                """.formatted(directory, hook.word());
        Path program = Files.writeString(directory.resolve(hook.word()), text);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        List<String> always = new ArrayList<>(List.of("--" + hook.word(), program.toString()));
        always.addAll(List.of(options));
        return new KilledDaemon(state().path(), always.toArray(String[]::new));
    }

    private JobId killedInHook(KilledDaemon killed) throws Exception {
        killed.start(
                "--graph", Path.of("..", "resource-graphs", "small.graphml").toString());
        try (BanyanClient client = killed.client()) {
            JobId id = submit(client);
            await().atMost(PATIENCE).until(() -> numbers("begun").size() == 1);
            killed.kill();
            return id;
        }
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private List<Long> numbers(String name) throws Exception {
        Path file = directory.resolve(name);
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
                : List.of();
    }

    private static boolean runs(long process) {
        return ProcessHandle.of(process).filter(CommandSession::runs).isPresent();
    }

    private List<String> kept() throws Exception {
        try (Stream<Path> all = Files.list(state().jobs())) {
            return all.map(one -> one.getFileName().toString()).toList();
        }
    }

    private JobId submit(BanyanClient client) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 2}]}],
                 "tasks": [{"command": ["sh", "-c", "echo command >> log"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s"}}}""".formatted(directory);
        RequestOutcome<JobAnswer.Submitted> outcome =
                client.queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private static JobRecord awaitEnd(BanyanClient client, JobId id) throws Exception {
        await().atMost(PATIENCE).until(() -> job(client, id).state().isOver());
        return job(client, id);
    }

    private static JobRecord job(BanyanClient client, JobId id) throws Exception {
        return client.info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)).job();
    }
}
