package io.banyan.provider.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of a process that ends the runs that a killed process has left. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ProcessOwnerTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<String> words = List.of("owner", UUID.randomUUID().toString());
    private final List<Process> left = new ArrayList<>();

    @AfterEach
    void endAll() {
        left.forEach(Process::destroyForcibly);
    }

    @Test
    void theFirstRunEndsWhatAnEarlierProcessHasLeft() throws Exception {
        Process earlier = left(words);
        Process ofAnother = left(List.of("owner", "another"));
        var caller = new ProcessOwner(words);
        ProgramRun run = caller.run(List.of("sh", "-c", "printenv BANYAN_PROVIDER_CALL"), new byte[0], LONG);
        assertThat(run.output()).startsWith(nameOf(words) + ".");
        assertThat(earlier.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ofAnother.isAlive()).isTrue();
    }

    @Test
    void whatThisProcessRunsGoesOn() throws Exception {
        new ProcessOwner(words).run(List.of("true"), new byte[0], LONG);
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                new ProcessOwner(words).run(List.of("true"), new byte[0], LONG);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        ProgramRun run = new ProcessOwner(words).run(List.of("sh", "-c", "sleep 0.3; echo done"), new byte[0], LONG);
        other.join();
        assertThat(run.output()).isEqualTo("done\n");
    }

    /** Starts a process as an earlier process would have started it. */
    private Process left(List<String> by) throws Exception {
        var builder = new ProcessBuilder("sleep", "333");
        builder.environment().put(Descendants.VARIABLE, nameOf(by) + ".earlier.1");
        Process process = builder.start();
        left.add(process);
        return process;
    }

    private static String nameOf(List<String> by) {
        return UUID.nameUUIDFromBytes(String.join("\n", by).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
