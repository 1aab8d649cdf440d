package io.banyan.instance.message.value;

import io.banyan.jobspec.Jobspec;
import io.banyan.schedule.Criteria;
import java.util.Objects;

/** The resources that are kept for an advance reservation. */
public sealed interface ReservationTarget {
    /** Everything that the instance has. */
    record All() implements ReservationTarget {}

    /**
     * The vertices that meet these criteria, each with all that is below it, be they up or not.
     *
     * @param criteria as of {@code banyan find}, such as {@code names=node[0-3]}
     */
    record Where(String criteria) implements ReservationTarget {
        /** Checks the criteria. */
        public Where {
            ValueChecks.text(criteria, "criteria");
            if (!Criteria.parse(criteria).namedJobs().isEmpty()) {
                throw new IllegalArgumentException("a reservation must name resources, not a job");
            }
        }
    }

    /** The resources that a new match finds for a jobspec each time; the match lasts as long as the reservation. */
    record Fitting(Jobspec jobspec) implements ReservationTarget {
        /** Checks that there is a jobspec. */
        public Fitting {
            Objects.requireNonNull(jobspec, "jobspec");
        }
    }
}
