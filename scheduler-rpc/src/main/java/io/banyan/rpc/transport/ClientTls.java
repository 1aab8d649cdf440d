package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.grpc.util.AdvancedTlsX509TrustManager.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * The files by which a client verifies a daemon, and by which it may identify itself. They are read again for each
 * channel.
 */
public sealed interface ClientTls {
    /**
     * By an authority: the daemon's certificate is one of the authority's, for the host that was dialled.
     *
     * @param ca the authorities' certificates
     */
    record ByAuthority(Path ca, Optional<Identity> identity) implements ClientTls {}

    /**
     * By the daemon's exact certificate, in a file that only the daemon writes; for any dialled host.
     *
     * @param certificate the daemon's
     */
    record ByCertificate(Path certificate) implements ClientTls {}

    /**
     * The certificate and the key of the client.
     *
     * @param certificate its own, with those up to the authority's after it
     * @param key of the first of them, in PKCS#8; for its owner only
     */
    record Identity(Path certificate, Path key) {}

    /**
     * Creates the TLS context of a channel.
     *
     * @throws IOException with one sentence, if a file cannot be used
     */
    default SslContext context() throws IOException {
        try {
            SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK);
            switch (this) {
                case ByAuthority(Path ca, Optional<Identity> identity) -> {
                    builder.trustManager(trusting(ca, Verification.CERTIFICATE_AND_HOST_NAME_VERIFICATION));
                    if (identity.isPresent()) {
                        var own = new AdvancedTlsX509KeyManager();
                        own.updateIdentityCredentials(
                                PemFiles.certificates(identity.get().certificate()),
                                PemFiles.key(identity.get().key()));
                        builder.keyManager(own);
                    }
                }
                case ByCertificate(Path certificate) ->
                    builder.trustManager(trusting(certificate, Verification.CERTIFICATE_ONLY_VERIFICATION));
            }
            return builder.build();
        } catch (GeneralSecurityException e) {
            throw new IOException("The files for TLS cannot be used: " + e.getMessage(), e);
        }
    }

    private static AdvancedTlsX509TrustManager trusting(Path file, Verification verification)
            throws IOException, GeneralSecurityException {
        var trust = AdvancedTlsX509TrustManager.newBuilder()
                .setVerification(verification)
                .build();
        trust.updateTrustCredentials(PemFiles.certificates(file));
        return trust;
    }
}
