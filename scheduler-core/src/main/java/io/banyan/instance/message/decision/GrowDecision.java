package io.banyan.instance.message.decision;

import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decisions on grants: from the own graph, the parent or a provider. */
public sealed interface GrowDecision extends Decision {
    /**
     * A grow brought resources: attached if they came from elsewhere, and booked if they are for a job, in one step.
     *
     * @param job the job that gets them; if a child instance runs in it, the grant answered that child's request, or
     *     was offered to it
     * @param jobspec the request, which distinguishes a repeated request from another one with the same id
     * @param handles the provider's handles, with the paths of the resources here
     * @param local the tops from the own graph, if the rest came from elsewhere
     */
    record Grown(
            Grant grant,
            Optional<JobId> job,
            Jobspec jobspec,
            GrowRoute arrival,
            List<Handle> handles,
            List<String> local)
            implements GrowDecision {
        /** All of it from one place. */
        public Grown(Grant grant, Optional<JobId> job, Jobspec jobspec, GrowRoute arrival, List<Handle> handles) {
            this(grant, job, jobspec, arrival, handles, List.of());
        }

        /** Checks that what was found here is for a job. */
        public Grown {
            Objects.requireNonNull(grant, "grant");
            Objects.requireNonNull(jobspec, "jobspec");
            handles = List.copyOf(handles);
            local = ValueChecks.paths(local);
            if (arrival == GrowRoute.LOCAL && job.isEmpty()) {
                throw new IllegalArgumentException(
                        "grow " + grant.requestId() + " found resources here but does not assign them");
            }
        }
    }

    /**
     * This provider is about to be asked. Until {@link Grown}, {@link ReturnDecision.GaveBack} or {@link
     * ProvisionRefused} of the same id follows, it may bring resources that this instance does not know.
     */
    record ProvisionAsked(String provider, String requestId) implements GrowDecision {
        /** Checks the names. */
        public ProvisionAsked {
            ValueChecks.name(provider, "a provider's name");
            ValueChecks.id(requestId, "a request id");
        }
    }

    /** The provider has brought nothing, and holds nothing. */
    record ProvisionRefused(String requestId) implements GrowDecision {
        /** Checks the id. */
        public ProvisionRefused {
            ValueChecks.id(requestId, "a request id");
        }
    }
}
