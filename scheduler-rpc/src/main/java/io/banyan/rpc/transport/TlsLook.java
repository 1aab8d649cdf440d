package io.banyan.rpc.transport;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * The state of the TLS files of a daemon.
 *
 * @param subject of the certificate
 * @param from the beginning of its validity
 * @param until the end of its validity
 */
public record TlsLook(String subject, Instant from, Instant until) {
    /**
     * Reads the files as a daemon would.
     *
     * @throws IOException with one sentence, if one of them cannot be used: not there, not readable, a key that others
     *     can read or of another
     *     certificate
     */
    public static TlsLook at(TlsFiles files) throws IOException {
        ServerTls.check(files);
        X509Certificate own = PemFiles.certificates(files.certificate())[0];
        return new TlsLook(
                own.getSubjectX500Principal().getName(),
                own.getNotBefore().toInstant(),
                own.getNotAfter().toInstant());
    }
}
