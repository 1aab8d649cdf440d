package io.banyan.rpc.transport;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.security.OwnerOnly;
import io.grpc.util.CertificateUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** Certificates and keys as text. */
final class PemFiles {
    private static final long MAX_BYTES = 1 << 20;
    private static final int LINE = 64;
    private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
    private static final String END_KEY = "-----END PRIVATE KEY-----";
    /** The algorithms of keys with which a Java platform can present a certificate. */
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PemFiles() {}

    /** A reader of a PEM file's content. */
    private interface Reader<T> {
        T read(InputStream text) throws IOException, GeneralSecurityException;
    }

    /**
     * The certificates in a file, in their order.
     *
     * @throws IOException with one sentence, if there are none
     */
    static X509Certificate[] certificates(Path file) throws IOException {
        X509Certificate[] found = read(file, "certificate", CertificateUtils::getX509Certificates);
        if (found.length == 0) {
            throw new IOException("The file " + file + " contains no certificate.");
        }
        return found;
    }

    /**
     * The private key in a file.
     *
     * @throws IOException with one sentence, if there is none, or others than its owner can use it
     */
    static PrivateKey key(Path file) throws IOException {
        if (Files.exists(file)) {
            OwnerOnly.requireOwn(file, "key file");
        }
        return read(file, "private key of RSA, EC or Ed25519 in PKCS#8", PemFiles::key);
    }

    private static PrivateKey key(InputStream text) throws IOException, GeneralSecurityException {
        String all = new String(text.readNBytes((int) MAX_BYTES), StandardCharsets.US_ASCII);
        int begin = all.indexOf(BEGIN_KEY);
        int end = all.indexOf(END_KEY, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            throw new InvalidKeySpecException("There is no line " + BEGIN_KEY);
        }
        var bytes =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(all.substring(begin + BEGIN_KEY.length(), end)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(bytes);
            } catch (InvalidKeySpecException ofAnother) {
                // The next key format may match.
            }
        }
        throw new InvalidKeySpecException("The key is not of any of the algorithms " + ALGORITHMS);
    }

    private static <T> T read(Path file, String what, Reader<T> reader) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("The file " + file + " is too long for a " + what + ".");
            }
            try (InputStream text = Files.newInputStream(file)) {
                return reader.read(text);
            }
        } catch (NoSuchFileException e) {
            throw new IOException("There is no file " + file + " with a " + what + ".", e);
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("read the " + what, file, e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("The file " + file + " contains no readable " + what + ".", e);
        }
    }

    /** A certificate as text. */
    static String text(X509Certificate certificate) throws IOException {
        try {
            Base64.Encoder lines = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
            return "-----BEGIN CERTIFICATE-----\n" + lines.encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (CertificateEncodingException e) {
            throw new IOException("A certificate cannot be written.", e);
        }
    }
}
