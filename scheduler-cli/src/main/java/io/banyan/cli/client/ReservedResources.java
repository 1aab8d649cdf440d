package io.banyan.cli.client;

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

/** What is to be reserved, as it is said on a command line; one of these. */
final class ReservedResources {
    private static final String SLOT = "reserved";

    @Option(names = "--all", description = "Everything that the instance has.")
    private boolean all;

    @Option(
            names = "--hosts",
            paramLabel = "HOSTS",
            description =
                    "The vertices of these names with all below them, be they up or not, such as 'node[0-3]' or rack2.")
    private @Nullable String hosts;

    @Option(
            names = "--where",
            paramLabel = "CRITERIA",
            description = "The vertices that meet these criteria of 'banyan find', with all below them.")
    private @Nullable String where;

    @Option(
            names = {"-N", "--nodes"},
            paramLabel = "N",
            description = "So many whole nodes, whichever are free then.")
    private @Nullable Integer nodes;

    @Option(names = "--jobspec", paramLabel = "FILE", description = "What a match finds for the jobspec.")
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
        throw CommandFailure.wrongUse("what is to be reserved is not said");
    }

    private static Jobspec wholeNodes(int count) {
        Resource slot = Resource.slot(SLOT, Count.exactly(count), Resource.of("node", Count.exactly(1)));
        var attributes = new Attributes(
                0, Optional.empty(), new Constraint.Any(), Optional.empty(), Map.of(), Map.of(), Map.of());
        return new Jobspec(1, List.of(slot), List.of(), attributes);
    }
}
