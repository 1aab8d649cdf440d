package io.banyan.queue;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a job, and its amounts against limits. Claims with the same contents are equal, and cache their hash.
 */
public final class Claim {
    /** In the only queue, without limits. */
    public static final Claim NONE = new Claim("", List.of());

    private final String queue;
    private final List<Share> shares;
    private final int hash;

    /** So much of a limit, which names its user or account. */
    public record Share(Limit limit, long amount) {
        /** Checks the amount. */
        public Share {
            Objects.requireNonNull(limit, "limit");
            if (amount < 1) {
                throw new IllegalArgumentException("a share must be 1 or more, found " + amount);
            }
        }
    }

    /** In this queue; the shares in a fixed order. */
    public Claim(String queue, List<Share> shares) {
        this.queue = queue;
        this.shares = List.copyOf(shares);
        this.hash = Objects.hash(queue, this.shares);
    }

    /** The queue's name; empty where there is only one. */
    public String queue() {
        return queue;
    }

    /** Returns the shares that the claim counts. */
    public List<Share> shares() {
        return shares;
    }

    /** Whether it counts against the limit of one array. */
    boolean isOfArray() {
        return !shares.isEmpty() && shares.getLast().limit().of() == Limit.Of.ARRAY;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Claim claim
                        && hash == claim.hash
                        && queue.equals(claim.queue)
                        && shares.equals(claim.shares));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return queue + shares;
    }
}
