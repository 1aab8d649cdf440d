package io.banyan.instance.message.value;

import io.banyan.jobspec.Jobspec;
import io.banyan.schedule.Criteria;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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

    /**
     * Named vertices with amounts, such as four cores of one node, be they up or not.
     *
     * @param parts at most {@value #MOST_PARTS}, each of another vertex; a part that is whole includes all below it
     */
    record Parts(List<HeldPart> parts) implements ReservationTarget {
        /** The most parts. */
        public static final int MOST_PARTS = 100_000;

        /** Checks the parts. */
        public Parts {
            parts = List.copyOf(parts);
            if (parts.isEmpty() || parts.size() > MOST_PARTS) {
                throw new IllegalArgumentException(
                        "a reservation must name 1 to " + MOST_PARTS + " parts, found " + parts.size());
            }
            Set<String> paths = new HashSet<>();
            for (HeldPart part : parts) {
                if (part.amount() < 1) {
                    throw new IllegalArgumentException(
                            "a part of a reservation must have an amount of 1 or more, found 0 of " + part.path());
                }
                if (!part.draws().isEmpty()) {
                    throw new IllegalArgumentException(
                            "a part of a reservation cannot draw from other subsystems, but " + part.path() + " does");
                }
                if (!paths.add(part.path())) {
                    throw new IllegalArgumentException(
                            "the parts of a reservation must be of different vertices, found " + part.path()
                                    + " twice");
                }
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
