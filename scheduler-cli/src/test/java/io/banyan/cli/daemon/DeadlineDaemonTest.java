package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A daemon whose queue books jobs by their deadlines, on a grid, with jobs that fork and join real processes. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class DeadlineDaemonTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The network of a test that has this tag; all others are on a grid. */
    private static final String FAT_TREE = "fattree";

    @TempDir
    private Path directory;

    private Process daemon;

    /** The output of the last daemon. */
    private Path log;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        boolean isFatTree = test.getTags().contains(FAT_TREE);
        Run graph = Run.banyan(
                "graph", "generate", isFatTree ? FAT_TREE : "grid", isFatTree ? "2x2x2" : "4x2", "node { 2 core }");
        assertThat(graph.status()).isZero();
        Files.writeString(graph(), graph.out());
        daemon = started();
    }

    @AfterEach
    void stop() throws Exception {
        banyan("stop", "--cancel-jobs");
        daemon.destroy();
        assertThat(daemon.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private Path graph() {
        return directory.resolve("grid.json");
    }

    private Path state() {
        return directory.resolve("state");
    }

    private Process started() throws IOException {
        return started("deadline");
    }

    private Process started(String policy) throws IOException {
        List<String> words = new ArrayList<>(BanyanProcess.words(
                "start",
                "--state",
                state().toString(),
                "--graph",
                graph().toString(),
                "--queue-policy",
                policy,
                "--policy",
                "hilbert",
                "--jobs-as-root"));
        log = Files.createTempFile(directory, "daemon", ".log");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await().atMost(PATIENCE).until(() -> Files.readString(log).contains("listens on"));
        return process;
    }

    private Run banyan(String... words) {
        List<String> all = new ArrayList<>(List.of(words[0], "--state", state().toString()));
        Collections.addAll(all, words);
        all.remove(3);
        return Run.banyan(all.toArray(String[]::new));
    }

    private String out(String... words) {
        Run run = banyan(words);
        assertThat(run.status()).as(run.err()).isZero();
        return run.out();
    }

    private String submitted(String... words) {
        List<String> all = new ArrayList<>(List.of("submit"));
        Collections.addAll(all, words);
        return out(all.toArray(String[]::new)).strip();
    }

    private String nodes(int job) {
        return out("jobs", String.valueOf(job), "--format", "nodelist")
                .lines()
                .skip(1)
                .findFirst()
                .orElse("")
                .strip();
    }

    private String booked(int job) {
        return out("jobs", String.valueOf(job), "--format", "state,start,end,deadline")
                .lines()
                .skip(1)
                .findFirst()
                .orElse("");
    }

    @Test
    void bookingsAreKeptByADaemonThatIsKilled() throws Exception {
        assertThat(submitted("-N", "6", "-t", "1h", "--deadline", "2h", "sh", "-c", "echo begun; sleep 300"))
                .isEqualTo("job 1: running");
        assertThat(submitted("-N", "4", "-t", "1h", "--deadline", "3h", "sleep", "300"))
                .startsWith("job 2: reserved");
        Run refused = banyan("submit", "-N", "4", "-t", "1h", "--deadline", "90m", "sleep", "300");
        assertThat(refused.status()).isNotZero();
        assertThat(refused.err()).contains("it cannot end by its deadline", "the earliest possible deadline is");
        assertThat(out("schedule")).contains("deadline", "slack");
        String before = booked(2);
        await().atMost(PATIENCE).until(() -> out("logs", "1").contains("begun"));

        daemon.destroyForcibly();
        assertThat(daemon.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(new StateDirectory(state()).path()).exists();
        daemon = started();

        assertThat(booked(2)).isEqualTo(before).startsWith("reserved");
        assertThat(nodes(1)).as(out("info", "1")).isEqualTo("node[0-2,4-6]");
        assertThat(banyan("queues", "stop").err()).contains("booked jobs, whose starts are promised");
    }

    @Test
    void aRestartWithAnotherPolicyIsToldOnce() throws Exception {
        submitted("-N", "8", "-t", "1h", "--deadline", "2h", "sleep", "300");
        submitted("-N", "4", "-t", "1h", "--deadline", "3h", "sleep", "300");
        submitted("-N", "4", "-t", "1h", "--deadline", "3h", "sleep", "300");
        assertThat(Files.readString(log)).doesNotContain("no longer has the policy");

        daemon.destroyForcibly();
        assertThat(daemon.waitFor(60, TimeUnit.SECONDS)).isTrue();
        daemon = started("easy");

        assertThat(Files.readString(log))
                .containsOnlyOnce("The queue of 2 booked jobs no longer has the policy 'deadline': bookings are now "
                        + "reservations, which can move");
    }

    /** Two jobs exchange nodes, as in figure 12 of the paper: what one gives back, the other takes. */
    @Test
    void jobsThatForkAndJoinExchangeNodes() {
        submitted("-N", "1", "--policy", "leak", "-t", "10m", "--deadline", "1h", "sleep", "300");
        submitted("-N", "1", "--policy", "leak", "-t", "10m", "--deadline", "1h", "sleep", "300");
        assertThat(nodes(1)).isEqualTo("node2");
        assertThat(nodes(2)).isEqualTo("node7");
        assertThat(out("grow", "--job", "2", "-N", "3", "--near", "node7", "--contiguous"))
                .contains("for job 2, on node3, node5, node6");
        assertThat(out("partial-cancel", "2", "--path", "node6")).contains("freed: /cluster0/node6");
        out("grow", "--job", "1", "-N", "2", "--near", "node2", "--contiguous");
        assertThat(nodes(1)).isEqualTo("node[1-2,6]");
        assertThat(nodes(2)).isEqualTo("node[3,5,7]");
        assertThat(out("jobs", "2", "--format", "nodes,cores"))
                .as("what it has now, not the most that it had")
                .containsPattern("3 +6\\s");
        Run wrong = banyan("grow", "--job", "2", "-N", "1", "--near", "node6");
        assertThat(wrong.status()).isNotZero();
        assertThat(wrong.err()).contains("the job has no node 'node6'; it has node3, node5, node7");
        Run full = banyan("grow", "--job", "1", "-N", "6", "--near", "node2");
        assertThat(full.err()).contains("a process that is forked on node2 can share that node");
    }

    /** The leaf switches have two nodes each, and the pods two leaf switches. */
    @Test
    @Tag(FAT_TREE)
    void jobsAreBookedOnAFatTree() {
        assertThat(submitted("-N", "3", "-t", "1h", "--deadline", "2h", "sleep", "300"))
                .isEqualTo("job 1: running");
        assertThat(nodes(1)).isEqualTo("node[0-2]");
        submitted("-N", "1", "--policy", "leak", "-t", "10m", "--deadline", "1h", "sleep", "300");
        assertThat(nodes(2)).isEqualTo("node4");
        assertThat(out("grow", "--job", "2", "-N", "2", "--near", "node4", "--contiguous"))
                .contains("for job 2, on node5, node6");
        assertThat(submitted("-N", "4", "--policy", "manhattan-median", "-t", "1h", "--deadline", "3h", "sleep", "300"))
                .startsWith("job 3: reserved");
        Run refused = banyan("submit", "-N", "8", "-t", "1h", "--deadline", "90m", "sleep", "300");
        assertThat(refused.err()).contains("the earliest possible deadline is");
    }

    /** The queue books the numbers of nodes over time. A killed daemon keeps them, and starts the jobs in time. */
    @Test
    void nodesAreBookedByTheirNumberOverTime() throws Exception {
        assertThat(submitted(
                        "-N",
                        "1",
                        "--policy",
                        "foresight",
                        "-t",
                        "60m",
                        "--deadline",
                        "61m",
                        "--profile",
                        "0=1,20m=6,40m=2",
                        "sleep",
                        "300"))
                .isEqualTo("job 1: running");
        // From 20 minutes on 6 nodes are booked, and from 40 minutes on 2.
        assertThat(submitted(
                        "-N",
                        "5",
                        "--policy",
                        "foresight",
                        "-t",
                        "50m",
                        "--deadline",
                        "91m",
                        "--profile",
                        "0=5",
                        "sleep",
                        "300"))
                .startsWith("job 2: reserved");
        Run refused =
                banyan("submit", "-N", "5", "--policy", "foresight", "-t", "50m", "--deadline", "70m", "sleep", "300");
        assertThat(refused.err()).contains("the earliest possible deadline is");
        assertThat(banyan("grow", "--job", "1", "-N", "3", "--near", firstNode(1))
                        .status())
                .as("until 40 minutes nobody else has booked them; then 5 of 8 are booked")
                .isNotZero();
        assertThat(out("grow", "--job", "1", "-N", "2", "--near", firstNode(1))).contains("for job 1");
        String before = booked(2);
        Run wrong = banyan(
                "submit",
                "-N",
                "1",
                "--policy",
                "foresight",
                "-t",
                "10m",
                "--deadline",
                "1h",
                "--profile",
                "0=1,10m=2",
                "sleep",
                "300");
        assertThat(wrong.err()).contains("The profile has an entry at 600 s, and the job runs for 600 s");

        daemon.destroyForcibly();
        assertThat(daemon.waitFor(60, TimeUnit.SECONDS)).isTrue();
        daemon = started();

        assertThat(booked(2)).isEqualTo(before).startsWith("reserved");
        assertThat(out("jobs", "1", "--format", "nodes")).contains("3");
        out("cancel", "1");
        await("a start before the booked one")
                .atMost(PATIENCE)
                .until(() -> booked(2).startsWith("running"));
        assertThat(out("jobs", "2", "--format", "nodes")).contains("5");
    }

    private String firstNode(int job) {
        return nodes(job).replaceFirst("^node\\[?([0-9]+).*$", "node$1");
    }

    @Test
    void aJobOfRealProcessesForksAndJoins() {
        String launcher = BanyanProcess.launcher();
        submitted(
                "-N",
                "1",
                "--policy",
                "leak",
                "-t",
                "5m",
                "--deadline",
                "1h",
                "--env",
                "BANYAN=" + launcher,
                "sh",
                Path.of("..", "examples", "leak", "forks.sh")
                        .toAbsolutePath()
                        .normalize()
                        .toString(),
                "2",
                "1");
        await().atMost(PATIENCE).until(() -> out("jobs").contains("No jobs."));
        assertThat(out("logs", "1")).contains("process 1 runs on node", "freed:", "all processes have ended");
    }

    @Test
    void aJobIsEndedAtItsDeadline() {
        assertThat(submitted("-N", "2", "-t", "2s", "--deadline", "8s", "--until-deadline", "sleep", "300"))
                .isEqualTo("job 1: running");
        await().atMost(PATIENCE).until(() -> out("jobs").contains("No jobs."));
        assertThat(out("info", "1")).contains("expired", "it reached its deadline");
    }
}
