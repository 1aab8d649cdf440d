package io.banyan.workflow.plan;

/**
 * The effort that a solver may spend.
 *
 * @param seconds the time limit in seconds, at least 1
 * @param workers the number of threads, at least 1; with 1, the same problem gives the same plan
 * @param seed the seed of random choices
 */
public record PlanLimit(int seconds, int workers, int seed) {
    /** The time limit where nothing else is said. */
    public static final int DEFAULT_SECONDS = 30;

    /** Checks the amounts. */
    public PlanLimit {
        if (seconds < 1 || workers < 1) {
            throw new IllegalArgumentException(
                    "a solver needs at least 1 s and 1 worker, found " + seconds + " s and " + workers + " workers");
        }
    }

    /** Returns a limit of so many seconds for one worker. */
    public static PlanLimit ofSeconds(int seconds) {
        return new PlanLimit(seconds, 1, 1);
    }
}
