package io.banyan.elastic;

/** What a policy would have done. Of several the first comes first: what a job gives up another one further back may get. */
public sealed interface Proposal {
    /** The number of the job. */
    long job();

    /** What it is to run with. */
    long amount();

    /** A job that waits starts. */
    record Start(long job, long amount) implements Proposal {}

    /** A job that runs gives up all but this. */
    record Shrink(long job, long amount) implements Proposal {}

    /** A job that runs gets more, up to this. */
    record Expand(long job, long amount) implements Proposal {}
}
