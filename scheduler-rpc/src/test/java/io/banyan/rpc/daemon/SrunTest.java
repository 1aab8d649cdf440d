package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.LaunchTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Children that srun starts on a node of a real Slurm. */
@Timeout(180)
class SrunTest {
    @TempDir
    private static Path slurmDirectory;

    private static @Nullable OneNodeSlurm started;

    @TempDir
    private Path directory;

    private OneNodeSlurm slurm;
    private FarTree tree;

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
        Path graph = Files.writeString(directory.resolve("graph.json"), """
                {"graph": {"nodes": [
                {"id": "0", "metadata": {"type": "cluster", "name": "cluster0", "id": 0, "paths": {"containment": "/cluster0"}}},
                {"id": "1", "metadata": {"type": "node", "name": "%1$s", "id": 0, "rank": 0, "paths": {"containment": "/cluster0/%1$s"}}}],
                "edges": [{"source": "0", "target": "1", "metadata": {"subsystem": "containment"}}]}}
            """.formatted(slurm.node()));
        String srun = "env SLURM_CONF=" + slurm.environment().get("SLURM_CONF")
                + " srun --quiet --nodelist={hosts} --nodes=1 --ntasks=1 {start}";
        tree = new FarTree(directory, graph, LaunchTemplate.parse(srun));
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    @Test
    void aCommandRunsInAChildInASlurmJobAndItsStatusComesBack() throws Exception {
        JobId job = FarTree.spawn(tree.client(), "child", "/bin/sh", "-c", "echo \"in $SLURM_JOB_ID\"; exit 7");
        await().atMost(FarTree.PATIENCE).until(() -> !tree.info(job).state().isActive());
        assertThat(tree.info(job).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.info(job).detail()).isEqualTo("its command ended with status 7");
        assertThat(tree.stateThere().commandOutput()).content().matches("in [0-9]+\n");
        await().atMost(FarTree.PATIENCE).until(() -> slurm.run("squeue", "-h").isEmpty());
    }

    @Test
    void aJobThatIsCancelledEndsItsSlurmJob() throws Exception {
        JobId job = tree.spawn("sleep 300");
        StateDirectory child = tree.stateThere();
        List<ProcessHandle> processes = List.of(FarTree.daemonOf(child), FarTree.commandOf(child));
        tree.client().cancel(new JobRequest.Cancel(job));
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(tree.freeNodes()).isEqualTo(1);
        await().atMost(FarTree.PATIENCE).until(() -> slurm.run("squeue", "-h").isEmpty());
    }

    @Test
    void whatALostChildHasLeftIsFencedByAnotherSrun() throws Exception {
        JobId job = tree.spawn("sleep 300");
        ProcessHandle command = FarTree.commandOf(tree.stateThere());
        tree.lose(job);
        tree.client().cancel(new JobRequest.Cancel(job));
        assertThat(command.isAlive()).isFalse();
        assertThat(tree.freeNodes()).isEqualTo(1);
    }
}
