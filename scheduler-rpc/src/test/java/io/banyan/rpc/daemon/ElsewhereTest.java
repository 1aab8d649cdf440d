package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.process.PidFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Children that a command starts on what might be another machine: it knows nothing but a shell's line and what comes
 * on its standard input.
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ElsewhereTest {
    @TempDir
    private Path directory;

    private FarTree tree;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        Path remote = Files.writeString(directory.resolve("remote.sh"), """
                echo "$1" > "$0.host"
                [ ! -e "$0.cut" ] || { echo "no route to $1"; exit 255; }
                exec env -i PATH="$PATH" /bin/sh -c "$2"
                """);
        tree = new FarTree(directory, LaunchTemplate.parse("/bin/sh '" + remote + "' {host} {shell-start}"));
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    @Test
    void aChildElsewhereIsToldItsSecretsAloneAndIsAskedThroughItsParent() throws Exception {
        JobId job = FarTree.spawn(
                tree.client(), "it's $(a) child", "/bin/sh", "-c", "echo \"it's $BANYAN_INSTANCE\"; exec sleep 300");
        StateDirectory child = tree.stateThere();
        assertThat(directory.resolve("remote.sh.host")).content().startsWith("node");
        hasNoSecretInAnyArgument(child);
        try (BanyanClient through = tree.client().of(InstancePath.parse("/" + job))) {
            assertThat(through.stat().amounts().get("node").total()).isEqualTo(1);
            await().atMost(FarTree.PATIENCE)
                    .until(() -> Files.exists(child.commandOutput()) && Files.size(child.commandOutput()) > 0);
            assertThat(child.commandOutput()).hasContent("it's /" + job + "\n");
            ProcessHandle process = FarTree.daemonOf(child);
            tree.client().cancel(new JobRequest.Cancel(job));
            assertThat(process.isAlive()).isFalse();
            assertThat(PidFile.running(child.commandPid())).isEmpty();
            assertThat(tree.info(job).endedSec()).isPresent();
        }
    }

    @Test
    void whatAChildLeavesThereIsEndedBeforeItsJobIs() throws Exception {
        JobId job = tree.spawn("sleep 300");
        ProcessHandle command = FarTree.commandOf(tree.stateThere());
        tree.lose(job);
        assertThat(command.isAlive()).as("nobody has ended it").isTrue();
        tree.client().cancel(new JobRequest.Cancel(job));
        assertThat(command.isAlive()).isFalse();
        assertThat(tree.freeNodes()).isEqualTo(8);
    }

    @Test
    void aChildThatNobodyReachesKeepsItsResourcesUntilItIsFenced() throws Exception {
        JobId job = tree.spawn("sleep 300");
        ProcessHandle command = FarTree.commandOf(tree.stateThere());
        Path cut = Files.createFile(directory.resolve("remote.sh.cut"));
        tree.lose(job);
        try (BanyanClient hasty = tree.hasty()) {
            assertThatThrownBy(() -> hasty.cancel(new JobRequest.Cancel(job))).isInstanceOf(ClientException.class);
        }
        await().atMost(FarTree.PATIENCE)
                .until(() -> tree.info(job).child().orElseThrow().detail().contains("no route to node"));
        assertThat(tree.info(job).state()).isEqualTo(JobState.STOPPING);
        assertThat(command.isAlive()).isTrue();
        assertThat(tree.freeNodes()).isEqualTo(7);
        Files.delete(cut);
        await().atMost(FarTree.PATIENCE).until(() -> tree.info(job).state() == JobState.CANCELLED);
        assertThat(command.isAlive()).isFalse();
        assertThat(tree.freeNodes()).isEqualTo(8);
    }

    @Test
    void anAdministratorMayGiveUpAChildThatNobodyReaches() throws Exception {
        JobId job = tree.spawn("sleep 300");
        ProcessHandle command = FarTree.commandOf(tree.stateThere());
        Files.createFile(directory.resolve("remote.sh.cut"));
        tree.lose(job);
        tree.client().abandon(new Request.Abandon(job));
        assertThat(tree.info(job).state()).isEqualTo(JobState.CANCELLED);
        assertThat(tree.freeNodes()).isEqualTo(8);
        command.destroyForcibly();
    }

    @Test
    void whatALostChildHadSpawnedThereIsFencedWithIt() throws Exception {
        JobId job = tree.spawn("sleep 300");
        StateDirectory child = tree.stateThere();
        BanyanClient below = tree.client().of(InstancePath.parse("/" + job));
        ProcessHandle command = FarTree.commandOf(child.child(FarTree.spawn(below, "below", "sleep", "301")));
        tree.lose(job);
        tree.client().cancel(new JobRequest.Cancel(job));
        assertThat(command.isAlive()).isFalse();
    }

    private static void hasNoSecretInAnyArgument(StateDirectory child) throws Exception {
        String credential = Files.readString(child.credential()).strip();
        assertThat(credential).hasSizeGreaterThan(20);
        assertThat(Files.getPosixFilePermissions(child.credential())).hasSize(2);
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            Path shown = Path.of("/proc", Long.toString(process.pid()), "cmdline");
            if (Files.isReadable(shown)) {
                try {
                    assertThat(Files.readString(shown, StandardCharsets.ISO_8859_1))
                            .doesNotContain(credential);
                } catch (java.io.IOException gone) {
                    // What has ended shows nothing.
                }
            }
        }
    }
}
