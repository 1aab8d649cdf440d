package io.banyan.instance.message.value;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.OnLost;
import java.util.Objects;
import java.util.Optional;

/** The consequence for a job when something that it holds is lost. */
public sealed interface IfLost {
    /** The job continues and is marked. */
    record Keep() implements IfLost {}

    /** The job continues with its remaining resources. */
    record Shrink() implements IfLost {}

    /** The job ends, and a job for the same jobspec takes its place, now or as soon as there is room. */
    record Requeue(Jobspec jobspec) implements IfLost {
        /** Checks that there is a jobspec. */
        public Requeue {
            Objects.requireNonNull(jobspec, "jobspec");
        }
    }

    /**
     * Returns the rule that a jobspec states, or else that of the instance it is given to; a malleable job that says
     * nothing goes on with the rest.
     */
    static IfLost of(Jobspec jobspec, OnLost usual) {
        OnLost unsaid = jobspec.attributes().system().containsKey(Malleability.KEY) ? OnLost.SHRINK : usual;
        return switch (jobspec.attributes().extensions().onLost().orElse(unsaid)) {
            case KEEP -> new Keep();
            case SHRINK -> new Shrink();
            case REQUEUE -> new Requeue(jobspec);
        };
    }

    /** The jobspec of the job that would take its place. */
    default Optional<Jobspec> again() {
        return this instanceof Requeue requeue ? Optional.of(requeue.jobspec()) : Optional.empty();
    }
}
