package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.trace.Counted;
import io.banyan.sim.trace.Feedback;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.trace.TraceException;
import io.banyan.sim.trace.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The source of jobs: a trace, or a model that generates them. */
final class TraceSource {
    @ArgGroup(multiplicity = "1")
    private Choice choice = new Choice();

    // A group is the type of one field only: Picocli's annotation processor gives a type's options to one field.
    private static final class Choice {
        @Option(
                names = "--trace",
                paramLabel = "FILE",
                description = "Trace file: Standard Workload Format, or the output of sacct --parsable2; may be "
                        + "compressed with gzip.")
        private @Nullable Path trace;

        @Option(
                names = "--generate",
                paramLabel = "MODEL",
                description = "Generate the jobs from a model: " + Generator.WRITTEN + ".")
        private @Nullable String model;
    }

    /** Returns the file; null if the jobs are generated. */
    @Nullable Path file() {
        return choice.trace;
    }

    /** Returns the words for the model. */
    String model() {
        return String.valueOf(choice.model);
    }

    /** Returns the model. */
    Generator generator() {
        return CheckedValues.value(() -> Generator.parse(model()));
    }

    /** Returns the jobs of a file. */
    static Trace read(Path file, Counted counted, Feedback feedback) {
        try (InputStream in = Files.newInputStream(file)) {
            return TraceFile.read(in, file.toString(), counted, feedback);
        } catch (TraceException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }
}
