package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.SwitchedNetwork;
import io.banyan.topology.Topology;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options of runs with deadlines. */
final class DeadlineOptions {
    private static final int MOST_JOBS = 100_000;
    private static final int MOST_NODES = 16_384;
    /** Each message on a network with switches searches a path, in runs that send each message. */
    private static final int MOST_SWITCHED = 4_096;

    private static final int MOST_THREADS = 256;

    @Option(
            names = "--network",
            paramLabel = "SHAPE",
            description = "Network, such as 'grid 16x8', 'torus 8x4x4', 'fattree 4x4x8' or 'dragonfly 8x4x4' (default "
                    + "'${DEFAULT-VALUE}').",
            defaultValue = "grid 16x8")
    private String network = "";

    @Option(names = "--jobs", paramLabel = "N", description = "Number of jobs (default ${DEFAULT-VALUE}).")
    private int jobs = 1000;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of runs at the same time (default: the number of processors). Does not affect the "
                    + "result.")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** The network. */
    Topology network() {
        Topology topology = CheckedValues.value(() -> NetworkKind.parse(network));
        if (topology.nodes() > MOST_NODES) {
            throw CommandFailure.wrongUse(
                    "--network must have at most " + MOST_NODES + " nodes, found " + topology.nodes() + ".");
        }
        return topology;
    }

    /** The network of runs with these settings. */
    Topology network(ProgramSettings settings) {
        Topology topology = network();
        if (settings.is(ProgramSettings.TRAFFIC, "messages")
                && topology instanceof SwitchedNetwork
                && topology.nodes() > MOST_SWITCHED) {
            throw CommandFailure.wrongUse("--network must have at most " + MOST_SWITCHED
                    + " nodes with '--set traffic=messages' if it has switches, found " + topology.nodes()
                    + "; use '--set traffic=flows' or a grid.");
        }
        return topology;
    }

    /** The number of jobs in a workload. */
    int jobs() {
        if (jobs < 1 || jobs > MOST_JOBS) {
            throw CommandFailure.wrongUse("--jobs must be 1 to " + MOST_JOBS + ", found " + jobs + ".");
        }
        return jobs;
    }

    /** The number of runs at the same time. */
    int threads() {
        if (threads < 1 || threads > MOST_THREADS) {
            throw CommandFailure.wrongUse("--threads must be 1 to " + MOST_THREADS + ", found " + threads + ".");
        }
        return threads;
    }

    /**
     * Computes a result whose parallel streams have that many threads. The calling thread takes no other task while it
     * waits, also if it is a thread of another such pool.
     */
    <T> T parallel(Supplier<T> result) {
        var task = new FutureTask<>(result::get);
        try (var pool = new ForkJoinPool(threads())) {
            pool.execute(task);
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
