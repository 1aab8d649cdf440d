package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rset.IdSet;
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
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Optional<Daemon> daemon = Optional.empty();
    private Optional<BanyanClient> client = Optional.empty();

    /** A daemon of these hosts. */
    private void start(String hosts, String... children) throws Exception {
        start(ExecutionConfig.LOCAL, hosts, children);
    }

    private void start(ExecutionConfig config, String hosts, String... children) throws Exception {
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
                .executing(config)
                .build()));
        client = Optional.of(BanyanClient.ofStateDirectory(state.path()));
    }

    @AfterEach
    void stop() {
        client.ifPresent(BanyanClient::close);
        daemon.ifPresent(Daemon::stop);
    }

    /** Returns what the processes of a job write, in the order of their ranks. */
    private List<String> said(int slots, String parts, String count, String words) throws Exception {
        return said(slots, parts, count, words, "");
    }

    private List<String> said(int slots, String parts, String count, String words, String options) throws Exception {
        JobId id = submit(slots, parts, count, words, options);
        awaitEnd(id);
        try (Stream<Path> files = Files.list(directory)) {
            int ranks = (int) files.filter(file -> file.getFileName().toString().startsWith("said."))
                    .count();
            return Stream.iterate(0, rank -> rank < ranks, rank -> rank + 1)
                    .map(rank -> read(directory.resolve("said." + rank)))
                    .toList();
        }
    }

    private JobId submit(int slots, String parts, String count, String words, String options) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": %d, "with": [%s]}],
                 "tasks": [{"command": ["sh", "-c", "(%s) > said.$BANYAN_RANK"], "slot": "s", "count": {%s}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s",
                  "shell": {"options": {%s}}}}}""".formatted(slots, parts, words, count, directory, options);
        RequestOutcome<JobAnswer.Submitted> outcome = client.orElseThrow()
                .queueing()
                .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private void awaitEnd(JobId id) {
        await().atMost(PATIENCE)
                .until(() -> client.orElseThrow()
                        .info(new JobRead.JobInfo(id, MatchFormat.SIMPLE))
                        .job()
                        .state()
                        .isOver());
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

    /** The processors of the first two cores, as a task on each of them sees them. */
    private void requireTwoCoresUsed() throws Exception {
        List<String> processors = Stream.of(0, 1)
                .map(core -> Processors.ofThisMachine().of(IdSet.of(core)).toString())
                .toList();
        assumeTrue(processors.stream().noneMatch(String::isEmpty), "this machine has no two cores to use");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "this machine has no taskset");
        String words = "echo $(grep Cpus_allowed_list /proc/self/status | cut -f 2) $BANYAN_CPUS";
        assertThat(said(2, "{\"type\": \"core\", \"count\": 1}", "\"per_slot\": 1", words))
                .containsExactly(
                        processors.get(0) + " " + processors.get(0), processors.get(1) + " " + processors.get(1));
    }

    @Test
    void eachProcessRunsOnTheProcessorsOfItsSlot() throws Exception {
        start(InetAddress.getLocalHost().getHostName(), "\"core\": \"0-1\"");
        requireTwoCoresUsed();
    }

    /** All tasks run on this machine, so that the only node is this machine. */
    @Test
    void theOnlyNodeIsThisMachineWhateverItsName() throws Exception {
        start("another", "\"core\": \"0-1\"");
        requireTwoCoresUsed();
    }

    /** The core 0 of one is not that of the other. */
    @Test
    void tasksOfSeveralPretendedNodesRunWhereTheMachineLetsThem() throws Exception {
        start("a,b", "\"core\": \"0\"", "\"core\": \"0\"");
        String words = "grep Cpus_allowed_list /proc/self/status; echo $BANYAN_CPUS";
        String all = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list"))
                .findFirst()
                .orElseThrow();
        assertThat(said(2, "{\"type\": \"core\", \"count\": 1}", "\"per_slot\": 1", words))
                .containsExactly(all, all);
        assertThat(said(1, "{\"type\": \"core\", \"count\": 1}", "\"per_slot\": 1", words))
                .contains(all);
    }

    /** That machine finds out which processors they are. */
    @Test
    void aTaskThatALaunchCommandStartsRunsOnItsCores() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/lscpu")), "this machine has no lscpu");
        start(ExecutionConfig.LOCAL.by(LaunchTemplate.parse("/bin/sh -c {shell-start}")), "far", "\"core\": \"0-1\"");
        requireTwoCoresUsed();
    }

    @Test
    void theVariablesOfAllMakersNameTheGpusOfTheSlot() throws Exception {
        start("one", "\"core\": \"0-3\", \"gpu\": \"0-3\"");
        assertThat(said(
                        2,
                        "{\"type\": \"core\", \"count\": 1}, {\"type\": \"gpu\", \"count\": 2}",
                        "\"per_slot\": 1",
                        "echo $CUDA_VISIBLE_DEVICES $ROCR_VISIBLE_DEVICES $ZE_AFFINITY_MASK"))
                .containsExactly("0,1 0,1 0,1", "2,3 2,3 2,3");
    }

    @Test
    void aJobWithoutGpusSeesNoneOfTheNode() throws Exception {
        start("one", "\"core\": \"0-3\", \"gpu\": \"0-3\"");
        String words =
                "echo $CUDA_VISIBLE_DEVICES $ROCR_VISIBLE_DEVICES $ZE_AFFINITY_MASK ${BANYAN_GPUS-no} ${SLURM_STEP_GPUS-no}";
        assertThat(said(2, "{\"type\": \"core\", \"count\": 1}", "\"per_slot\": 1", words, "\"slurm-env\": true"))
                .containsExactly("-1 -1 -1 no no", "-1 -1 -1 no no");
    }

    /** The machine may have GPUs of which the graph knows nothing. */
    @Test
    void aJobSeesAllGpusWhereTheGraphHasNone() throws Exception {
        start("one", "\"core\": \"0-3\"");
        String words = "echo ${CUDA_VISIBLE_DEVICES-all} ${ROCR_VISIBLE_DEVICES-all} ${ZE_AFFINITY_MASK-all}";
        assertThat(said(1, "{\"type\": \"core\", \"count\": 1}", "\"per_slot\": 1", words))
                .containsExactly("all all all");
    }

    /** Both run at once: the first one ends only when the second has written. */
    @Test
    void twoJobsOnOneNodeSeeDisjointGpus() throws Exception {
        start("one", "\"core\": \"0-3\", \"gpu\": \"0-3\"");
        String parts = "{\"type\": \"core\", \"count\": 1}, {\"type\": \"gpu\", \"count\": 2}";
        String words = "while ! [ -e second ]; do sleep 0.1; done; echo $CUDA_VISIBLE_DEVICES";
        JobId first = submit(1, parts, "\"per_slot\": 1", words + " >> first; true", "");
        JobId second = submit(1, parts, "\"per_slot\": 1", "echo $CUDA_VISIBLE_DEVICES > second; true", "");
        awaitEnd(second);
        awaitEnd(first);
        assertThat(List.of(read(directory.resolve("first")), read(directory.resolve("second"))))
                .containsExactlyInAnyOrder("0,1", "2,3");
    }

    @Test
    void processesFindSlurmsVariablesWhereTheJobAsksForThem() throws Exception {
        start("a,b", "\"core\": \"0-3\"", "\"core\": \"0-1\"");
        String words =
                "echo $SLURM_PROCID $SLURM_LOCALID $SLURM_NODEID $SLURMD_NODENAME $SLURM_CPUS_PER_TASK of $SLURM_NTASKS"
                        + " on $SLURM_JOB_NODELIST $SLURM_NNODES $SLURM_TASKS_PER_NODE $SLURM_JOB_CPUS_PER_NODE in $SLURM_SUBMIT_DIR";
        String parts = "{\"type\": \"core\", \"count\": 2}";
        String all = " of 3 on a,b 2 2,1 4,2 in " + directory;
        assertThat(said(3, parts, "\"per_slot\": 1", words, "\"slurm-env\": true"))
                .containsExactly("0 0 0 a 2" + all, "1 1 0 a 2" + all, "2 0 1 b 2" + all);
        assertThat(said(3, parts, "\"per_slot\": 1", "echo $SLURM_PROCID $SLURM_NTASKS"))
                .containsExactly("", "", "");
    }

    @Test
    void theHostFileNamesEachHostAsOftenAsItHasProcesses() throws Exception {
        start("a,b", "\"core\": \"0-1\"", "\"core\": \"0\"");
        assertThat(said(
                        3,
                        "{\"type\": \"core\", \"count\": 1}",
                        "\"total\": 3",
                        "echo $BANYAN_NODELIST; cat $BANYAN_HOSTFILE"))
                .containsOnly("a,b\na\na\nb");
    }

    /** The batch script is one process, and starts the others by mpirun. */
    @Test
    void aBatchScriptFindsTheSlotsOfItsJob() throws Exception {
        start("a,b", "\"core\": \"0-1\"", "\"core\": \"0\"");
        String words = "echo $BANYAN_SIZE $SLURM_NTASKS; cat $BANYAN_HOSTFILE";
        assertThat(said(3, "{\"type\": \"core\", \"count\": 1}", "\"total\": 1", words, "\"slurm-env\": true"))
                .containsExactly("1 3\na\na\nb");
    }
}
