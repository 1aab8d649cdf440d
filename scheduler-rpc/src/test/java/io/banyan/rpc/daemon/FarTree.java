package io.banyan.rpc.daemon;

import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Elsewhere;
import io.banyan.rpc.launch.JobCommand;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.process.PidFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A top level over eight nodes, or another graph, whose children a command starts on what might be another machine,
 * with state directories of its own there.
 */
final class FarTree implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path directory;
    private final Path there;
    private final Daemon daemon;
    private final BanyanClient client;

    FarTree(Path directory, LaunchTemplate template) throws Exception {
        this(directory, Path.of("..", "resource-graphs", "small.graphml"), template);
    }

    FarTree(Path directory, Path graph, LaunchTemplate template) throws Exception {
        this.directory = directory;
        this.there = Files.createDirectory(directory.resolve("the other's disk"));
        var elsewhere = new Elsewhere(template, Optional.empty(), Optional.of(there), Optional.of("localhost"));
        this.daemon =
                Daemon.start(DaemonConfig.of(new StateDirectory(directory.resolve("top")), "top", GraphFile.of(graph))
                        .launcher(DaemonProcess.command())
                        .launching(Optional.of(elsewhere))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .build());
        this.client = BanyanClient.ofStateDirectory(directory.resolve("top"));
    }

    BanyanClient client() {
        return client;
    }

    /** One that does not wait for long. */
    BanyanClient hasty() throws Exception {
        return BanyanClient.ofStateDirectory(directory.resolve("top"), Duration.ofSeconds(1));
    }

    JobId spawn(String words) throws Exception {
        return spawn(client, "far", words.split(" "));
    }

    static JobId spawn(BanyanClient parent, String name, String... words) throws Exception {
        var command = new JobCommand(List.of(words), Optional.empty(), Optional.empty());
        var outcome = parent.spawn(new Request.Spawn(DaemonTest.nodes(1), name, command.options()));
        return ((RequestOutcome.Done<Answer.Spawned>) outcome).answer().job().id();
    }

    /** The state directory of the only child. */
    StateDirectory stateThere() throws Exception {
        try (Stream<Path> all = Files.list(there)) {
            return new StateDirectory(all.findFirst().orElseThrow());
        }
    }

    static ProcessHandle daemonOf(StateDirectory child) {
        return running(child.pid());
    }

    static ProcessHandle commandOf(StateDirectory child) {
        return running(child.commandPid());
    }

    private static ProcessHandle running(Path pidFile) {
        await().atMost(PATIENCE).until(() -> PidFile.running(pidFile).isPresent());
        return PidFile.running(pidFile).orElseThrow();
    }

    JobRecord info(JobId job) throws Exception {
        return client.info(new JobRead.JobInfo(job, MatchFormat.SIMPLE)).job();
    }

    ChildState childState(JobId job) throws Exception {
        return info(job).child().orElseThrow().state();
    }

    long freeNodes() throws Exception {
        return client.stat().amounts().get("node").free();
    }

    /** Kills the daemon of the only child, and waits until its parent has noticed. */
    void lose(JobId job) throws Exception {
        daemonOf(stateThere()).destroyForcibly();
        await().atMost(PATIENCE).until(() -> childState(job) == ChildState.LOST);
    }

    @Override
    public void close() {
        client.close();
        daemon.stop();
    }
}
