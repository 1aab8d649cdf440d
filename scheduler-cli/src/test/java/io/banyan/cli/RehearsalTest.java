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

    @Test
    void rehearsesOnlyCommandsThatExist() throws Exception {
        assertThat(new Rehearsal(Path.of("..")).run()).isEmpty();
    }

    @Test
    void theRehearsalOfClientsAsksADaemonInAProcessOfItsOwn() throws Exception {
        assertThat(new Rehearsal(Path.of("..")).runClient()).isEmpty();
        assertThat(new Rehearsal(Path.of("..")).runFollowing()).isEmpty();
    }

    /** Its process would stay for ever, and the first command after a build with it. */
    @Test
    @Timeout(60)
    void aDaemonThatIsNotUpInTimeIsNotWaitedFor() throws Exception {
        assertThat(new Rehearsal(Path.of(".."), Duration.ZERO).run()).anyMatch(it -> it.startsWith("a daemon:"));
    }
}
