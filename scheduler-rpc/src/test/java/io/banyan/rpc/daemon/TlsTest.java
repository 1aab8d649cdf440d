package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.TestAuthority;
import io.banyan.rpc.transport.TlsFiles;
import io.banyan.rpc.wire.Failure;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.SchedulerGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A daemon that encrypts. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class TlsTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private TestAuthority authority;
    private Path certificate;
    private Path key;

    @BeforeEach
    void issue() throws Exception {
        authority = new TestAuthority(directory, "authority");
        certificate = directory.resolve("server.pem");
        key = directory.resolve("server.key");
        authority.issueServer("first", certificate, key);
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private Daemon start() throws DaemonException {
        return Daemon.start(
                DaemonConfig.of(state(), "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .secured(encrypting(authority.ca()))
                        .build());
    }

    private SecurityConfig encrypting(Path clients) {
        var files = new TlsFiles(certificate, key, Optional.of(clients));
        return new SecurityConfig(Optional.of(files), false, false, 0, 1 << 20, Optional.empty());
    }

    private BanyanClient connect(Daemon daemon, Path ca, Optional<ClientTls.Identity> identity) throws Exception {
        Optional<Token> token = identity.isPresent() ? Optional.empty() : Optional.of(TokenFile.read(state().token()));
        return BanyanClient.connect(
                new Endpoint(List.of(daemon.address()), token, Optional.of(new ClientTls.ByAuthority(ca, identity))),
                DEADLINE);
    }

    private ClientTls.Identity client(String name) throws Exception {
        Path own = directory.resolve(name + ".pem");
        Path ownKey = directory.resolve(name + ".key");
        authority.issueClient(name, own, ownKey);
        return new ClientTls.Identity(own, ownKey);
    }

    private static Failure failure(BanyanClient client) {
        try {
            client.jobs(new JobRead.Jobs(false));
            throw new AssertionError("it was answered");
        } catch (ClientException e) {
            return e.failure();
        }
    }

    @Test
    void whoKnowsTheAuthorityOrHasTheStateDirectoryIsAnswered() throws Exception {
        try (Daemon daemon = start();
                BanyanClient far = connect(daemon, authority.ca(), Optional.empty());
                BanyanClient near = BanyanClient.ofStateDirectory(state().path())) {
            assertThat(far.jobs(new JobRead.Jobs(false)).jobs()).isEmpty();
            assertThat(near.jobs(new JobRead.Jobs(false)).jobs()).isEmpty();
        }
    }

    @Test
    void nobodySpeaksWithItInTheClearOrByAnotherAuthority() throws Exception {
        var other = new TestAuthority(directory, "other");
        try (Daemon daemon = start();
                BanyanClient clear = BanyanClient.connect(daemon.address(), TokenFile.read(state().token()), DEADLINE);
                BanyanClient misled = connect(daemon, other.ca(), Optional.empty())) {
            assertThat(failure(clear)).isEqualTo(Failure.UNREACHABLE);
            assertThat(failure(misled)).isEqualTo(Failure.UNREACHABLE);
        }
    }

    @Test
    void aCertificateSaysWhoAClientIs() throws Exception {
        state().create();
        new TokenTable(state().tokens())
                .add(NamedToken.of("alice", Role.READER, Optional.empty(), Optional.empty(), Optional.of("Alice A.")));
        try (Daemon daemon = start();
                BanyanClient alice = connect(daemon, authority.ca(), Optional.of(client("Alice A.")));
                BanyanClient nobody = connect(daemon, authority.ca(), Optional.of(client("Nobody")))) {
            assertThat(alice.jobs(new JobRead.Jobs(false)).jobs()).isEmpty();
            assertThatThrownBy(alice::stop)
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.failure()).isEqualTo(Failure.FORBIDDEN));
            assertThat(failure(nobody)).isEqualTo(Failure.UNAUTHENTICATED);
        }
    }

    @Test
    void aNewCertificateIsUsedWithoutARestart() throws Exception {
        try (Daemon daemon = start();
                BanyanClient before = BanyanClient.ofStateDirectory(state().path())) {
            before.stat();
            authority.issueServer("second", certificate, key);
            BigInteger second = TestAuthority.read(certificate).getSerialNumber();
            await().until(() ->
                    TestAuthority.read(state().certificate()).getSerialNumber().equals(second));
            try (BanyanClient after = BanyanClient.ofStateDirectory(state().path())) {
                after.stat();
            }
            before.stat();
            assertThat(daemon.isOver()).isFalse();
        }
    }

    /** A connection that resumes a session brings no certificate: it was checked when the session began. */
    @Test
    void whoseAuthorityIsGoneIsLetInNoMoreAlsoWhereHeResumesASession() throws Exception {
        state().create();
        new TokenTable(state().tokens())
                .add(NamedToken.of("alice", Role.READER, Optional.empty(), Optional.empty(), Optional.of("Alice A.")));
        Path clients = Files.copy(authority.ca(), directory.resolve("clients.pem"));
        Path graph = Path.of("..", "resource-graphs", "small.graphml");
        try (Daemon daemon = Daemon.start(DaemonConfig.of(state(), "top", GraphFile.of(graph))
                .secured(encrypting(clients))
                .build())) {
            ClientTls.Identity identity = client("Alice A.");
            SslContext kept = context(identity);
            assertThat(call(daemon, kept)).isEqualTo(Status.Code.OK);
            Files.move(new TestAuthority(directory, "other").ca(), clients, StandardCopyOption.REPLACE_EXISTING);
            await().until(() -> call(daemon, context(identity)) != Status.Code.OK);
            assertThat(call(daemon, kept)).isNotEqualTo(Status.Code.OK);
        }
    }

    private static SslContext context(ClientTls.Identity identity) throws Exception {
        return GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .keyManager(identity.certificate().toFile(), identity.key().toFile())
                .build();
    }

    private static Status.Code call(Daemon daemon, SslContext context) throws InterruptedException {
        ManagedChannel channel = NettyChannelBuilder.forAddress(
                        daemon.address().host(), daemon.address().port())
                .sslContext(context)
                .build();
        try {
            var stub = SchedulerGrpc.newBlockingStub(channel).withDeadlineAfter(10, TimeUnit.SECONDS);
            stub.jobs(JobsRequest.getDefaultInstance());
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    @Test
    void aBrokenCertificateLeavesTheOneBeforeInForce() throws Exception {
        try (Daemon daemon = start()) {
            Files.writeString(certificate, "no certificate");
            await().pollDelay(Duration.ofMillis(2500)).until(() -> true);
            try (BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
                client.stat();
            }
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void keysOfEd25519AreTaken() throws Exception {
        authority.issueServer("edwards", certificate, key, "Ed25519");
        try (Daemon daemon = start();
                BanyanClient near = BanyanClient.ofStateDirectory(state().path());
                BanyanClient far = connect(daemon, authority.ca(), Optional.empty())) {
            near.stat();
            far.stat();
        }
    }

    @Test
    void whatIsNoKeyIsRefusedWithWhatWouldBeOne() throws Exception {
        Files.writeString(key, "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
        assertThatThrownBy(this::start)
                .hasMessageContaining("contains no readable private key of RSA, EC or Ed25519 in PKCS#8.");
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(this::start).hasMessageContaining("key file").hasMessageContaining("chmod 600");
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        authority.issueServer("third", directory.resolve("third.pem"), key);
        assertThatThrownBy(this::start).hasMessageContaining("does not match the certificate");
    }
}
