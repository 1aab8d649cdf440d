package io.banyan.provider.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of the ends of shells below a subreaper. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class SubreaperTest {
    /** Signals and pauses that do nothing, as for a process that the kernel does not let go. */
    private static final String IN_VAIN = "kill() { :; }\nsleep() { :; }\n";

    private static final long SIGPIPE_AND_SIGXFSZ = 1L << 12 | 1L << 24;
    private static final String LEAVES_ONE = "/bin/sleep 600 & echo $!; exit 7";

    private static Process start(List<String> words) throws IOException {
        return new ProcessBuilder(Subreaper.words(words))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String outputOf(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static void endsWithItsStatus(String script) throws Exception {
        assumeTrue(Subreaper.isPossible(), "this machine has neither perl nor python3");
        Process process = start(List.of("/bin/sh", "-c", IN_VAIN + script, "sh", "/bin/sh", "-c", LEAVES_ONE));
        try (var reader = process.inputReader()) {
            ProcessHandle left =
                    ProcessHandle.of(Long.parseLong(reader.readLine())).orElseThrow();
            try {
                assertThat(process.waitFor()).isEqualTo(7);
                assertThat(left.isAlive()).isTrue();
            } finally {
                left.destroyForcibly();
            }
        }
    }

    @Test
    void aRunEndsWithItsStatusThoughAProcessCannotBeKilled() throws Exception {
        endsWithItsStatus(ProgramRun.SUPERVISION);
    }

    @Test
    void clearingEndsThoughAProcessCannotBeKilled() throws Exception {
        endsWithItsStatus("stopping() { false; }\n\"$@\"\n" + Subreaper.CLEARING + "exit 7");
    }

    @Test
    void pythonLeavesNoSignalIgnored() throws Exception {
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(Files.isExecutable(python), "this machine has no python3");
        List<String> words = new ArrayList<>(Subreaper.byPython(python));
        words.addAll(List.of("/bin/grep", "SigIgn", "/proc/self/status"));
        Process process = new ProcessBuilder(words).start();
        long ignored = Long.parseUnsignedLong(outputOf(process).replaceFirst("SigIgn:\\s+", ""), 16);
        assertThat(ignored & SIGPIPE_AND_SIGXFSZ).isZero();
    }
}
