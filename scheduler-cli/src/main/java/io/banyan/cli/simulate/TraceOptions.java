package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.OutputFile;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.trace.Counted;
import io.banyan.sim.trace.Feedback;
import io.banyan.sim.trace.SwfWriter;
import io.banyan.sim.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the workload. */
final class TraceOptions {
    @Mixin
    private final TraceSource from = new TraceSource();

    @Option(
            names = "--count",
            paramLabel = "WHAT",
            description = "Meaning of a job's size in sacct traces that contain both: ${COMPLETION-CANDIDATES} "
                    + "(default ${DEFAULT-VALUE}).")
    private Counted counted = Counted.PROCESSORS;

    @Option(
            names = "--feedback",
            description = "Submit a job that follows another one (fields 17 and 18 of the Standard Workload "
                    + "Format) after that job's end and its user's think time, instead of at its recorded time.")
    private boolean isFeedback;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds of the generated jobs, one workload each (default: the seed of --generate).")
    private @Nullable Seeds seeds;

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description = "Write the jobs to a file in the Standard Workload Format; with several seeds, those of "
                    + "the first.")
    private @Nullable Path export;

    /** Returns the name of the jobs where there is one line for them all. */
    String name() {
        Path file = from.file();
        return file == null ? from.model() : file.toString();
    }

    /** The file that they are read from; null where they are drawn. */
    @Nullable Path trace() {
        return from.file();
    }

    /** The file that they are to be written to, if any. */
    @Nullable Path export() {
        return export;
    }

    /** All the workloads, each with its jobs: one, or one a seed. They are written where that was asked for. */
    List<Trace> traces() {
        Path file = export == null ? null : OutputFile.checked(export);
        Path source = from.file();
        List<Trace> traces = source == null ? generated() : List.of(read(source));
        if (file != null) {
            OutputFile.write(
                    file,
                    SwfWriter.text(
                            traces.getFirst(), traces.getFirst().workload().name()));
        }
        return traces;
    }

    private List<Trace> generated() {
        if (isFeedback) {
            throw CommandFailure.wrongUse("--feedback requires a trace; generated jobs do not follow each other.");
        }
        Generator generator = from.generator();
        Seeds all = Optional.ofNullable(seeds).orElse(new Seeds(generator.seed(), generator.seed()));
        all.requireFew();
        return LongStream.rangeClosed(all.first(), all.last())
                .mapToObj(generator::trace)
                .toList();
    }

    private Trace read(Path file) {
        if (seeds != null) {
            throw CommandFailure.wrongUse("--seeds requires generated jobs; a trace has no seeds.");
        }
        return TraceSource.read(file, counted, isFeedback ? Feedback.HEEDED : Feedback.IGNORED);
    }
}
