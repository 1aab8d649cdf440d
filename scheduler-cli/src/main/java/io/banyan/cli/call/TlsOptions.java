package io.banyan.cli.call;

import io.banyan.cli.connect.ConnectionSettings;
import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.transport.ClientTls;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The TLS options for a daemon at an address; a state directory contains these settings. */
final class TlsOptions {
    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = "CA certificates that verify the daemon, in PEM; requires --address (default: "
                    + "$BANYAN_TLS_CA).")
    private @Nullable Path authority;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Client certificate in PEM, instead of a token (default: $BANYAN_TLS_CERT).")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of the client certificate, in PEM (PKCS#8) (default: $BANYAN_TLS_KEY).")
    private @Nullable Path key;

    Optional<Path> authority() {
        return Optional.ofNullable(authority);
    }

    Optional<Path> certificate() {
        return Optional.ofNullable(certificate);
    }

    Optional<Path> key() {
        return Optional.ofNullable(key);
    }

    /**
     * How a connection is encrypted; empty where it is not.
     *
     * @throws CommandFailure where the parts do not go together
     */
    static Optional<ClientTls> encryption(ConnectionSettings access) {
        if (access.certificate().isPresent() != access.key().isPresent()) {
            throw CommandFailure.wrongUse("--tls-cert and --tls-key must be used together");
        }
        if (access.authority().isEmpty() && access.certificate().isPresent()) {
            throw CommandFailure.wrongUse("--tls-cert requires --tls-ca");
        }
        Optional<ClientTls.Identity> identity = access.certificate()
                .map(file -> new ClientTls.Identity(file, access.key().orElseThrow()));
        return access.authority().map(file -> new ClientTls.ByAuthority(file, identity));
    }
}
