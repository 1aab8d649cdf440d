package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option of commands that match a jobspec to choose the match policy for this request. It becomes a part of the
 * jobspec, and so reaches each level to which the request is passed on.
 */
public final class PolicyOption {
    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "Match policy for this request (default: that of the jobspec, otherwise that of the "
                    + "instance).")
    private @Nullable String policy;

    /** The jobspec as it is to be asked. */
    public Jobspec apply(Jobspec jobspec) {
        if (policy == null) {
            return jobspec;
        }
        String asked = policy;
        CheckedValues.value(() -> MatchPolicy.parse(asked));
        return jobspec.withPolicy(policy);
    }
}
