package io.banyan.instance.message.decision;

import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;

/** Decisions on how many slots malleable jobs run with. */
public sealed interface RescaleDecision extends Decision {
    /** Returns the job that the decision is about. */
    JobId job();

    /**
     * Another number of slots is proposed to a running malleable job, which holds additional resources from now on. A
     * child instance chooses the resources that it releases, and gets additional ones by a {@link GrowDecision.Grown}.
     *
     * @param number of the proposal
     * @param from the present number of slots
     * @param to the proposed number of slots
     * @param held the resources to release, none if the job has lost them already; or the additional ones. None for a
     *     child instance
     */
    record Proposed(JobId job, long number, long from, long to, List<HeldPart> held) implements RescaleDecision {
        /** Checks the numbers. */
        public Proposed {
            Objects.requireNonNull(job, "job");
            ValueChecks.positive(number, "a proposal's number");
            ValueChecks.notNegative(from, "slots");
            ValueChecks.positive(to, "slots");
            held = List.copyOf(held);
            if (from == to) {
                throw new IllegalArgumentException(
                        "a proposal must change the number of slots, found " + from + " slots to " + to);
            }
        }
    }

    /** A proposal is over: after an acceptance, the released resources are free; otherwise, the offered ones are. */
    record Settled(JobId job, long number, RescaleOutcome outcome, String why) implements RescaleDecision {
        /** Checks that nothing is missing. */
        public Settled {
            Objects.requireNonNull(job, "job");
            ValueChecks.positive(number, "a proposal's number");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(why, "why");
            if (outcome == RescaleOutcome.OFFERED) {
                throw new IllegalArgumentException(
                        "offered resources must be settled as accepted until they are returned");
            }
        }
    }
}
