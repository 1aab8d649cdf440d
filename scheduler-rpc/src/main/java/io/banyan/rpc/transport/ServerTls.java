package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The encryption of a daemon. The files are looked at every second; changed files apply to all later connections, also
 * of clients that had one before, and an unusable file only produces a line in the log. Clients are asked for a
 * certificate if there is an authority for them, but may connect without one: then a token identifies them.
 */
public final class ServerTls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final long LOOK_SECONDS = 1;
    private static final Duration SOON = Duration.ofDays(14);

    private final TlsFiles files;
    private final Followers followers;
    private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
    private final AdvancedTlsX509TrustManager clients;
    private final RenewedContext context;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("banyan-tls").daemon(true).factory());
    private String version = "";
    private Validity lasts = new Validity(Instant.MIN, Instant.MAX);
    /** The certificate of which the followers do not know yet. */
    private String untold = "";

    private boolean isTellingInVain;

    /** A listener for changes of the certificate by which this daemon is known. */
    @FunctionalInterface
    public interface Followers {
        /** Reports the new certificate as text. */
        void changed(String certificate) throws IOException;
    }

    private ServerTls(TlsFiles files, Followers followers) throws IOException {
        this.files = files;
        this.followers = followers;
        try {
            this.clients = AdvancedTlsX509TrustManager.newBuilder()
                    .setVerification(AdvancedTlsX509TrustManager.Verification.CERTIFICATE_ONLY_VERIFICATION)
                    .build();
            load();
            followers.changed(untold);
            untold = "";
            this.context = new RenewedContext(newContext());
        } catch (GeneralSecurityException e) {
            throw new IOException("The files for TLS cannot be used: " + e.getMessage(), e);
        }
    }

    private SslContext newContext() throws IOException {
        SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forServer(identity), SslProvider.JDK);
        if (files.clientCa().isPresent()) {
            builder.trustManager(clients).clientAuth(ClientAuth.OPTIONAL);
        }
        return builder.build();
    }

    /**
     * Reads the files, notifies the followers, and keeps checking the files.
     *
     * @throws IOException with one sentence, if one of them cannot be used
     */
    public static ServerTls open(TlsFiles files, Followers followers) throws IOException {
        var tls = new ServerTls(files, followers);
        tls.warnIfItEnds();
        var unused = tls.thread.scheduleWithFixedDelay(tls::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        return tls;
    }

    /** Whether the files can be used, with the sentence of {@link #open}. */
    static void check(TlsFiles files) throws IOException {
        new ServerTls(files, certificate -> {}).close();
    }

    /** Clients take no certificate that has ended, and the daemon is well otherwise. */
    private void warnIfItEnds() {
        String why = ending(lasts, Instant.now());
        if (!why.isEmpty()) {
            LOG.warn("The certificate {} {}", files.certificate(), why);
        }
    }

    static String ending(Validity lasts, Instant now) {
        if (now.isBefore(lasts.from())) {
            return "is valid from " + lasts.from() + " on: clients refuse it until then.";
        }
        if (now.isAfter(lasts.until())) {
            return "expired at " + lasts.until() + ": clients refuse it. Replace it.";
        }
        return now.plus(SOON).isAfter(lasts.until())
                ? "ends at " + lasts.until() + ". Replace it; a running daemon reloads it."
                : "";
    }

    /** From when until when a certificate is good. */
    record Validity(Instant from, Instant until) {}

    SslContext context() {
        return context;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void look() {
        try {
            if (!versionNow().equals(version)) {
                load();
                context.renew(newContext());
                LOG.info("The certificate was reloaded from {}", files.certificate());
                warnIfItEnds();
                isTellingInVain = false;
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.error("The files for TLS have changed, but the previous ones stay in use: {}", e.getMessage());
        }
        if (!untold.isEmpty()) {
            tell();
        }
    }

    /** Tried again until it is done, and in the log once. */
    private void tell() {
        try {
            followers.changed(untold);
            untold = "";
        } catch (IOException | RuntimeException e) {
            if (!isTellingInVain) {
                LOG.error(
                        "The new certificate is in use, but clients of this machine do not know it yet: {}",
                        e.getMessage());
            }
            isTellingInVain = true;
        }
    }

    /** All of it, or nothing. A version that cannot be used is not tried again. */
    private void load() throws IOException, GeneralSecurityException {
        version = versionNow();
        X509Certificate[] chain = PemFiles.certificates(files.certificate());
        PrivateKey key = PemFiles.key(files.key());
        requirePair(chain[0], key);
        lasts = new Validity(
                chain[0].getNotBefore().toInstant(), chain[0].getNotAfter().toInstant());
        if (files.clientCa().isPresent()) {
            clients.updateTrustCredentials(
                    PemFiles.certificates(files.clientCa().get()));
        }
        String text = PemFiles.text(chain[0]);
        identity.updateIdentityCredentials(chain, key);
        untold = text;
    }

    private void requirePair(X509Certificate certificate, PrivateKey key) throws IOException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] said = {1};
        try {
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(said);
            byte[] signed = signer.sign();
            signer.initVerify(certificate.getPublicKey());
            signer.update(said);
            if (signer.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(notAPair(), e);
        }
        throw new IOException(notAPair());
    }

    private String notAPair() {
        return "The key " + files.key() + " does not match the certificate " + files.certificate() + ".";
    }

    private String versionNow() throws IOException {
        List<Path> all = new ArrayList<>(List.of(files.certificate(), files.key()));
        files.clientCa().ifPresent(all::add);
        StringBuilder text = new StringBuilder();
        for (Path file : all) {
            if (Files.exists(file)) {
                text.append(Files.getLastModifiedTime(file)).append(' ').append(Files.size(file));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
