package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class RehearsalTest {
    private static final Path HOME = Path.of("..");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Enough for each command and for each request of the tree, and too few for the compiler. */
    private static final int FEW_MATCHES = 150;

    @Test
    void rehearsesOnlyCommandsThatExist() throws Exception {
        assertThat(new Rehearsal(HOME, PATIENCE, FEW_MATCHES).run()).isEmpty();
    }

    @Test
    void theRehearsalOfClientsAsksADaemonInAProcessOfItsOwn() throws Exception {
        assertThat(new Rehearsal(HOME).runClient()).isEmpty();
        assertThat(new Rehearsal(HOME).runFollowing()).isEmpty();
        assertThat(new Rehearsal(HOME).runPolling()).isEmpty();
    }

    /** The process of such a daemon would stay for ever, and the first command after a build with it. */
    @Test
    @Timeout(60)
    void aDaemonThatIsNotUpInTimeIsNotWaitedFor() throws Exception {
        assertThat(new Rehearsal(HOME, Duration.ZERO, FEW_MATCHES).runDaemon())
                .anyMatch(it -> it.startsWith("a daemon:"));
    }
}
