package io.banyan.rpc.daemon;

import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.files.ForeignTree;
import io.banyan.rpc.launch.LaunchCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Does what daemons do: a parent, its child and a job, in one process with their client. The {@link DaemonArchive} has
 * the classes that the virtual machine loads for it.
 */
public final class DaemonRehearsal {
    private static final JobId FIRST = new JobId(1);
    private static final long MOST_FILES = 10_000;
    private static final String TRUE = """
            version: 1
            resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
            tasks: [{command: ["true"], slot: task, count: {per_slot: 1}}]
            attributes: {system: {duration: 60, cwd: "/"}}
            """;

    private DaemonRehearsal() {}

    /** Leaves nothing behind. */
    public static void main(String[] words) {
        exitAfter(DaemonRehearsal::rehearse);
    }

    /** Work of a rehearsal. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws Exception;
    }

    /** Ends this process after the work, with the status by which {@link ClassArchive} knows how it went. */
    public static void exitAfter(Work work) {
        int status = ClassArchive.FAILED;
        try {
            work.run();
            quieten();
            status = 0;
        } catch (Exception | AssertionError e) {
            System.err.println(e + " at " + List.of(e.getStackTrace()));
        } finally {
            System.exit(status);
        }
    }

    /**
     * Waits until the threads of gRPC have ended: the virtual machine may crash where one of them loads something while
     * the archive is written.
     */
    private static void quieten() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (System.nanoTime() < end
                && Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .anyMatch(name -> name.startsWith("banyan") || name.startsWith("grpc-default"))) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Does it in this process. */
    public static void rehearse() throws Exception {
        var state = new StateDirectory(Files.createTempDirectory("banyan-rehearsal"));
        var nothing = new LaunchCommand(List.of(
                "sh",
                "-c",
                "while [ -d \"$0\" ]; do sleep 1; done",
                state.path().toString()));
        Path graph = Path.of("..", "resource-graphs", "small.graphml");
        try (Daemon top = start(state, "top", GraphFile.of(graph), nothing);
                BanyanClient client = BanyanClient.ofStateDirectory(state.path())) {
            StateDirectory below = state.child(FIRST);
            CompletableFuture<Daemon> child = CompletableFuture.supplyAsync(() -> {
                try {
                    while (Files.notExists(below.credential())) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    return start(
                            below, "child", new Parent(List.of(top.address()), FIRST, below.credential()), nothing);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            client.spawn(new Request.Spawn(DaemonTest.nodes(2), "child", Map.of()));
            Daemon running = child.join();
            try (BanyanClient leaf = BanyanClient.ofStateDirectory(below.path())) {
                leaf.grow(new Request.Grow("grow", Optional.empty(), DaemonTest.nodes(3), 20_000));
                leaf.shrink(new Request.Shrink("shrink", new ShrinkTarget.ByGrow("grow")));
                leaf.stat();
            } finally {
                running.close();
            }
            client.queueing().submit(new JobRequest.Submit(JobspecReader.read(TRUE, "rehearsal"), "", 16));
            while (client.jobs(new JobRead.Jobs(false)).jobs().size() > 1) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } finally {
            ForeignTree.delete(state.path(), MOST_FILES);
        }
    }

    private static Daemon start(StateDirectory state, String name, ResourceSource source, LaunchCommand children)
            throws DaemonException {
        return Daemon.start(DaemonConfig.of(state, name, source)
                .launcher(children)
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .executing(ExecutionConfig.LOCAL)
                .build());
    }
}
