package io.banyan.elastic;

/**
 * A change that a policy proposes. Several proposals are performed in their order: a later job may get resources that
 * an earlier one releases.
 */
public sealed interface Proposal {
    /** The number of the job. */
    long job();

    /** Returns the amount that the job is to run with; 0 where the job is to be stopped. */
    long amount();

    /** A job that waits starts. */
    record Start(long job, long amount) implements Proposal {}

    /** A job that runs gives up all but this. */
    record Shrink(long job, long amount) implements Proposal {}

    /** A job that runs gets more, up to this. */
    record Expand(long job, long amount) implements Proposal {}

    /**
     * A running job writes a checkpoint, then releases all its resources, and waits to continue from it. Its resources
     * become free when the checkpoint is written, so that no proposal in the same list uses them: the policy is asked
     * again then ({@link Situation#coming} until then).
     */
    record Stop(long job) implements Proposal {
        @Override
        public long amount() {
            return 0;
        }
    }
}
