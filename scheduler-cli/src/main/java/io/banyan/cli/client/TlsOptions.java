package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.transport.ClientTls;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a command speaks with a daemon at an address; with a state directory it knows by itself. */
final class TlsOptions {
    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            defaultValue = "${env:BANYAN_TLS_CA}",
            description =
                    "Certificates in PEM of the authority of the daemon's; goes with --address (default: $BANYAN_TLS_CA).")
    private @Nullable Path authority;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            defaultValue = "${env:BANYAN_TLS_CERT}",
            description = "Own certificate in PEM, instead of a token (default: $BANYAN_TLS_CERT).")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            defaultValue = "${env:BANYAN_TLS_KEY}",
            description = "Its private key in PEM, PKCS#8 (default: $BANYAN_TLS_KEY).")
    private @Nullable Path key;

    /**
     * How it is encrypted; empty where it is not.
     *
     * @throws CommandFailure where the options do not go together
     */
    Optional<ClientTls> encryption() {
        if ((certificate == null) != (key == null)) {
            throw CommandFailure.wrongUse("--tls-cert and --tls-key go together");
        }
        if (authority == null) {
            if (certificate != null) {
                throw CommandFailure.wrongUse("--tls-cert goes with --tls-ca");
            }
            return Optional.empty();
        }
        Optional<ClientTls.Identity> identity = certificate == null || key == null
                ? Optional.empty()
                : Optional.of(new ClientTls.Identity(certificate, key));
        return Optional.of(new ClientTls.ByAuthority(authority, identity));
    }

    /** Whether a certificate says who asks. */
    boolean hasIdentity() {
        return certificate != null;
    }
}
