package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonException;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.Parent;
import io.banyan.rpc.daemon.ResourceSource;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.launch.LaunchCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * The experiment of the paper with a top, a middle and a leaf in one process, so that the virtual machine can record in
 * one place which classes each of them loads and which methods are worth compiling. For one thread.
 */
public final class TreeRehearsal {
    private static final int LEVELS_BELOW_THE_TOP = 2;
    private static final int SHORTEST = 0;
    private static final int LONGER = 3;
    private static final int ROUNDS_A_LONGER = 5;

    /** In a fresh instance. */
    private static final JobId FIRST = new JobId(1);

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long POLL_MILLIS = 5;

    private final QuickstartScenario paper;
    private final StateDirectory directory;
    private final LaunchCommand nothing;
    private final int rounds;
    private final Deque<Daemon> daemons = new ArrayDeque<>();

    /**
     * A rehearsal.
     *
     * @param home the project's root
     * @param directory for the state of the daemons; it must be removed afterwards, which also ends the processes that
     *     stand for them
     * @param rounds how often the leaf's job grows and shrinks. A method counts as worth compiling after some 200
     *     calls; in a round all three levels make several
     */
    public TreeRehearsal(Path home, Path directory, int rounds) {
        this.rounds = rounds;
        this.paper = QuickstartScenario.paper(home);
        this.directory = new StateDirectory(directory);
        // A daemon waits for a process to end; the daemons are here, so that these do nothing.
        this.nothing =
                new LaunchCommand(List.of("sh", "-c", "while [ -d \"$0\" ]; do sleep 1; done", directory.toString()));
    }

    /** Grows and shrinks the leaf's job again and again. */
    public void run()
            throws ClientException, DaemonException, GraphException, JobspecException, QuickstartFailure, IOException {
        daemons.push(start("L0", directory, GraphFile.of(paper.graph())));
        try (DaemonChain chain = new DaemonChain(ChainLevel.connect("L0", directory, Optional.empty()))) {
            JobId job = FIRST;
            for (Path spawn : paper.spawns().subList(0, LEVELS_BELOW_THE_TOP)) {
                spawn(chain, QuickstartScenario.read(spawn));
            }
            for (int i = 0; i < LEVELS_BELOW_THE_TOP; i++) {
                job = chain.fill(
                        chain.lower().get(i),
                        QuickstartScenario.read(paper.spawns().get(i)));
            }
            grow(new GrowRehearsal(chain, job));
        } finally {
            daemons.forEach(Daemon::close);
        }
    }

    private void grow(GrowRehearsal growing) throws ClientException, JobspecException, QuickstartFailure {
        for (int round = 1; round <= rounds; round++) {
            int index = round % ROUNDS_A_LONGER == 0 ? LONGER : SHORTEST;
            QuickstartScenario.Request request = paper.requests().get(index);
            growing.shrink(growing.grow(QuickstartScenario.read(request.jobspec()), request.name()), request.name());
        }
    }

    private void spawn(DaemonChain chain, Jobspec jobspec) throws ClientException, QuickstartFailure {
        ChainLevel parent = chain.leaf();
        String name = "L" + chain.levels().size();
        CompletableFuture<Daemon> child = CompletableFuture.supplyAsync(() -> startBelow(parent, name));
        chain.spawn(jobspec);
        daemons.push(child.join());
    }

    /** Starts the daemon for which the parent has just started a process that does nothing. */
    private Daemon startBelow(ChainLevel parent, String name) {
        StateDirectory state = parent.state().child(FIRST);
        long end = System.nanoTime() + START_NANOS;
        try {
            while (Files.notExists(state.credential()) && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            return start(name, state, new Parent(AddressFile.read(parent.state()), FIRST, state.credential()));
        } catch (DaemonException | IOException e) {
            throw new CompletionException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    private Daemon start(String name, StateDirectory state, ResourceSource resources) throws DaemonException {
        return Daemon.start(DaemonConfig.of(state, name, resources)
                .launcher(nothing)
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .build());
    }
}
