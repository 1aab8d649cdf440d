package io.banyan.cli.resources;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The vertices that a command is about: by a path or by ranks. */
final class Vertices {
    @Parameters(index = "0", arity = "0..1", paramLabel = "PATH", description = "The vertex.")
    private @Nullable String path;

    @Option(
            names = "--ranks",
            paramLabel = "IDSET",
            description = "Vertices with these first ranks, such as 0-3,7, instead of a path.")
    private @Nullable String ranks;

    VertexTarget target() {
        if ((path == null) == (ranks == null)) {
            throw CommandFailure.wrongUse("expected either PATH or --ranks");
        }
        String named = path;
        String given = ranks;
        return CheckedValues.value(() -> named != null
                ? new VertexTarget.ByPath(named)
                : new VertexTarget.ByRanks(IdSet.parse(given == null ? "" : given)));
    }

    /** Jobs for people. */
    static String named(List<JobId> jobs) {
        String ids = jobs.stream().map(JobId::toString).collect(Collectors.joining(", "));
        return (jobs.size() == 1 ? "job " : "jobs ") + ids;
    }
}
