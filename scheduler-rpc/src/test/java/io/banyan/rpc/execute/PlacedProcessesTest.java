package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.JobAnswer;
import io.banyan.instance.JobRequest;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.Outcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of a job that a daemon runs: each knows the node of its slot, and has its cores and GPUs there. */
@Timeout(120)
class PlacedProcessesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Optional<Daemon> daemon = Optional.empty();
    private Optional<BanyanClient> client = Optional.empty();

    /** A daemon of these hosts. */
    private void start(String hosts, String... children) throws Exception {
        StringBuilder ranks = new StringBuilder();
        for (int i = 0; i < children.length; i++) {
            ranks.append(i == 0 ? "" : ", ").append("""
                    {"rank": "%d", "children": {%s}}""".formatted(i, children[i]));
        }
        Path graph = Files.writeString(directory.resolve("R.json"), """
                {"version": 1, "execution": {"R_lite": [%s], "nodelist": ["%s"], "starttime": 0, "expiration": 0}}""".formatted(ranks, hosts));
        var state = new StateDirectory(directory.resolve("state"));
        daemon = Optional.of(Daemon.start(DaemonConfig.of(state, "top", GraphFile.of(graph))
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .executing(ExecutionConfig.LOCAL)
                .build()));
        client = Optional.of(BanyanClient.ofStateDirectory(state.path()));
    }

    @AfterEach
    void stop() {
        client.ifPresent(BanyanClient::close);
        daemon.ifPresent(Daemon::stop);
    }

    /** What the processes of a job write, in the order of their ranks. */
    private List<String> said(int slots, String parts, String count, String words) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": %d, "with": [%s]}],
                 "tasks": [{"command": ["sh", "-c", "%s > said.$BANYAN_RANK"], "slot": "s", "count": {%s}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s"}}}""".formatted(slots, parts, words, count, directory);
        Outcome<JobAnswer.Submitted> outcome = client.orElseThrow()
                .queueing()
                .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        JobId id = ((Outcome.Done<JobAnswer.Submitted>) outcome).answer().job().id();
        await().atMost(PATIENCE)
                .until(() -> client.orElseThrow()
                        .info(new JobRequest.JobInfo(id, MatchFormat.SIMPLE))
                        .job()
                        .state()
                        .isOver());
        try (Stream<Path> files = Files.list(directory)) {
            int ranks = (int) files.filter(file -> file.getFileName().toString().startsWith("said."))
                    .count();
            return Stream.iterate(0, rank -> rank < ranks, rank -> rank + 1)
                    .map(rank -> read(directory.resolve("said." + rank)))
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void processesRunOnTheNodesOfTheirSlots() throws Exception {
        start("two,eight", "\"core\": \"0-1\"", "\"core\": \"0-7\"");
        String core = "{\"type\": \"core\", \"count\": 1}";
        assertThat(said(10, core, "\"per_slot\": 1", "echo $BANYAN_HOST $BANYAN_CORES"))
                .containsExactly(
                        "two 0", "two 1", "eight 0", "eight 1", "eight 2", "eight 3", "eight 4", "eight 5", "eight 6",
                        "eight 7");
    }

    @Test
    void processesSeeTheGpusOfTheirSlots() throws Exception {
        start("one,two", "\"core\": \"0\", \"gpu\": \"0\"", "\"core\": \"0-1\", \"gpu\": \"0-1\"");
        String parts = "{\"type\": \"core\", \"count\": 1}, {\"type\": \"gpu\", \"count\": 1}";
        assertThat(said(3, parts, "\"per_slot\": 1", "echo $BANYAN_HOST $BANYAN_GPUS $CUDA_VISIBLE_DEVICES"))
                .containsExactly("one 0 0", "two 0 0", "two 1 1");
    }

    @Test
    void eachProcessRunsOnTheProcessorsOfItsSlot() throws Exception {
        List<String> processors = Stream.of(0, 1)
                .map(core -> Processors.ofThisMachine().of(IdSet.of(core)).toString())
                .toList();
        assumeTrue(processors.stream().noneMatch(String::isEmpty), "this machine has no two cores to use");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "this machine has no taskset");
        start(InetAddress.getLocalHost().getHostName(), "\"core\": \"0-1\"");
        String words = "echo $(grep Cpus_allowed_list /proc/self/status | cut -f 2) $BANYAN_CPUS";
        assertThat(said(2, "{\"type\": \"core\", \"count\": 1}", "\"per_slot\": 1", words))
                .containsExactly(
                        processors.get(0) + " " + processors.get(0), processors.get(1) + " " + processors.get(1));
    }
}
