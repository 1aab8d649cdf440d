package io.banyan.elastic;

/**
 * A change that a policy proposes. Of several the first comes first: what a job gives up another one further back may
 * get.
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
     * A job that runs writes a checkpoint, then gives up all that it has, and waits to go on from there. What it has is
     * free when the checkpoint is written, so no proposal in the same list counts on it: the policy is asked again then
     * ({@link Situation#coming} until then).
     */
    record Stop(long job) implements Proposal {
        @Override
        public long amount() {
            return 0;
        }
    }
}
