package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.bytes;
import static io.banyan.rpc.config.ValueType.number;
import static io.banyan.rpc.config.ValueType.path;
import static io.banyan.rpc.config.ValueType.yesOrNo;

import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.transport.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of a daemon's configuration that concern security. */
final class SecurityKeys {
    static final Key<Optional<Path>> TLS_CERTIFICATE = Key.of(
                    "tls.certificate",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Certificate of the daemon in PEM, followed by its chain; reloaded when it changes.")
            .option("--tls-cert")
            .sample("/etc/banyan/server.pem");

    static final Key<Optional<Path>> TLS_KEY = Key.of(
                    "tls.key",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Private key of the certificate in PEM (PKCS#8), readable only by its owner.")
            .option("--tls-key")
            .sample("/etc/banyan/server.key");

    static final Key<Optional<Path>> TLS_CLIENT_CA = Key.of(
                    "tls.client-ca",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Certificates in PEM of the authorities that issue client certificates.")
            .option("--tls-client-ca")
            .sample("/etc/banyan/clients-ca.pem");

    static final Key<Boolean> INSECURE = Key.of(
                    "security.insecure",
                    yesOrNo(),
                    SecurityConfig.DEFAULT.insecure(),
                    "Whether the daemon may listen for other machines without TLS.")
            .option("--insecure")
            .sample("true");

    static final Key<Boolean> JOBS_AS_ROOT = Key.of(
                    "security.jobs-as-root",
                    yesOrNo(),
                    SecurityConfig.DEFAULT.jobsAsRoot(),
                    "Whether processes of jobs may run as root if the daemon runs as root; only for machines without other users.")
            .option("--jobs-as-root")
            .sample("true")
            .passedOn();

    static final Key<Integer> CALLS_PER_SECOND = Key.of(
                    "security.calls-per-second",
                    number(0, 10_000_000),
                    SecurityConfig.DEFAULT.callsPerSecond(),
                    "Maximum average number of calls per second of each client; 0 for no limit. Calls of the owner are not counted.")
            .sample("100")
            .reloaded();

    static final Key<Long> AUDIT_FILE_SIZE = Key.of(
                    "security.audit-file-size",
                    bytes(1 << 16, 1L << 40),
                    SecurityConfig.DEFAULT.auditFileBytes(),
                    "Size at which audit.log is rotated; log.old-files older logs are kept.")
            .sample("1MiB")
            .reloaded();

    static final List<Key<?>> ALL =
            List.of(TLS_CERTIFICATE, TLS_KEY, TLS_CLIENT_CA, INSECURE, JOBS_AS_ROOT, CALLS_PER_SECOND, AUDIT_FILE_SIZE);

    private SecurityKeys() {}

    /**
     * The security options that the settings describe.
     *
     * @throws IllegalArgumentException with one sentence, where they do not agree
     */
    static SecurityConfig config(Settings settings) {
        Optional<Path> certificate = settings.get(TLS_CERTIFICATE);
        Optional<Path> key = settings.get(TLS_KEY);
        Optional<Path> clientCa = settings.get(TLS_CLIENT_CA);
        if (certificate.isPresent() != key.isPresent() || (clientCa.isPresent() && key.isEmpty())) {
            throw new IllegalArgumentException(
                    "--tls-cert and --tls-key must be used together, and --tls-client-ca requires them.");
        }
        return new SecurityConfig(
                certificate.map(file -> new TlsFiles(file, key.orElseThrow(), clientCa)),
                settings.get(INSECURE),
                settings.get(JOBS_AS_ROOT),
                settings.get(CALLS_PER_SECOND),
                settings.get(AUDIT_FILE_SIZE),
                Optional.empty());
    }
}
