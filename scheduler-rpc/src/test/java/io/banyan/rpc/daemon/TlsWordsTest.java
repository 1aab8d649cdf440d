package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.client.JobRead;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.TestAuthority;
import io.banyan.rpc.transport.TlsFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests the messages that a client gets where it does not come to speak with a daemon. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class TlsWordsTest {
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
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private Daemon start(SecurityConfig security) throws DaemonException {
        return Daemon.start(
                DaemonConfig.of(state(), "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .secured(security)
                        .build());
    }

    private Daemon encrypting() throws DaemonException {
        var files = new TlsFiles(certificate, key, Optional.of(authority.ca()));
        return start(new SecurityConfig(Optional.of(files), false, false, 0, 1 << 20, Optional.empty()));
    }

    private ClientTls.Identity client(TestAuthority issuer, String name) throws Exception {
        Path own = directory.resolve(name + ".pem");
        Path ownKey = directory.resolve(name + ".key");
        issuer.issueClient(name, own, ownKey);
        return new ClientTls.Identity(own, ownKey);
    }

    private String said(Address address, Optional<ClientTls> tls, boolean hasToken) throws Exception {
        Optional<Token> token = hasToken ? Optional.of(TokenFile.read(state().token())) : Optional.empty();
        try (BanyanClient client = BanyanClient.connect(new Endpoint(List.of(address), token, tls), DEADLINE)) {
            client.jobs(new JobRead.Jobs(false));
            throw new AssertionError("it was answered");
        } catch (ClientException e) {
            return e.getMessage();
        }
    }

    private static Optional<ClientTls> by(Path ca, Optional<ClientTls.Identity> identity) {
        return Optional.of(new ClientTls.ByAuthority(ca, identity));
    }

    @Test
    void eachFailureOfAnEncryptedConnectionHasItsOwnSentence() throws Exception {
        authority.issueServer("first", certificate, key);
        var other = new TestAuthority(directory, "other");
        Daemon encrypting = encrypting();
        Address gone = encrypting.address();
        try (encrypting) {
            String at = " at " + gone;
            assertThat(said(gone, by(other.ca(), Optional.empty()), true))
                    .isEqualTo("The certificate of the daemon" + at + " was not issued by an authority in --tls-ca.");
            assertThat(said(gone, Optional.empty(), true))
                    .startsWith("The daemon" + at + " closed the connection before it answered.")
                    .endsWith("uses TLS and requires --tls-ca.");
            assertThat(said(gone, by(authority.ca(), Optional.of(client(other, "Eve"))), false))
                    .startsWith("The daemon" + at + " rejects the certificate of --tls-cert.");
            assertThat(said(gone, by(authority.ca(), Optional.of(client(authority, "Nobody"))), false))
                    .startsWith("No user of this daemon has a certificate with the common name 'Nobody'.")
                    .endsWith("--certificate 'Nobody'");
        }
        // A connection that the kernel took before the end of the daemon is reset.
        await().untilAsserted(() -> assertThat(said(gone, by(authority.ca(), Optional.empty()), true))
                .startsWith("No daemon answers at " + gone + ": nothing listens there."));
    }

    @Test
    void anAuthorityThatWasMadeAnewUnderItsNameIsNotTakenForItself() throws Exception {
        authority.issueServer("first", certificate, key);
        var anew = new TestAuthority(Files.createDirectory(directory.resolve("anew")), "authority");
        try (Daemon daemon = encrypting()) {
            assertThat(said(daemon.address(), by(anew.ca(), Optional.empty()), true))
                    .isEqualTo("The certificate of the daemon at " + daemon.address()
                            + " was not issued by an authority in --tls-ca.");
        }
    }

    @Test
    void anEndedCertificateIsSaidSo() throws Exception {
        authority.issueEnded("old", certificate, key);
        try (Daemon daemon = encrypting()) {
            assertThat(said(daemon.address(), by(authority.ca(), Optional.empty()), true))
                    .startsWith("The certificate of the daemon at " + daemon.address() + " has expired");
        }
    }

    @Test
    void whoeverWantsEncryptionOfADaemonThatHasNoneIsToldSo() throws Exception {
        try (Daemon daemon = start(SecurityConfig.DEFAULT)) {
            assertThat(said(daemon.address(), by(authority.ca(), Optional.empty()), true))
                    .startsWith("The daemon at " + daemon.address() + " does not use TLS");
        }
    }
}
