package io.banyan.cli.workflow.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.batch.slurm.SlurmCommandRunner.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmProcessesTest {
    private final SlurmProcesses processes = new SlurmProcesses(SlurmProcesses.DEFAULT_LIMIT);

    @Test
    void givesInputAndReturnsOutputErrorsAndStatus() throws IOException {
        assertThat(processes.run(List.of("sh", "-c", "cat; echo no >&2; exit 3"), "input ö\n"))
                .isEqualTo(new Answer(3, "input ö\n", "no", false));
    }

    @Test
    void endsACommandThatTakesTooLong() throws IOException {
        Answer answer = new SlurmProcesses(Duration.ofMillis(200)).run(List.of("sleep", "60"), "");
        assertThat(answer.timedOut()).isTrue();
        assertThat(answer.status()).isNotZero();
    }

    @Test
    void anInterruptEndsAPause() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> processes.pause(60)).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
