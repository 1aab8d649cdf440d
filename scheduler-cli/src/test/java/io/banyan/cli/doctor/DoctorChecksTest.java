package io.banyan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.instance.message.value.Role;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.transport.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single checks, of what a machine on which tests run does not show. */
class DoctorChecksTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path directory;

    private static DoctorFinding clock(ClockCheck.LastDecision last) throws IOException {
        return new ClockCheck(() -> NOW, last).examine();
    }

    @Test
    void aJavaThatIsTooOldIsAProblem() {
        assertThat(new JavaCheck(Runtime.Version.parse("17.0.2"), "/jdk").examine())
                .isEqualTo(new DoctorFinding(
                        "java",
                        DoctorVerdict.PROBLEM,
                        "Java 17.0.2 in /jdk is older than 21. Install a newer JDK, or set JAVA_HOME to one."));
        assertThat(new JavaCheck(Runtime.Version.parse("21"), "/jdk").examine().verdict())
                .isEqualTo(DoctorVerdict.OK);
    }

    @Test
    void theArchiveIsTheOneThatTheLauncherNames() throws Exception {
        Path archive = Files.write(directory.resolve("banyan-25.aot"), new byte[3 << 20]);
        Optional<String> launcher = Optional.of("/banyan");
        assertThat(new ArchiveCheck(List.of("-Xmx1g", "-XX:AOTCache=" + archive), launcher).examine())
                .isEqualTo(new DoctorFinding("start-up archive", DoctorVerdict.OK, archive + ", 3 MiB."));
        assertThat(new ArchiveCheck(List.of("-Xmx1g"), launcher).examine().verdict())
                .isEqualTo(DoctorVerdict.WARNING);
    }

    @Test
    void aClockThatIsBehindTheJournalIsAProblem() throws Exception {
        assertThat(clock(() -> Optional.of(NOW.plusSeconds(90))))
                .isEqualTo(
                        new DoctorFinding(
                                "clock",
                                DoctorVerdict.PROBLEM,
                                "The clock shows 2026-03-01T12:00:00Z; the last decision was made 90.0 seconds after that. Set the clock before starting a daemon; timedatectl shows whether it is synchronized."));
        assertThat(clock(() -> Optional.of(NOW.minusSeconds(7200))))
                .isEqualTo(new DoctorFinding(
                        "clock",
                        DoctorVerdict.OK,
                        "The clock shows 2026-03-01T12:00:00Z; the last decision was made 2 hours earlier."));
    }

    @Test
    void aDiskThatIsNearlyFullIsWarnedOfAndAFullOneIsAProblem() throws Exception {
        var state = new StateDirectory(directory);
        assertThat(new SpaceCheck(state, Long.MAX_VALUE, 0).examine().verdict()).isEqualTo(DoctorVerdict.WARNING);
        assertThat(new SpaceCheck(state, Long.MAX_VALUE, Long.MAX_VALUE)
                        .examine()
                        .verdict())
                .isEqualTo(DoctorVerdict.PROBLEM);
    }

    @Test
    void aDirectoryOfSomebodyElseIsAProblemUnlessRootLooks() throws Exception {
        String owner = Files.getOwner(directory).getName();
        var state = new StateDirectory(directory);
        assertThat(new DirectoryCheck(state, "somebody-else").examine().verdict())
                .isEqualTo(DoctorVerdict.PROBLEM);
        DoctorFinding ofRoot = new DirectoryCheck(state, "root").examine();
        assertThat(ofRoot.verdict()).isEqualTo(owner.equals("root") ? DoctorVerdict.OK : DoctorVerdict.WARNING);
    }

    /** A daemon that is root leaves it so, and a start takes it. */
    @Test
    void aDirectoryThatOthersOnlyComeThroughIsWellWhereTheDaemonIsRoot() throws Exception {
        assumeTrue(
                Files.getOwner(directory).getName().equals("root"),
                "only root makes directories that are root's, and these tests run as somebody else");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        assertThat(new DirectoryCheck(new StateDirectory(directory), "root").examine())
                .isEqualTo(
                        new DoctorFinding(
                                "state directory",
                                DoctorVerdict.OK,
                                directory
                                        + " belongs to root. Only the owner can list it; other users can pass through it to the directories of their jobs."));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(new DirectoryCheck(new StateDirectory(directory), "root")
                        .examine()
                        .verdict())
                .isEqualTo(DoctorVerdict.WARNING);
    }

    @Test
    void aTableOfTokensThatAStartRefusesIsAProblem() throws Exception {
        var state = new StateDirectory(directory);
        new TokenTable(state.tokens())
                .add(NamedToken.of(
                        "alice", Role.USER, Optional.of(Token.random()), Optional.empty(), Optional.empty()));
        assertThat(new TokenCheck(state).examine().sentence()).endsWith(" contains further tokens: 1.");
        Files.setPosixFilePermissions(state.tokens(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(Examination.of(List.of(new TokenCheck(state))))
                .singleElement()
                .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(DoctorVerdict.PROBLEM))
                .satisfies(finding -> assertThat(finding.sentence()).contains("chmod 600 " + state.tokens()));
    }

    @Test
    void aDaemonThatIsRootNeedsTheProgramThatMakesProcessesTheirUsers() {
        Path setpriv = Path.of("/usr/bin/setpriv");
        assertThat(new JobUsersCheck(true, false, Optional.empty()).examine())
                .isEqualTo(
                        new DoctorFinding(
                                "users of jobs",
                                DoctorVerdict.PROBLEM,
                                "The daemon would run as root, and cannot start processes of jobs because setpriv is not installed. Install util-linux."));
        assertThat(new JobUsersCheck(true, false, Optional.of(setpriv))
                        .examine()
                        .verdict())
                .isEqualTo(DoctorVerdict.OK);
        assertThat(new JobUsersCheck(true, true, Optional.of(setpriv)).examine().verdict())
                .isEqualTo(DoctorVerdict.WARNING);
        assertThat(new JobUsersCheck(false, false, Optional.empty()).examine().verdict())
                .isEqualTo(DoctorVerdict.OK);
    }

    @Test
    void aCertificateIsGoodForSomeTimeAndItsKeyForItsOwner() throws Exception {
        Path key = directory.resolve("key.pem");
        Path certificate = directory.resolve("certificate.pem");
        keyPair(certificate, key);
        var files = new TlsFiles(certificate, key, Optional.empty());
        Instant now = Instant.now();
        assertThat(new TlsCheck(files, () -> now).examine().sentence())
                .startsWith(certificate + " is issued to CN=doctor and is valid until ")
                .endsWith("; the key matches.");
        assertThat(verdictAt(files, now)).isEqualTo(DoctorVerdict.OK);
        assertThat(verdictAt(files, now.plus(Duration.ofDays(20)))).isEqualTo(DoctorVerdict.WARNING);
        assertThat(verdictAt(files, now.plus(Duration.ofDays(40)))).isEqualTo(DoctorVerdict.PROBLEM);
        assertThat(verdictAt(files, now.minus(Duration.ofDays(1)))).isEqualTo(DoctorVerdict.PROBLEM);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(Examination.of(List.of(new TlsCheck(files, () -> now))))
                .singleElement()
                .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(DoctorVerdict.PROBLEM))
                .satisfies(finding -> assertThat(finding.sentence())
                        .contains("is accessible to users other than its owner", "chmod 600"));
    }

    private static DoctorVerdict verdictAt(TlsFiles files, Instant now) throws IOException {
        return new TlsCheck(files, () -> now).examine().verdict();
    }

    /** A certificate of its own for 30 days, by the platform's keytool. */
    private void keyPair(Path certificate, Path key) throws Exception {
        Path store = directory.resolve("store.p12");
        String password = "for-a-test";
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "doctor",
                "-dname",
                "CN=doctor",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                password,
                "-keystore",
                store.toString());
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        KeyStore opened = KeyStore.getInstance(store.toFile(), password.toCharArray());
        pem(certificate, "CERTIFICATE", opened.getCertificate("doctor").getEncoded());
        pem(key, "PRIVATE KEY", opened.getKey("doctor", password.toCharArray()).getEncoded());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    private static void pem(Path file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    @Test
    void aCheckThatFailsIsAFindingAndTheNextOnesAreMade() {
        Check broken = new Check() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public DoctorFinding examine() {
                throw new IllegalStateException("no idea");
            }
        };
        assertThat(Examination.of(List.of(broken, JavaCheck.ofThisProcess())))
                .extracting(DoctorFinding::verdict)
                .containsExactly(DoctorVerdict.PROBLEM, DoctorVerdict.OK);
    }
}
