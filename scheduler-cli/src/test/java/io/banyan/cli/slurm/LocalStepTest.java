package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tasks of an srun within a job. */
@Timeout(60)
class LocalStepTest {
    private static int statusOf(boolean killsOnFailure, String script) {
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()));
        return new LocalStep(
                        2,
                        List.of("sh", "-c", script),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        killsOnFailure)
                .run(ToolContext.of(terminal, new Target(), List.of()));
    }

    /** Whichever task it is: the first one does not end by itself here. */
    @Test
    void aTaskThatFailsEndsTheOthers() {
        assertThat(statusOf(true, "[ $SLURM_PROCID = 0 ] || exit 3; exec sleep 600"))
                .isEqualTo(128 + 15);
    }

    @Test
    void theGreatestStatusIsThatOfTheStep() {
        assertThat(statusOf(false, "exit $((5 - SLURM_PROCID))")).isEqualTo(5);
    }
}
