package io.banyan.cli.slurm;

/**
 * The data that a field of a job needs from the daemon besides the job, and that costs the daemon more than the job
 * does.
 */
enum Need {
    /** The resources that the job had and used. */
    ACCOUNT,
    /** The nodes that it holds. */
    NODES,
    /** Why it waits. */
    REASON,
    /** When it is expected to start. */
    START,
    /** The work that the job runs. */
    WORK
}
