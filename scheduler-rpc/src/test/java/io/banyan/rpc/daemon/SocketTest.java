package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Role;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.security.LocalUsers;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.transport.UnixSocket;
import io.banyan.rpc.wire.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon's Unix-domain socket: who comes in without a token, as whom, and what such a user sees and changes. */
class SocketTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void openToOthers() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private UnixSocket socket() {
        return new UnixSocket(directory.resolve("run").resolve("d.sock"));
    }

    private Daemon start(LocalAccess access) throws Exception {
        return Daemon.start(DaemonConfig.of(state(), "top", graph())
                .secured(SecurityConfig.DEFAULT.listeningOn(Optional.of(new SocketConfig(socket(), true, access))))
                .build());
    }

    private static GraphFile graph() {
        return GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")
                .toAbsolutePath()
                .normalize());
    }

    /** Whether calls of one message each way go without HTTP/2. */
    boolean isDirect() {
        return false;
    }

    private BanyanClient owner() throws ClientException {
        return BanyanClient.connect(endpoint(socket(), socket().direct().filter(it -> isDirect()), Set.of()), DEADLINE);
    }

    private static Endpoint endpoint(UnixSocket socket, Optional<UnixSocket> direct, Set<String> trusted) {
        return new Endpoint(List.of(socket), Optional.empty(), Optional.empty(), trusted, direct);
    }

    private Path far() {
        return isDirect() ? socket().direct().orElseThrow().path() : socket().path();
    }

    /** A client whose calls come to the daemon from a process of another user. */
    private BanyanClient as(String user) throws Exception {
        var near = new UnixSocket(splice(user));
        return BanyanClient.connect(
                isDirect()
                        ? endpoint(new UnixSocket(directory.resolve("nobody")), Optional.of(near), Set.of(user))
                        : endpoint(near, Optional.empty(), Set.of(user)),
                DEADLINE);
    }

    private Path splice(String user) throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can be another user");
        Path of = Files.createDirectory(directory.resolve("of-" + user + processes.size()));
        Path program = of.resolve("io/banyan/rpc/daemon/PeerSplice.class");
        Files.createDirectories(program.getParent());
        try (var code = Objects.requireNonNull(PeerSplice.class.getResourceAsStream("PeerSplice.class"))) {
            Files.copy(code, program);
        }
        Path near = of.resolve("near.sock");
        List<String> words = List.of(
                "sh",
                "-c",
                "chown -R " + user + " " + of
                        + " && exec setpriv --reuid=" + user + " --regid=$(id -g " + user + ") --clear-groups "
                        + Path.of(System.getProperty("java.home"), "bin", "java") + " -cp " + of + " "
                        + PeerSplice.class.getName() + " " + near + " " + far());
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        processes.add(process);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String said = output.readLine();
        assumeTrue("listens".equals(said), "the other user cannot run this Java: " + said);
        return near;
    }

    private static JobRequest.Match oneNode() throws Exception {
        return new JobRequest.Match(DaemonTest.nodes(1), MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "test");
    }

    private static JobId job(RequestOutcome<Answer.Matched> outcome) {
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Answer.Matched>) outcome).answer().job().orElseThrow();
    }

    @Test
    void theOwnerComesInWithoutATokenAndIsWrittenDownAsSuch() throws Exception {
        try (Daemon daemon = start(LocalAccess.OWNER);
                BanyanClient client = owner()) {
            assertThat(client.match(oneNode())).isInstanceOf(RequestOutcome.Done.class);
            assertThat(daemon.isOver()).isFalse();
            assertThat(Files.getPosixFilePermissions(socket().path()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(Files.readString(state().audit()))
                .contains(
                        "\"who\":\"owner\"",
                        "\"by\":\"socket\"",
                        "\"from\":\"unix:" + System.getProperty("user.name") + "\"");
        assertThat(socket().path()).doesNotExist();
    }

    @Test
    void aUserWithoutATokenSeesAndChangesOwnJobsAndNobodyElses() throws Exception {
        try (Daemon daemon = start(LocalAccess.ANY);
                BanyanClient owner = owner();
                BanyanClient one = as("nobody");
                BanyanClient other = as("daemon")) {
            assertThat(daemon.isOver()).isFalse();
            JobId ofTheOwner = job(owner.match(oneNode()));
            JobId own = job(one.match(oneNode()));
            assertThat(one.jobs(new JobRead.Jobs(false)).jobs())
                    .extracting(JobRecord::id, JobRecord::owner)
                    .containsExactly(tuple(own, "nobody"));
            assertThat(other.jobs(new JobRead.Jobs(false)).jobs()).isEmpty();
            assertThat(owner.jobs(new JobRead.Jobs(false)).jobs()).hasSize(2);
            for (JobId foreign : List.of(own, ofTheOwner)) {
                assertThatThrownBy(() -> other.cancel(new JobRequest.Cancel(foreign)))
                        .isInstanceOfSatisfying(
                                ClientException.class,
                                e -> assertThat(e.failure()).isEqualTo(Failure.FORBIDDEN));
            }
            assertThatThrownBy(() -> one.stop())
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.failure()).isEqualTo(Failure.FORBIDDEN));
            one.cancel(new JobRequest.Cancel(own));
            assertThat(one.jobs(new JobRead.Jobs(false)).jobs()).isEmpty();
        }
    }

    @Test
    void processesOfALocalUsersJobsRunAsThatUserAfterARestartToo() throws Exception {
        try (Daemon daemon = start(LocalAccess.ANY);
                BanyanClient one = as("nobody")) {
            assertThat(daemon.isOver()).isFalse();
            one.stat();
        }
        for (boolean asRoot : new boolean[] {false, true}) {
            JobUsers users = JobUsers.of(
                    new Principals(
                            Token.random(), state().tokens(), LocalUsers.open(state().localUsers(), LocalAccess.OWNER)),
                    asRoot);
            assertThat(users.refusal("nobody", Optional.empty())).isEmpty();
            assertThat(users.userOf("nobody", Optional.empty()).orElseThrow().name())
                    .isEqualTo("nobody");
        }
    }

    @Test
    void whoIsNotAmongTheUsersOfTheSocketIsRefused() throws Exception {
        try (Daemon daemon = start(new LocalAccess(false, Set.of("daemon")));
                BanyanClient one = as("nobody");
                BanyanClient other = as("daemon")) {
            assertThat(daemon.isOver()).isFalse();
            other.stat();
            assertThatThrownBy(one::stat)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("The user 'nobody' may not use the socket of this daemon");
        }
    }

    @Test
    void aTokenOfTheSameNameGivesItsRoleToItsUserAndKeepsOthersOut() throws Exception {
        try (Daemon daemon = start(LocalAccess.ANY);
                BanyanClient one = as("nobody");
                BanyanClient other = as("daemon")) {
            assertThat(daemon.isOver()).isFalse();
            var table = new TokenTable(state().tokens());
            table.add(NamedToken.of(
                    "nobody", Role.READER, Optional.of(Token.random()), Optional.of("nobody"), Optional.empty()));
            table.add(NamedToken.of(
                    "daemon", Role.ADMIN, Optional.of(Token.random()), Optional.of("nobody"), Optional.empty()));
            await().atMost(DEADLINE).untilAsserted(() -> {
                assertThatThrownBy(() -> one.match(oneNode())).hasMessageContaining("has the role reader here");
                assertThatThrownBy(other::stat).hasMessageContaining("not for the user 'daemon'");
            });
        }
    }

    @Test
    void oneUserWithManyConnectionsKeepsNeitherTheOwnerNorOthersOut() throws Exception {
        try (Daemon daemon = start(LocalAccess.ANY);
                BanyanClient owner = owner();
                BanyanClient other = as("daemon")) {
            assertThat(daemon.isOver()).isFalse();
            Path near = splice("nobody");
            List<SocketChannel> flood = new ArrayList<>();
            try {
                for (int i = 0; i < 2_000; i++) {
                    flood.add(SocketChannel.open(UnixDomainSocketAddress.of(near)));
                }
                owner.stat();
                other.stat();
            } finally {
                for (SocketChannel connection : flood) {
                    connection.close();
                }
            }
        }
    }

    @Test
    void theClientSpeaksOnlyWithRootItselfOrAUserWhomItTrusts() throws Exception {
        Path near;
        try (Daemon daemon = start(LocalAccess.ANY)) {
            assertThat(daemon.isOver()).isFalse();
            near = splice("nobody");
            try (BanyanClient client =
                    BanyanClient.connect(Endpoint.of(new UnixSocket(near), Set.of("daemon")), DEADLINE)) {
                assertThatThrownBy(client::stat)
                        .isInstanceOf(ClientException.class)
                        .hasMessageContaining("The user 'nobody' listens on the socket " + near)
                        .hasMessageContaining("BANYAN_SERVER_USER=nobody");
            }
        }
    }

    @Test
    void whatAKilledDaemonLeftIsReplacedAndWhatARunningOneHasIsNot() throws Exception {
        Files.createDirectory(socket().path().getParent());
        try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(socket().path()));
        }
        assertThat(socket().path()).exists();
        try (Daemon daemon = start(LocalAccess.OWNER);
                BanyanClient client = owner()) {
            client.stat();
            var second = DaemonConfig.of(new StateDirectory(directory.resolve("second")), "second", graph())
                    .secured(SecurityConfig.DEFAULT.listeningOn(
                            Optional.of(new SocketConfig(socket(), true, LocalAccess.OWNER))))
                    .build();
            assertThatThrownBy(() -> Daemon.start(second))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("Another running daemon listens on the socket " + socket().path());
            client.stat();
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void aSocketWhereOthersCouldPutOneOfTheirOwnIsRefused() throws Exception {
        Path run = Files.createDirectory(socket().path().getParent());
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> start(LocalAccess.OWNER))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("The directory " + run + " is writable by other users");
    }

    @Test
    void whereNoDaemonListensTheClientSaysSo() throws Exception {
        try (BanyanClient client = owner()) {
            assertThatThrownBy(client::stat)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("No daemon listens on the socket " + socket().path());
        }
    }
}
