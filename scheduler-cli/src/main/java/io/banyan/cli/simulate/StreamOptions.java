package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.trace.Counted;
import io.banyan.sim.trace.Feedback;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.workflow.StreamMachine;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a stream of jobs, and of the machine that it runs on. */
final class StreamOptions {
    private static final int USUAL_CORES = 16;
    private static final int MOST_CORES = 4096;
    private static final int MOST_GPUS = 64;

    @Mixin
    private final TraceSource from = new TraceSource();

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description =
                    "Number of jobs of a stream: consecutive jobs of the trace, from a random one for each seed (default "
                            + "${DEFAULT-VALUE}).")
    private int jobs = 1000;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            split = ",",
            description = "Offered loads, such as 0.6,0.8: the times between submissions are scaled so that the jobs "
                    + "ask for this part of the machine (default: that of the jobs).")
    private List<Double> loads = List.of(0.0);

    @Option(
            names = "--limits",
            paramLabel = "FACTOR",
            description = "Draw the time limit of each job of the stream: its run time times a factor between 1 and "
                    + "this one (default: the limits of the jobs).")
    private double limitFactor = 1;

    @Option(
            names = "--cores-per-node",
            paramLabel = "N",
            description = "Cores of a node (default: as the trace names them, or " + USUAL_CORES + ").")
    private int coresPerNode;

    @Option(
            names = "--processors",
            paramLabel = "N",
            description = "Processors of the machine, rounded up to whole nodes (default: those of the trace). Larger "
                    + "jobs are left out.")
    private int processors;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "GPUs on each node of a quarter of the nodes (default ${DEFAULT-VALUE}). The jobs of the "
                    + "stream use none.")
    private int gpus = 4;

    /** The jobs by seed, and the machine that they were meant for. */
    record Workloads(LongFunction<Trace> bySeed, Trace first) {}

    /** Returns the name of the jobs. */
    String name() {
        Path file = from.file();
        return file == null ? from.model() : String.valueOf(file.getFileName());
    }

    /** Returns the number of jobs of a stream. */
    int jobs() {
        return jobs;
    }

    /** Returns the offered loads; 0 for that of the jobs. */
    List<Double> loads() {
        CheckedValues.requireDistinct("--load", loads);
        return loads;
    }

    /** Returns the most by which a time limit exceeds the run time. */
    double limitFactor() {
        return limitFactor;
    }

    /**
     * Returns the jobs by seed.
     *
     * @throws CommandFailure if the trace cannot be read, or there is no such model
     */
    Workloads workloads() {
        Path file = from.file();
        if (file == null) {
            Generator generator = from.generator();
            return new Workloads(generator::trace, generator.trace(generator.seed()));
        }
        Trace trace = TraceSource.read(file, Counted.PROCESSORS, Feedback.IGNORED);
        return new Workloads(seed -> trace, trace);
    }

    /**
     * Returns the machine for a trace.
     *
     * @throws CommandFailure if an option is out of range
     */
    StreamMachine machine(Trace trace) {
        int known = trace.coresPerNode() > 1 ? trace.coresPerNode() : Math.min(USUAL_CORES, trace.processors());
        int cores = coresPerNode == 0 ? known : coresPerNode;
        int all = processors == 0 ? trace.processors() : processors;
        if (cores < 1 || cores > MOST_CORES || all < 1 || gpus < 0 || gpus > MOST_GPUS) {
            throw CommandFailure.wrongUse(
                    "--cores-per-node must be 1 to " + MOST_CORES + ", --processors at least 1 and" + " --gpus 0 to "
                            + MOST_GPUS + ", found " + cores + ", " + all + " and " + gpus + ".");
        }
        return CheckedValues.value(() -> StreamMachine.of(all, cores, gpus));
    }
}
