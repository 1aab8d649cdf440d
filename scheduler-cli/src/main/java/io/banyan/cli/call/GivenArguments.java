package io.banyan.cli.call;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.InputFile;
import io.banyan.graph.GraphException;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The arguments that name a job and a file of resources. */
public final class GivenArguments {
    /** Makes a value of a file's content. */
    public interface Reader<T> {
        T read(GivenFormat format, InputStream in, String source) throws GraphException, IOException;
    }

    @Parameters(index = "0", paramLabel = "JOBID", description = "The job.")
    private long job;

    @Parameters(index = "1", paramLabel = "FORMAT", description = "Format of the file: " + GivenFormat.NAMES + ".")
    private String format = "";

    @Parameters(index = "2", paramLabel = "FILE", description = "File with the resources.")
    private Path file = Path.of("");

    public GivenArguments() {}

    public GivenArguments(long job, String format, Path file) {
        this.job = job;
        this.format = format;
        this.file = file;
    }

    public JobId job() {
        return CheckedValues.value(() -> new JobId(job));
    }

    /**
     * The resources of the file.
     *
     * @throws io.banyan.cli.output.CommandFailure if it cannot be read or does not have the form of its format
     */
    public <T> T read(Reader<T> reader) {
        GivenFormat known = CheckedValues.value(() -> GivenFormat.parse(format));
        return InputFile.read(file, (in, source) -> reader.read(known, in, source));
    }
}
