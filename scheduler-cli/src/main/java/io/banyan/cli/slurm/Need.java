package io.banyan.cli.slurm;

/** What a field of a job needs from the daemon besides the job, and costs it more than the job does. */
enum Need {
    /** What it had and used. */
    ACCOUNT,
    /** The nodes that it holds. */
    NODES,
    /** Why it waits. */
    REASON,
    /** When it is expected to start. */
    START,
    /** What it runs. */
    WORK
}
