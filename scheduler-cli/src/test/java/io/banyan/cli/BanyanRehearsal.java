package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.daemon.DaemonRehearsal;
import io.banyan.rpc.files.ForeignTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Does what the processes of the tests do: daemons with their children and jobs, and the usual commands, in one
 * process.
 */
final class BanyanRehearsal {
    private static final long MOST_FILES = 10_000;
    private static final long PATIENCE_SECONDS = 60;
    private static final long BETWEEN_TRIALS_MILLIS = 20;

    private BanyanRehearsal() {}

    /** Leaves nothing behind. */
    public static void main(String[] words) {
        DaemonRehearsal.exitAfter(() -> {
            DaemonRehearsal.rehearse();
            rehearse();
        });
    }

    private static void rehearse() throws Exception {
        Path state = Files.createTempDirectory("banyan-rehearsal");
        String graph = Path.of("..", "resource-graphs", "small.graphml").toString();
        Thread daemon = Thread.ofPlatform()
                .daemon()
                .start(() -> Run.banyan(words(state, "start", "--graph", graph, "--jobs-as-root")));
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (Run.banyan(words(state, "jobs")).status() != ExitStatus.DONE) {
                assertThat(System.nanoTime()).isLessThan(end);
                TimeUnit.MILLISECONDS.sleep(BETWEEN_TRIALS_MILLIS);
            }
            succeeds(state, "run", "-n", "1", "--", "true");
            succeeds(state, "submit", "-n", "1", "--", "echo", "said");
            succeeds(state, "wait", "2");
            succeeds(state, "logs", "2");
            succeeds(state, "jobs", "-a");
            succeeds(state, "info", "2");
        } catch (AssertionError e) {
            // What fails is told, and not that a file of the daemon is gone when its directory is deleted.
            throw new IllegalStateException(e.getMessage(), e);
        }
        try (BanyanClient client = BanyanClient.ofStateDirectory(state)) {
            client.stop();
        } catch (ClientException e) {
            // A daemon can end before its answer has arrived.
        }
        daemon.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        if (daemon.isAlive()) {
            throw new IllegalStateException("the daemon does not stop");
        }
        ForeignTree.delete(state, MOST_FILES);
    }

    private static String[] words(Path state, String command, String... more) {
        List<String> all = new ArrayList<>(List.of(command, "--state", state.toString()));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static void succeeds(Path state, String command, String... more) {
        Run run = Run.banyan(words(state, command, more));
        assertThat(run.status()).as(command + ": " + run.out() + run.err()).isEqualTo(ExitStatus.DONE);
    }
}
