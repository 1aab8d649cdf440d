package io.banyan.rpc.transport;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority that lasts for a test: certificates and keys as PEM files. */
public final class TestAuthority {
    private static final Duration VALID = Duration.ofDays(30);
    private static final Map.Entry<ASN1ObjectIdentifier, ASN1Encodable> OF_THIS_MACHINE =
            Map.entry(Extension.subjectAlternativeName, new GeneralNames(new GeneralName[] {
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"), new GeneralName(GeneralName.dNSName, "localhost")
            }));
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private final X500Name name;
    private final KeyPair keys;
    private final Path ca;

    /** A new one with this name, whose certificate is in the directory. */
    public TestAuthority(Path directory, String name) throws Exception {
        this.name = new X500Name("CN=" + name);
        this.keys = keys("EC");
        this.ca = directory.resolve(name + ".ca.pem");
        write(
                ca,
                "CERTIFICATE",
                signed(
                        this.name,
                        keys.getPublic(),
                        Instant.now(),
                        Map.entry(Extension.basicConstraints, new BasicConstraints(true))));
    }

    /** Returns the path of the authority's own certificate. */
    public Path ca() {
        return ca;
    }

    /** Issues a certificate for a daemon of this machine. */
    public void issueServer(String commonName, Path certificate, Path key) throws Exception {
        issueServer(commonName, certificate, key, "EC");
    }

    /** Issues one with a key of this algorithm, as {@link KeyPairGenerator} names it. */
    public void issueServer(String commonName, Path certificate, Path key, String algorithm) throws Exception {
        issue(commonName, certificate, key, algorithm, Instant.now(), OF_THIS_MACHINE);
    }

    /** Issues a certificate for a client. */
    public void issueClient(String commonName, Path certificate, Path key) throws Exception {
        issue(
                commonName,
                certificate,
                key,
                "EC",
                Instant.now(),
                Map.entry(Extension.extendedKeyUsage, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth)));
    }

    /** Issues a certificate for a daemon of this machine that has ended already. */
    public void issueEnded(String commonName, Path certificate, Path key) throws Exception {
        issue(
                commonName,
                certificate,
                key,
                "EC",
                Instant.now().minus(VALID).minus(Duration.ofDays(10)),
                OF_THIS_MACHINE);
    }

    private void issue(
            String commonName,
            Path certificate,
            Path key,
            String algorithm,
            Instant from,
            Map.Entry<ASN1ObjectIdentifier, ASN1Encodable> extension)
            throws Exception {
        KeyPair own = keys(algorithm);
        var subject = new X500Name("CN=" + commonName + ",O=Test");
        write(certificate, "CERTIFICATE", signed(subject, own.getPublic(), from, extension));
        write(key, "PRIVATE KEY", own.getPrivate().getEncoded());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    /** The certificate in a file. */
    public static X509Certificate read(Path file) throws IOException {
        return PemFiles.certificates(file)[0];
    }

    private static KeyPair keys(String algorithm) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        if (algorithm.equals("EC")) {
            generator.initialize(256);
        }
        return generator.generateKeyPair();
    }

    private byte[] signed(
            X500Name subject, PublicKey key, Instant from, Map.Entry<ASN1ObjectIdentifier, ASN1Encodable> extension)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        var extensions = new JcaX509ExtensionUtils();
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                        name,
                        BigInteger.valueOf(SERIAL.getAndIncrement()),
                        Date.from(from),
                        Date.from(from.plus(VALID)),
                        subject,
                        key)
                .addExtension(Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(key))
                .addExtension(
                        Extension.authorityKeyIdentifier,
                        false,
                        extensions.createAuthorityKeyIdentifier(keys.getPublic()))
                .addExtension(extension.getKey(), false, extension.getValue());
        return builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
                .getEncoded();
    }

    private static void write(Path file, String kind, byte[] bytes) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                        + "-----\n");
    }
}
