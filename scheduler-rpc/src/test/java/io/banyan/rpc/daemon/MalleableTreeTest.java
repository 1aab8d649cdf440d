package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Fencing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A child instance that can run with more or less, as a process, under a daemon that rescales by priority. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class MalleableTreeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int CORES = 8;
    private static final int LEAST = 2;
    private static final int URGENT = 24;

    @TempDir
    private Path directory;

    private StateDirectory state;
    private Daemon daemon;
    private BanyanClient top;
    private JobId child;
    private BanyanClient below;

    @BeforeEach
    void spawn() throws Exception {
        state = new StateDirectory(directory.resolve("top"));
        String recipe = Files.readString(Path.of("..", "resource-graphs", "l4.graphml"));
        Files.writeString(
                directory.resolve("machine.graphml"),
                recipe.replace("<data key=\"multi_scale\">2</data>", "<data key=\"multi_scale\">1</data>")
                        .replace(
                                "<data key=\"multi_scale\">16</data>",
                                "<data key=\"multi_scale\">" + CORES + "</data>"));
        open();
        var outcome = top.spawn(new Request.Spawn(
                cores(1, "\"malleable\": {\"min\": " + LEAST + ", \"max\": " + CORES + "}", "app"), "c", Map.of()));
        JobRecord job = ((RequestOutcome.Done<Answer.Spawned>) outcome).answer().job();
        assertThat(job.child().orElseThrow().state()).isEqualTo(ChildState.LIVE);
        child = job.id();
        below = BanyanClient.ofStateDirectory(state.child(child).path());
        assertThat(coresBelow()).isEqualTo(CORES);
    }

    private void open() throws Exception {
        daemon = Daemon.start(DaemonConfig.of(state, "top", GraphFile.of(directory.resolve("machine.graphml")))
                .launcher(DaemonProcess.command())
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .rescaling(Elasticity.of("elastic", new ResourceType("core"), 0, 10_000))
                .build());
        top = BanyanClient.ofStateDirectory(state.path());
    }

    @AfterEach
    void leaveNoProcessBehind() {
        below.close();
        top.close();
        daemon.stop();
        assertThat(Fencing.killAll(new StateDirectory(state.children()))).isZero();
    }

    private static Jobspec cores(int count, String system, String command) throws Exception {
        return JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": %d, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "%s"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, %s}}}""".formatted(count, command, system), "test");
    }

    private static JobId submit(BanyanClient at, int cores, String command, int urgency) throws Exception {
        var outcome = at.queueing().submit(new JobRequest.Submit(cores(cores, "\"cwd\": \"/\"", command), "", urgency));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private static JobState stateOf(BanyanClient at, JobId job) throws Exception {
        return at.info(new JobRead.JobInfo(job, MatchFormat.SIMPLE)).job().state();
    }

    /** Returns the number of cores that the child itself says it has. */
    private long coresBelow() throws Exception {
        return below.stat().amounts().get("core").total();
    }

    private long slots() throws Exception {
        return top.rescaling().look(child).slots();
    }

    private MalleableAnswer.Rescaled propose(long slots) throws Exception {
        return (MalleableAnswer.Rescaled) top.rescaling().propose(new RescaleRequest.Propose(child, slots));
    }

    @Test
    void aChildMakesRoomForAnUrgentJobOutOfWhatItHasIdleAndGetsItBack() throws Exception {
        Path gate = directory.resolve("gate");
        JobId small = submit(below, 2, "sleep 600", 16);
        await().atMost(PATIENCE).until(() -> stateOf(below, small) == JobState.RUNNING);

        JobId urgent = submit(top, 5, "while ! test -e " + gate + "; do sleep 0.1; done", URGENT);
        await().atMost(PATIENCE).until(() -> stateOf(top, urgent) == JobState.RUNNING);
        assertThat(coresBelow()).isEqualTo(3);
        assertThat(slots()).isEqualTo(3);

        Files.writeString(gate, "");
        await().atMost(PATIENCE).until(() -> stateOf(top, urgent) == JobState.COMPLETED);
        await().atMost(PATIENCE).until(() -> coresBelow() == CORES);
        JobId large = submit(below, 6, "true", 16);
        await().atMost(PATIENCE).until(() -> stateOf(below, large) == JobState.COMPLETED);
        assertThat(stateOf(below, small)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChildWhoseJobUsesEverythingKeepsItUntilThatEnds() throws Exception {
        Path gate = directory.resolve("gate");
        JobId job = submit(below, CORES, "while ! test -e " + gate + "; do sleep 0.1; done", 16);
        await().atMost(PATIENCE).until(() -> stateOf(below, job) == JobState.RUNNING);
        MalleableAnswer.Rescaled answer = propose(4);
        assertThat(answer.outcome()).isEqualTo(RescaleOutcome.DECLINED);
        assertThat(answer.why()).startsWith("of 4 core requested, only 0 could be returned; in use by job 1 of /1");
        assertThat(answer.slots()).isEqualTo(CORES);

        JobId urgent = submit(top, 4, "true", URGENT);
        await().during(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> coresBelow() == CORES);
        assertThat(stateOf(top, urgent)).isNotEqualTo(JobState.RUNNING);
        assertThat(stateOf(below, job)).isEqualTo(JobState.RUNNING);

        Files.writeString(gate, "");
        await().atMost(PATIENCE).until(() -> stateOf(top, urgent) == JobState.COMPLETED);
        await().atMost(PATIENCE).until(() -> coresBelow() == CORES);
    }

    @Test
    void theNextDaemonGoesOnWithTheSameBoundsAndWhatItOffersComes() throws Exception {
        MalleableAnswer.Rescaled less = propose(3);
        assertThat(less.outcome()).isEqualTo(RescaleOutcome.ACCEPTED);
        await().atMost(PATIENCE).until(() -> coresBelow() == CORES);
        top.close();
        daemon.close();
        open();
        await().atMost(PATIENCE).until(() -> slots() == CORES && coresBelow() == CORES);
        JobId urgent = submit(top, 4, "sleep 600", URGENT);
        await().atMost(PATIENCE).until(() -> stateOf(top, urgent) == JobState.RUNNING && coresBelow() == 4);
    }
}
