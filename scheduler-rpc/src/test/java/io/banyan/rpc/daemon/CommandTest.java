package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.launch.JobCommand;
import io.banyan.rpc.process.PidFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Instances that are spawned for a command. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class CommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private StateDirectory top;
    private Daemon daemon;
    private BanyanClient client;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        top = new StateDirectory(directory.resolve("top"));
        daemon = Daemon.start(
                DaemonConfig.of(top, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .launcher(DaemonProcess.command())
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .build());
        client = BanyanClient.ofStateDirectory(top.path());
    }

    @AfterEach
    void leaveNoProcessBehind() {
        client.close();
        daemon.stop();
        assertThat(Fencing.killAll(new StateDirectory(top.children()))).isZero();
    }

    @Test
    void aCommandRunsInTheChildWhichEndsWithItsStatus() throws Exception {
        Path left = directory.resolve("left");
        JobId job = spawn(
                "/bin/sh",
                "-c",
                "echo in $BANYAN_INSTANCE of $1; echo wrong >&2; test -s $BANYAN_TOKEN_FILE || exit 4;"
                        + " test -s $BANYAN_STATE/address || exit 5; (sleep 300; touch \"$1\") & exit 3",
                "sh",
                left.toString());
        JobRecord ended = awaitEnd(job);
        assertThat(ended.exitStatus()).hasValue(3);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        StateDirectory child = top.child(job);
        assertThat(child.commandOutput()).hasContent("in /" + job + " of " + left + "\n");
        assertThat(child.commandErrors()).hasContent("wrong\n");
        assertThat(hasSession(child)).isFalse();
        assertThat(client.stat().amounts().get("node").free())
                .isEqualTo(client.stat().amounts().get("node").total());
    }

    @Test
    void theWholeCommandEndsWithItsJobAlsoWhereItDoesNotWantToOrItsDaemonIsGone() throws Exception {
        JobId stubborn = spawn("/bin/sh", "-c", "trap '' TERM; sleep 300 & wait; wait; sleep 300");
        JobId polite = spawn("/bin/sh", "-c", "trap 'echo bye; exit 0' TERM; echo hi; sleep 300 & wait");
        await().atMost(PATIENCE)
                .until(() -> hasSession(top.child(polite))
                        && Files.size(top.child(polite).commandOutput()) > 0);
        client.cancel(new JobRequest.Cancel(polite));
        assertThat(top.child(polite).commandOutput()).hasContent("hi\nbye\n");
        JobId orphaned = spawn("/bin/sh", "-c", "sleep 301 & sleep 302");
        await().atMost(PATIENCE).until(() -> hasSession(top.child(stubborn)) && hasSession(top.child(orphaned)));
        PidFile.running(top.child(orphaned).pid()).orElseThrow().destroyForcibly();
        client.cancel(new JobRequest.Cancel(stubborn));
        assertThat(hasSession(top.child(stubborn))).isFalse();
        client.cancel(new JobRequest.Cancel(orphaned));
        assertThat(hasSession(top.child(orphaned))).isFalse();
        assertThat(awaitEnd(stubborn).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void whatLeftTheSessionOfItsCommandEndsWithItToo() throws Exception {
        Path pid = directory.resolve("pid");
        JobId job = spawn(
                "/bin/sh",
                "-c",
                "setsid sh -c 'echo $$ > \"$0\"; exec sleep 300' \"$1\" & while ! test -s \"$1\"; do sleep 0.1; done",
                "sh",
                pid.toString());
        awaitEnd(job);
        long left = Long.parseLong(Files.readString(pid).strip());
        await().atMost(PATIENCE).until(() -> ProcessHandle.of(left).isEmpty());
    }

    @Test
    void aCommandWhoseOutputCannotBeWrittenFailsItsJob() throws Exception {
        Path output = directory.resolve("nowhere").resolve("out");
        JobRecord ended = awaitEnd(spawn(Optional.of(output), "/bin/true"));
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.detail())
                .isEqualTo("its command could not be started: " + output + " (No such file or directory)");
    }

    /** Whether anything of the command of an instance runs. */
    private static boolean hasSession(StateDirectory child) throws Exception {
        if (!Files.exists(child.commandPid())) {
            return false;
        }
        String leader = Files.readString(child.commandPid()).strip();
        return ProcessHandle.allProcesses().anyMatch(process -> {
            try {
                String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                return fields[3].equals(leader) && !fields[0].equals("Z");
            } catch (java.io.IOException gone) {
                return false;
            }
        });
    }

    private JobRecord awaitEnd(JobId job) {
        await().atMost(PATIENCE).until(() -> record(job).endedSec().isPresent());
        return record(job);
    }

    private JobRecord record(JobId job) {
        try {
            return client.info(new JobRead.JobInfo(job, MatchFormat.SIMPLE)).job();
        } catch (io.banyan.rpc.client.ClientException e) {
            throw new AssertionError(e);
        }
    }

    private JobId spawn(String... words) throws Exception {
        return spawn(Optional.empty(), words);
    }

    private JobId spawn(Optional<Path> output, String... words) throws Exception {
        var command = new JobCommand(List.of(words), Optional.of(directory), output);
        var outcome = client.spawn(new Request.Spawn(DaemonTest.nodes(1), "child", command.options()));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Answer.Spawned>) outcome).answer().job().id();
    }
}
