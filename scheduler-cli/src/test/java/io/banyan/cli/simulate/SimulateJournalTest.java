package io.banyan.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.store.SqlJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banyan simulate journal}, of daemons that run, have stopped, or were never there. */
class SimulateJournalTest {
    @TempDir
    private Path directory;

    @Test
    void aJournalLeadsToTheSameWhileItsDaemonRunsAndAfterwards() throws Exception {
        Path state;
        try (RunningDaemon daemon = daemon()) {
            state = daemon.state();
            assertThat(daemon.banyan("submit", "-N", "1", "--array", "0-9", "-t", "1s", "true")
                            .status())
                    .isZero();
            Run live = Run.banyan("simulate", "journal", state.toString());
            assertThat(live.out()).contains(" of 1 process\n").contains("all reproduced");
            assertThat(live.status()).isZero();
        }
        Run json = Run.banyan("simulate", "journal", state.toString(), "-o", "json");
        assertThat(json.out()).contains("\"difference\" : null").contains("\"processes\" : 1");
        assertThat(json.status()).isZero();
    }

    @Test
    void whatDiffersIsShownAndEndsWithOne() throws Exception {
        Path state;
        try (RunningDaemon daemon = daemon()) {
            state = daemon.state();
            daemon.banyan("submit", "-N", "1", "-t", "1h", "true");
            daemon.banyan("submit", "-N", "1", "-t", "1h", "true");
        }
        // Of the first job nobody knows any more that it was submitted.
        int[] passed = {0};
        try (SqlJournal journal = SqlJournal.open(state.resolve("journal.db"))) {
            journal.replay(transaction -> {});
            journal.shorten(transaction -> !transaction.decisions().isEmpty() && passed[0]++ == 0
                    ? Optional.empty()
                    : Optional.of(transaction));
        }
        Run run = Run.banyan("simulate", "journal", state.toString());
        assertThat(run.out())
                .contains("differs")
                .contains("journal:    JobGranted")
                .contains("simulation: JobGranted");
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void whereThereIsNoneIsSaidInOneSentence() throws Exception {
        for (Path nothing : new Path[] {directory, directory.resolve("nowhere")}) {
            Run run = Run.banyan("simulate", "journal", nothing.toString());
            assertThat(run.err())
                    .contains("There is no journal " + nothing)
                    .contains("Maybe: specify the state directory");
            assertThat(run.status()).isEqualTo(1);
        }
        Path text = Files.writeString(directory.resolve("text"), "a text");
        assertThat(Run.banyan("simulate", "journal", text.toString()).err()).contains("is not a database");
    }

    private RunningDaemon daemon() throws Exception {
        return RunningDaemon.in(directory, builder -> builder.executing(ExecutionConfig.MOCK));
    }
}
