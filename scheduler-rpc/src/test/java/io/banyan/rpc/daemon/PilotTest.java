package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.JobCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A child whose provider is a real Slurm of one node: what it grows by is held by a pilot job. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("slurm")
class PilotTest {
    private static final InstancePath CHILD = InstancePath.parse("/1");

    @TempDir
    private static Path slurmDirectory;

    private static @Nullable OneNodeSlurm started;

    @TempDir
    private Path directory;

    private OneNodeSlurm slurm;
    private Daemon daemon;
    private BanyanClient top;

    @BeforeAll
    static void startSlurm() throws Exception {
        started = OneNodeSlurm.assumed(slurmDirectory, 1);
    }

    @AfterAll
    static void stopSlurm() {
        if (started != null) {
            started.close();
        }
    }

    @BeforeEach
    void startTheTopLevel() throws Exception {
        slurm = Objects.requireNonNull(started);
        var state = new StateDirectory(directory.resolve("top"));
        daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .launcher(DaemonProcess.command())
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .build());
        top = BanyanClient.ofStateDirectory(state.path());
    }

    @AfterEach
    void stop() {
        top.close();
        daemon.stop();
    }

    @Test
    void aChildObtainsANodeThroughAPilotAJobRunsOnItAndAShrinkEndsThePilot() throws Exception {
        spawn("time=600,margin=60");
        try (BanyanClient child = top.of(CHILD)) {
            Growth growth = grow(child);
            String node = node(growth);
            Map<String, String> properties =
                    child.properties(new Request.GetProperties(node)).properties();
            String pilot = Objects.requireNonNull(properties.get("slurm-job"));
            assertThat(slurm.run("squeue", "-h", "-r", "-o", "%A %T %j")).startsWith(pilot + " RUNNING banyan-pilots-");
            JobId job = runOn(child, pilot);
            Path words = directory.resolve("words");
            await().atMost(FarTree.PATIENCE).until(() -> Files.exists(words));
            assertThat(words).content().isEqualTo("in " + pilot + " on " + slurm.node() + "\n");
            await().atMost(FarTree.PATIENCE).until(() -> !state(child, job).isActive());
            assertThat(state(child, job)).isEqualTo(JobState.COMPLETED);
            shrink(child, growth);
            assertThat(slurm.run("squeue", "-h")).isEmpty();
            assertThat(child.stat().amounts().get("node").total()).isEqualTo(1);
        }
    }

    @Test
    void beforeItsTimeIsUpThePilotsNodeIsDrained() throws Exception {
        // Slurm counts in minutes: the pilot has one of them, and is for jobs for a quarter of it.
        spawn("time=15,margin=45");
        try (BanyanClient child = top.of(CHILD)) {
            Growth growth = grow(child);
            String node = node(growth);
            assertThat(status(child, node)).isEqualTo(Status.UP);
            await().atMost(FarTree.PATIENCE).until(() -> status(child, node) == Status.DRAINED);
            assertThat(slurm.run("squeue", "-h")).isNotEmpty();
            shrink(child, growth);
            assertThat(slurm.run("squeue", "-h")).isEmpty();
        }
    }

    private static JobState state(BanyanClient at, JobId job) throws Exception {
        return at.info(new JobRead.JobInfo(job, MatchFormat.SIMPLE)).job().state();
    }

    private static Status status(BanyanClient at, String path) throws Exception {
        return at.status(new Request.GetStatus(new VertexTarget.ByPath(path)))
                .statuses()
                .getFirst()
                .status();
    }

    private void spawn(String options) throws Exception {
        String provider = "slurm=all,name=pilots,conf=" + slurm.environment().get("SLURM_CONF") + "," + options;
        var outcome = top.spawn(new Request.Spawn(
                DaemonTest.nodes(1), "child", Map.of("provider", provider, "grow-order", "provider-only")));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
    }

    private static Growth grow(BanyanClient at) throws Exception {
        var outcome = at.grow(new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), nodes("{}", 0), 60_000));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Growth>) outcome).answer();
    }

    private static void shrink(BanyanClient at, Growth growth) throws Exception {
        var shrunk = at.shrink(new Request.Shrink(
                UUID.randomUUID().toString(),
                new ShrinkTarget.ByGrow(growth.grown().grant().requestId())));
        assertThat(shrunk)
                .isInstanceOfSatisfying(
                        ShrinkOutcome.Done.class,
                        done -> assertThat(done.shrunk().unreleased()).isEmpty());
    }

    private String node(Growth growth) {
        return growth.grown().grant().subgraph().vertices().stream()
                .filter(vertex -> vertex.name().equals(slurm.node()))
                .findFirst()
                .orElseThrow()
                .path();
    }

    /** A job of the child's, on the node that came, whose command is a step of the pilot. */
    private JobId runOn(BanyanClient child, String pilot) throws Exception {
        var command = new JobCommand(
                List.of(
                        "env",
                        "SLURM_CONF=" + slurm.environment().get("SLURM_CONF"),
                        "srun",
                        "--quiet",
                        "--overlap",
                        "--jobid=" + pilot,
                        "/bin/sh",
                        "-c",
                        "echo \"in $SLURM_JOB_ID on $SLURMD_NODENAME\" > '" + directory + "/new' && mv '" + directory
                                + "/new' '" + directory + "/words'"),
                Optional.empty(),
                Optional.empty());
        var outcome = child.spawn(
                new Request.Spawn(nodes("{\"properties\": [\"slurm-job\"]}", 300), "job", command.options()));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Answer.Spawned>) outcome).answer().job().id();
    }

    private static Jobspec nodes(String constraint, int seconds) throws Exception {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
                 [{"type": "node", "count": 1, "with": [{"type": "core", "count": 4}]}]}],
                 "tasks": [{"command": ["app"], "slot": "s", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": %d, "constraints": %s}}}""".formatted(seconds, constraint), "test");
    }
}
