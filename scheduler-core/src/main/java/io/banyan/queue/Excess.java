package io.banyan.queue;

import java.util.Objects;

/**
 * A limit that keeps a job from starting.
 *
 * @param limit which, with its user or account
 * @param used how much of it others have
 * @param wanted how much of it the job would have
 */
public record Excess(Limit limit, long used, long wanted) {
    /** Checks that there is a limit. */
    public Excess {
        Objects.requireNonNull(limit, "limit");
    }
}
