package io.banyan.cli.resources;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobspecInput;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The resources to reserve, as they are given on a command line; one of these options. */
final class ReservedResources {
    private static final String SLOT = "reserved";

    @Option(names = "--all", description = "All resources of the instance.")
    private boolean all;

    @Option(
            names = "--hosts",
            paramLabel = "HOSTS",
            description = "Vertices with these names and everything below them, whether up or not, such as "
                    + "'node[0-3]' or rack2.")
    private @Nullable String hosts;

    @Option(
            names = "--where",
            paramLabel = "CRITERIA",
            description = "Vertices that match these criteria of 'banyan find', and everything below them.")
    private @Nullable String where;

    @Option(
            names = {"-N", "--nodes"},
            paramLabel = "N",
            description = "Number of whole nodes, chosen from the nodes that are free at that time.")
    private @Nullable Integer nodes;

    @Option(names = "--jobspec", paramLabel = "FILE", description = "Resources that match this jobspec.")
    private @Nullable String jobspec;

    ReservationTarget target(Terminal terminal) {
        if (hosts != null) {
            return new ReservationTarget.Where("names=" + hosts);
        }
        if (where != null) {
            return new ReservationTarget.Where(where);
        }
        if (nodes != null) {
            return new ReservationTarget.Fitting(wholeNodes(nodes));
        }
        if (jobspec != null) {
            return new ReservationTarget.Fitting(JobspecInput.read(jobspec, terminal));
        }
        if (all) {
            return new ReservationTarget.All();
        }
        throw CommandFailure.wrongUse("no resources to reserve were specified");
    }

    private static Jobspec wholeNodes(int count) {
        Resource slot = Resource.slot(SLOT, Count.exactly(count), Resource.of("node", Count.exactly(1)));
        var attributes = new Attributes(
                0, Optional.empty(), new Constraint.Any(), Optional.empty(), Map.of(), Map.of(), Map.of());
        return new Jobspec(1, List.of(slot), List.of(), attributes);
    }
}
