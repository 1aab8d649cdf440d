package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.LaunchTemplate;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Children that a real ssh starts through a real sshd, which listens on this machine's loopback for as long as the
 * test.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class SshTest {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final Path SSH = Path.of("/usr/bin/ssh");
    /** Where sshd goes that has root's rights and does not need them. */
    private static final Path EMPTY = Path.of("/run/sshd");

    @TempDir
    private Path directory;

    private Process server;
    private FarTree tree;

    @BeforeEach
    void startTheServerAndTheTopLevel() throws Exception {
        Assumptions.assumeTrue(
                Files.isExecutable(SSHD) && Files.isExecutable(SSH),
                "There is no sshd or no ssh on this machine: apt-get install openssh-server openssh-client");
        Assumptions.assumeTrue(
                Files.isDirectory(EMPTY)
                        || !"root".equals(System.getProperty("user.name"))
                        || EMPTY.toFile().mkdir(),
                "There is no " + EMPTY + ", without which sshd does not run as root.");
        int port = freePort();
        key("host");
        key("mine");
        Files.copy(directory.resolve("mine.pub"), directory.resolve("authorized"));
        Path config = Files.writeString(directory.resolve("sshd_config"), """
                ListenAddress 127.0.0.1
                Port %d
                HostKey %2$s/host
                PidFile none
                AuthorizedKeysFile %2$s/authorized
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                PermitRootLogin prohibit-password
                """.formatted(port, directory));
        Path client = Files.writeString(directory.resolve("ssh_config"), """
                Host *
                HostName 127.0.0.1
                Port %d
                IdentityFile %2$s/mine
                IdentitiesOnly yes
                HostKeyAlias the-server
                UserKnownHostsFile %2$s/known
                """.formatted(port, directory));
        Files.writeString(directory.resolve("known"), "the-server " + Files.readString(directory.resolve("host.pub")));
        server = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("sshd.log").toFile())
                .start();
        await().atMost(FarTree.PATIENCE).until(() -> answers(port));
        tree = new FarTree(
                directory, LaunchTemplate.parse("ssh -F " + client + " -o BatchMode=yes {host} {shell-start}"));
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean answers(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.getInputStream().read() == 'S';
        } catch (java.io.IOException notYet) {
            return false;
        }
    }

    private void key(String name) throws Exception {
        Path file = directory.resolve(name);
        Process keygen =
                new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString()).start();
        assertThat(keygen.waitFor()).isZero();
    }

    @AfterEach
    void stop() throws Exception {
        if (tree != null) {
            tree.close();
        }
        if (server != null) {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aCommandRunsInAChildOverThereAndItsStatusComesBack() throws Exception {
        JobId job = FarTree.spawn(
                tree.client(), "it's $(a) child", "/bin/sh", "-c", "echo \"I'm $BANYAN_INSTANCE\"; exit 7");
        await().atMost(FarTree.PATIENCE).until(() -> !tree.info(job).state().isActive());
        assertThat(tree.info(job).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.info(job).detail()).isEqualTo("its command ended with status 7");
        assertThat(tree.stateThere().commandOutput()).hasContent("I'm /" + job + "\n");
        assertThat(tree.freeNodes()).isEqualTo(8);
    }

    @Test
    void aJobThatIsCancelledEndsOverThere() throws Exception {
        JobId job = tree.spawn("sleep 300");
        StateDirectory child = tree.stateThere();
        List<ProcessHandle> processes = List.of(FarTree.daemonOf(child), FarTree.commandOf(child));
        tree.client().cancel(new JobRequest.Cancel(job));
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(tree.freeNodes()).isEqualTo(8);
    }

    @Test
    void whatALostChildHasLeftOverThereIsFenced() throws Exception {
        JobId job = tree.spawn("sleep 300");
        ProcessHandle command = FarTree.commandOf(tree.stateThere());
        tree.lose(job);
        assertThat(command.isAlive()).isTrue();
        tree.client().cancel(new JobRequest.Cancel(job));
        assertThat(command.isAlive()).isFalse();
        assertThat(tree.freeNodes()).isEqualTo(8);
    }

    /** Nobody can tell a machine that is cut off from one that is dead. */
    @Test
    void theEndOfTheConnectionIsNotTheEndOfTheChild() throws Exception {
        JobId job = tree.spawn("sleep 300");
        ProcessHandle command = FarTree.commandOf(tree.stateThere());
        tree.lose(job);
        server.destroyForcibly().waitFor();
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        try (var hasty = tree.hasty()) {
            var unused = org.assertj.core.api.Assertions.catchThrowable(() -> hasty.cancel(new JobRequest.Cancel(job)));
        }
        await().atMost(FarTree.PATIENCE)
                .until(() -> tree.info(job).child().orElseThrow().detail().contains("ssh ended with status 255"));
        assertThat(tree.info(job).state()).isEqualTo(JobState.STOPPING);
        assertThat(tree.freeNodes()).isEqualTo(7);
        tree.client().abandon(new Request.Abandon(job));
        assertThat(tree.freeNodes()).isEqualTo(8);
        command.destroyForcibly();
    }
}
