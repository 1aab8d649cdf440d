package io.banyan.instance.message.client;

import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.Malleability;
import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.Optional;

/** The answer of an instance to a {@link RescaleRequest}. */
public sealed interface MalleableAnswer extends Answer {
    /**
     * The outcome of a proposal to run with another number of slots.
     *
     * @param number of the proposal
     * @param why why it was not accepted; may be empty
     * @param slots the number of slots afterwards: an instance can return less than requested, and the returned
     *     resources are gone
     */
    record Rescaled(JobId job, long number, long from, long to, RescaleOutcome outcome, String why, long slots)
            implements MalleableAnswer {
        /** Creates the outcome for a job that took all of the proposal, or nothing. */
        public Rescaled(JobId job, long number, long from, long to, RescaleOutcome outcome, String why) {
            this(job, number, from, to, outcome, why, outcome == RescaleOutcome.ACCEPTED ? to : from);
        }

        /** Returns this outcome for a job that goes on with this many slots. */
        public Rescaled with(long newSlots) {
            return new Rescaled(job, number, from, to, outcome, why, newSlots);
        }

        /** Checks that nothing is missing. */
        public Rescaled {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * The number of slots of a malleable job.
     *
     * @param bounds the possible numbers
     * @param proposal the proposal without an answer
     */
    record Slots(JobId job, long slots, Malleability bounds, Optional<Proposal> proposal) implements MalleableAnswer {
        /** Checks that nothing is missing. */
        public Slots {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(bounds, "bounds");
            Objects.requireNonNull(proposal, "proposal");
        }
    }

    /**
     * The proposal to a job.
     *
     * @param resources its resources after an acceptance, as R; empty if that cannot be written
     */
    record Proposal(long number, long from, long to, String resources) {}
}
