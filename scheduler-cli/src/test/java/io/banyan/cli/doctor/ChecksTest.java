package io.banyan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single checks, of what a machine on which tests run does not show. */
class ChecksTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path directory;

    private static Finding clock(ClockCheck.LastDecision last) throws IOException {
        return new ClockCheck(() -> NOW, last).examine();
    }

    @Test
    void aJavaThatIsTooOldIsAProblem() {
        assertThat(new JavaCheck(Runtime.Version.parse("17.0.2"), "/jdk").examine())
                .isEqualTo(new Finding(
                        "java",
                        Verdict.PROBLEM,
                        "Java 17.0.2 in /jdk is older than 21. Install a newer JDK, or set JAVA_HOME to one."));
        assertThat(new JavaCheck(Runtime.Version.parse("21"), "/jdk").examine().verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void theArchiveIsTheOneThatTheLauncherNames() throws Exception {
        Path archive = Files.write(directory.resolve("banyan-25.aot"), new byte[3 << 20]);
        Optional<String> launcher = Optional.of("/banyan");
        assertThat(new ArchiveCheck(List.of("-Xmx1g", "-XX:AOTCache=" + archive), launcher).examine())
                .isEqualTo(new Finding("start-up archive", Verdict.OK, archive + ", 3 MiB."));
        assertThat(new ArchiveCheck(List.of("-Xmx1g"), launcher).examine().verdict())
                .isEqualTo(Verdict.WARNING);
    }

    @Test
    void aClockThatIsBehindTheJournalIsAProblem() throws Exception {
        assertThat(clock(() -> Optional.of(NOW.plusSeconds(90))))
                .isEqualTo(new Finding(
                        "clock",
                        Verdict.PROBLEM,
                        "It says 2026-03-01T12:00:00Z, and the last decision was made 90.0 seconds later. "
                                + "Set the clock before a daemon starts: timedatectl shows what it follows."));
        assertThat(clock(() -> Optional.of(NOW.minusSeconds(7200))))
                .isEqualTo(new Finding(
                        "clock",
                        Verdict.OK,
                        "It says 2026-03-01T12:00:00Z, and the last decision was made 2 hours before."));
    }

    @Test
    void aDiskThatIsNearlyFullIsWarnedOfAndAFullOneIsAProblem() throws Exception {
        var state = new StateDirectory(directory);
        assertThat(new SpaceCheck(state, Long.MAX_VALUE, 0).examine().verdict()).isEqualTo(Verdict.WARNING);
        assertThat(new SpaceCheck(state, Long.MAX_VALUE, Long.MAX_VALUE).examine().verdict())
                .isEqualTo(Verdict.PROBLEM);
    }

    @Test
    void aDirectoryOfSomebodyElseIsAProblemUnlessRootLooks() throws Exception {
        String owner = Files.getOwner(directory).getName();
        var state = new StateDirectory(directory);
        assertThat(new DirectoryCheck(state, "somebody-else").examine().verdict())
                .isEqualTo(Verdict.PROBLEM);
        Finding ofRoot = new DirectoryCheck(state, "root").examine();
        assertThat(ofRoot.verdict()).isEqualTo(owner.equals("root") ? Verdict.OK : Verdict.WARNING);
    }

    @Test
    void aCheckThatFailsIsAFindingAndTheNextOnesAreMade() {
        Check broken = new Check() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public Finding examine() {
                throw new IllegalStateException("no idea");
            }
        };
        assertThat(Examination.of(List.of(broken, JavaCheck.ofThisProcess())))
                .extracting(Finding::verdict)
                .containsExactly(Verdict.PROBLEM, Verdict.OK);
    }
}
