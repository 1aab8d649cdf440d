package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rset.IdSet;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose processes are kept to what they have of this machine, on a graph in which it is a node. */
@Timeout(120)
class ConfinedJobsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<Path> PLACES = List.of(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/unified"));

    @TempDir
    private Path directory;

    private Optional<Daemon> daemon = Optional.empty();
    private Optional<BanyanClient> client = Optional.empty();

    private void start(Confinement confinement) throws Exception {
        String host = InetAddress.getLocalHost().getHostName();
        Path graph = Files.writeString(directory.resolve("R.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0-1"}}],
                 "nodelist": ["%s"], "starttime": 0, "expiration": 0}}""".formatted(host));
        daemon = Optional.of(
                Daemon.start(DaemonConfig.of(new StateDirectory(directory.resolve("state")), "top", GraphFile.of(graph))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .executing(ExecutionConfig.LOCAL.confined(confinement))
                        .build()));
        client = Optional.of(BanyanClient.ofStateDirectory(directory.resolve("state")));
    }

    @AfterEach
    void stop() {
        client.ifPresent(BanyanClient::close);
        daemon.ifPresent(Daemon::stop);
    }

    private JobId submit(String script) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "%s"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600}}}""".formatted(script);
        RequestOutcome<JobAnswer.Submitted> outcome = client.orElseThrow()
                .queueing()
                .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private JobRecord job(JobId id) throws Exception {
        return client.orElseThrow()
                .info(new JobRead.JobInfo(id, MatchFormat.SIMPLE))
                .job();
    }

    private List<String> outputOf(JobId id) throws Exception {
        await().atMost(PATIENCE).until(() -> job(id).state().isOver());
        return Files.readAllLines(directory.resolve("state/jobs/" + id + "/output"));
    }

    private static void assumeTwoProcessors() {
        assumeTrue(
                Stream.of(0, 1)
                        .noneMatch(core ->
                                Processors.ofThisMachine().of(IdSet.of(core)).isEmpty()),
                "this machine has no two cores that the tests may use");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "this machine has no taskset");
    }

    @Test
    void aJobRunsOnTheProcessorsOfItsCoreAndKnowsThem() throws Exception {
        assumeTwoProcessors();
        start(Confinement.DEFAULT);
        String script = "grep Cpus_allowed_list /proc/self/status | cut -f 2; echo $BANYAN_CPUS; sleep 1";
        List<String> one = outputOf(submit(script));
        assertThat(one.get(0)).isEqualTo(one.get(1));
        assertThat(one.get(0))
                .isIn(
                        Processors.ofThisMachine().of(IdSet.of(0)).toString(),
                        Processors.ofThisMachine().of(IdSet.of(1)).toString());
    }

    @Test
    void whereThatIsNotWantedItRunsWhereverItLikes() throws Exception {
        assumeTwoProcessors();
        start(new Confinement(Affinity.NONE, Optional.empty()));
        assertThat(outputOf(submit("grep Cpus_allowed_list /proc/self/status | cut -f 2")))
                .containsExactly(Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("Cpus_allowed_list:"))
                        .map(line ->
                                line.substring("Cpus_allowed_list:".length()).strip())
                        .findFirst()
                        .orElseThrow());
    }

    /** A directory that looks like a cgroup shows what is written to one. */
    @Test
    void aJobIsInACgroupWithItsLimitsAsFarAsAFolderShowsIt() throws Exception {
        Path root = Files.createDirectory(directory.resolve("cgroup"));
        Files.writeString(root.resolve("cgroup.procs"), "");
        start(new Confinement(Affinity.CORES, Optional.of(root)));
        JobId id = submit("echo $PPID; sleep 300");
        Path own = root.resolve("job-" + id);
        await().atMost(PATIENCE).until(() -> Files.exists(own.resolve("cgroup.procs")));
        assertThat(Files.readString(own.resolve("cpuset.cpus"))).isIn("0", "1", "0-1");
        assertThat(own.resolve("cpu.max")).hasContent("100000 100000");
        await().atMost(PATIENCE)
                .until(() -> !Files.readString(own.resolve("cgroup.procs")).isBlank());
        long leader =
                Long.parseLong(Files.readString(own.resolve("cgroup.procs")).strip());
        assertThat(ProcessHandle.of(leader)).isPresent();
        client.orElseThrow().cancel(new JobRequest.Cancel(id));
        await().atMost(PATIENCE).until(() -> job(id).state().isOver());
        assertThat(ProcessHandle.of(leader).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void whatHidesFromEverythingElseEndsWithItsCgroup() throws Exception {
        Path root = writableCgroup();
        try {
            start(new Confinement(Affinity.NONE, Optional.of(root)));
            Path hidden = directory.resolve("hidden");
            JobId id = submit("setsid env -i sh -c 'echo $$ > " + hidden + ".new && mv " + hidden + ".new " + hidden
                    + " && exec sleep 300' & while true; do sleep 1; done");
            await().atMost(PATIENCE).until(() -> Files.exists(hidden));
            long pid = Long.parseLong(Files.readString(hidden).strip());
            assertThat(Files.readString(Path.of("/proc/" + pid + "/cgroup"))).contains("/job-" + id);
            client.orElseThrow().cancel(new JobRequest.Cancel(id));
            await().atMost(PATIENCE).until(() -> job(id).state().isOver());
            await().atMost(PATIENCE)
                    .until(() ->
                            ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
            assertThat(root.resolve("job-" + id)).doesNotExist();
        } finally {
            Files.deleteIfExists(root);
        }
    }

    /**
     * Submits a job that has half of two cores, with a rescale command that says where it runs, and leaves something
     * behind.
     */
    private JobId submitMalleable(Path told) throws Exception {
        String rescale = "grep Cpus_allowed_list /proc/self/status | cut -f 2 > " + told + ".new; "
                + "setsid env -i sleep 305 > /dev/null 2>&1 & echo $! >> " + told + ".new; mv " + told + ".new " + told;
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "grep Cpus_allowed_list /proc/self/status | cut -f 2; exec sleep 300"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "malleable": {"min": 1, "max": 2, "rescale": ["sh", "-c", "%s"]}}}}""".formatted(rescale);
        RequestOutcome<JobAnswer.Submitted> outcome = client.orElseThrow()
                .queueing()
                .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private RescaleOutcome propose(JobId id) throws Exception {
        return ((MalleableAnswer.Rescaled) client.orElseThrow().rescaling().propose(new RescaleRequest.Propose(id, 2)))
                .outcome();
    }

    @Test
    void aRescaleCommandRunsOnTheProcessorsOfItsJob() throws Exception {
        assumeTwoProcessors();
        start(Confinement.DEFAULT);
        JobId other = submit("sleep 300");
        Path told = directory.resolve("told");
        JobId id = submitMalleable(told);
        Path output = directory.resolve("state/jobs/" + id + "/output");
        await().atMost(PATIENCE).until(() -> Files.exists(output) && Files.size(output) > 0);
        client.orElseThrow().cancel(new JobRequest.Cancel(other));
        await().atMost(PATIENCE).until(() -> job(other).state().isOver());
        assertThat(propose(id)).isEqualTo(RescaleOutcome.ACCEPTED);
        List<String> found = Files.readAllLines(told);
        ProcessHandle.of(Long.parseLong(found.get(1))).ifPresent(ProcessHandle::destroyForcibly);
        assertThat(found.get(0)).isEqualTo(Files.readAllLines(output).getFirst());
    }

    private static String allowed(long pid) {
        return ProcessHandle.of(pid)
                .map(Processors::allowed)
                .orElse(IdSet.empty())
                .toString();
    }

    /** Also what it started before, in sessions of their own; and where another daemon goes on with it. */
    @Test
    void aJobThatIsRescaledRunsOnTheProcessorsThatItHasThen() throws Exception {
        assumeTwoProcessors();
        Path root = Files.createDirectory(directory.resolve("cgroup"));
        Files.writeString(root.resolve("cgroup.procs"), "");
        start(new Confinement(Affinity.CORES, Optional.of(root)));
        Path pids = directory.resolve("pids");
        JobId other = submit("sleep 300");
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "setsid sleep 306 & echo $$ > %s.new; echo $! >> %s.new; mv %s.new %s; exec sleep 307"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "malleable": {"min": 1, "max": 2, "rescale": ["true"]}}}}""".formatted(pids, pids, pids, pids);
        JobId id = ((RequestOutcome.Done<JobAnswer.Submitted>) client.orElseThrow()
                        .queueing()
                        .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16)))
                .answer()
                .job()
                .id();
        await().atMost(PATIENCE).until(() -> Files.exists(pids));
        long first = Long.parseLong(Files.readAllLines(pids).get(0));
        long second = Long.parseLong(Files.readAllLines(pids).get(1));
        String one = allowed(first);
        String both = Processors.ofThisMachine()
                .of(IdSet.of(0))
                .union(Processors.ofThisMachine().of(IdSet.of(1)))
                .toString();
        assertThat(List.of(one, allowed(second))).containsOnly(one).isNotEqualTo(List.of(both, both));

        client.orElseThrow().cancel(new JobRequest.Cancel(other));
        await().atMost(PATIENCE).until(() -> job(other).state().isOver());
        assertThat(propose(id)).isEqualTo(RescaleOutcome.ACCEPTED);

        await().atMost(PATIENCE)
                .until(() -> allowed(first).equals(both) && allowed(second).equals(both));
        assertThat(root.resolve("job-" + id).resolve("cpu.max")).hasContent("200000 100000");
        assertThat(((MalleableAnswer.Rescaled)
                                client.orElseThrow().rescaling().propose(new RescaleRequest.Propose(id, 1)))
                        .outcome())
                .isEqualTo(RescaleOutcome.ACCEPTED);
        await().atMost(PATIENCE)
                .until(() -> !allowed(first).equals(both) && !allowed(second).equals(both));
        assertThat(root.resolve("job-" + id).resolve("cpu.max")).hasContent("100000 100000");
    }

    @Test
    void theCgroupOfAJobCountsWhatItUsesAsFarAsAFolderShowsIt() throws Exception {
        Path root = Files.createDirectory(directory.resolve("cgroup"));
        Files.writeString(root.resolve("cgroup.procs"), "");
        start(new Confinement(Affinity.NONE, Optional.of(root)));
        Path go = directory.resolve("go");
        JobId id = submit("while [ ! -e " + go + " ]; do sleep 0.05; done");
        Path own = root.resolve("job-" + id);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("state/jobs/" + id + "/ranks")));
        Files.writeString(own.resolve("cpu.stat"), "usage_usec 12000000\nuser_usec 9000000\nsystem_usec 3000000\n");
        Files.writeString(own.resolve("memory.peak"), "123456789\n");
        JobUsage soFar = client.orElseThrow().queueing().usage(id).usage().orElseThrow();
        Files.createFile(go);
        await().atMost(PATIENCE).until(() -> job(id).state().isOver());
        JobUsage all = job(id).usage().orElseThrow();
        assertThat(List.of(soFar, all)).allSatisfy(usage -> {
            assertThat(usage.source()).isEqualTo(JobUsage.Source.CGROUP);
            assertThat(usage.userMicros()).isEqualTo(9_000_000);
            assertThat(usage.systemMicros()).isEqualTo(3_000_000);
            assertThat(usage.allProcesses()).hasValue(123_456_789);
            assertThat(usage.largestProcess().orElseThrow()).isBetween(1L, 100_000_000L);
        });
    }

    @Test
    void theKernelCountsWhatTheCgroupOfAJobUses() throws Exception {
        Path root = writableCgroup();
        try {
            start(new Confinement(Affinity.NONE, Optional.of(root)));
            JobId id = submit("i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; times > %s"
                    .formatted(directory.resolve("times")));
            await().atMost(PATIENCE).until(() -> job(id).state().isOver());
            JobUsage usage = job(id).usage().orElseThrow();
            assertThat(usage.source()).isEqualTo(JobUsage.Source.CGROUP);
            String user = Files.readString(directory.resolve("times")).split("[ms]", -1)[1];
            assertThat(usage.cpuMicros()).isGreaterThanOrEqualTo((long) (1_000_000 * Double.parseDouble(user)));
        } finally {
            Files.deleteIfExists(root);
        }
    }

    @Test
    void whatARescaleCommandLeavesEndsWithTheCgroupOfItsJob() throws Exception {
        Path root = writableCgroup();
        try {
            start(new Confinement(Affinity.NONE, Optional.of(root)));
            JobId other = submit("sleep 300");
            Path told = directory.resolve("told");
            JobId id = submitMalleable(told);
            await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("state/jobs/" + id + "/ranks")));
            client.orElseThrow().cancel(new JobRequest.Cancel(other));
            await().atMost(PATIENCE).until(() -> job(other).state().isOver());
            assertThat(propose(id)).isEqualTo(RescaleOutcome.ACCEPTED);
            ProcessHandle left = ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(told).get(1)))
                    .orElseThrow();
            try {
                assertThat(Files.readString(Path.of("/proc/" + left.pid() + "/cgroup")))
                        .contains("/job-" + id);
                client.orElseThrow().cancel(new JobRequest.Cancel(id));
                await().atMost(PATIENCE).until(() -> job(id).state().isOver());
                await().atMost(PATIENCE).until(() -> !left.isAlive());
            } finally {
                left.destroyForcibly();
            }
        } finally {
            Files.deleteIfExists(root);
        }
    }

    /** A cgroup of this test's own, where this machine permits one. */
    private static Path writableCgroup() throws Exception {
        for (Path place : PLACES) {
            if (Files.exists(place.resolve("cgroup.procs")) && Files.isWritable(place)) {
                Path root = Files.createDirectory(place.resolve("banyan-test-" + UUID.randomUUID()));
                if (Files.exists(root.resolve("cgroup.kill"))) {
                    return root;
                }
                Files.delete(root);
            }
        }
        assumeTrue(false, "this machine has no cgroup of version 2 with cgroup.kill that the tests may divide");
        throw new IllegalStateException();
    }
}
