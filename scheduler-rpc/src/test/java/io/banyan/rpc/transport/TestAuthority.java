package io.banyan.rpc.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority that lasts for a test: certificates and keys as PEM files, made by the platform's keytool. */
public final class TestAuthority {
    private static final String PASSWORD = "for-a-test";

    private final Path directory;
    private final String name;
    private final Path store;

    /** A new one with this name, whose files are in the directory. */
    public TestAuthority(Path directory, String name) throws Exception {
        this.directory = directory;
        this.name = name;
        this.store = directory.resolve(name + ".p12");
        keytool("-genkeypair", "-alias", name, "-dname", "CN=" + name, "-ext", "bc:c=ca:true");
        writeCertificate(name, ca());
    }

    /** Its own certificate. */
    public Path ca() {
        return directory.resolve(name + ".ca.pem");
    }

    /** Issues a certificate for a daemon of this machine. */
    public void issueServer(String commonName, Path certificate, Path key) throws Exception {
        issue(commonName, certificate, key, "-ext", "san=ip:127.0.0.1,dns:localhost");
    }

    /** Issues one with a key of this algorithm, as keytool names it. */
    public void issueServer(String commonName, Path certificate, Path key, String algorithm) throws Exception {
        issue(commonName, certificate, key, "-ext", "san=ip:127.0.0.1,dns:localhost", "-keyalg", algorithm);
    }

    /** Issues a certificate for a client. */
    public void issueClient(String commonName, Path certificate, Path key) throws Exception {
        issue(commonName, certificate, key, "-ext", "eku=clientAuth");
    }

    /** Issues a certificate for a daemon of this machine that has ended already. */
    public void issueEnded(String commonName, Path certificate, Path key) throws Exception {
        issue(commonName, certificate, key, "-ext", "san=ip:127.0.0.1,dns:localhost", "-startdate", "-40d");
    }

    private void issue(String commonName, Path certificate, Path key, String... extension) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "-genkeypair", "-alias", commonName, "-signer", name, "-dname", "CN=" + commonName + ",O=Test"));
        words.addAll(List.of(extension));
        keytool(words.toArray(String[]::new));
        writeCertificate(commonName, certificate);
        write(key, "PRIVATE KEY", key(commonName).getEncoded());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    /** The certificate in a file. */
    public static X509Certificate read(Path file) throws IOException {
        return PemFiles.certificates(file)[0];
    }

    private void keytool(String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        // Its start is most of its work, and takes half the time without the optimising compiler.
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of(words));
        if (!command.contains("-keyalg")) {
            command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
        }
        command.addAll(List.of("-validity", "30", "-keystore"));
        command.addAll(List.of(store.toString(), "-storepass", PASSWORD, "-storetype", "PKCS12"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }

    private KeyStore opened() throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    private Key key(String alias) throws GeneralSecurityException, IOException {
        return opened().getKey(alias, PASSWORD.toCharArray());
    }

    private void writeCertificate(String alias, Path file) throws GeneralSecurityException, IOException {
        Certificate found = opened().getCertificate(alias);
        write(file, "CERTIFICATE", found.getEncoded());
    }

    private static void write(Path file, String kind, byte[] bytes) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                        + "-----\n");
    }
}
