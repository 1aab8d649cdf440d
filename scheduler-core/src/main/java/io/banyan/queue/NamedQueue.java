package io.banyan.queue;

import io.banyan.jobspec.Constraint;
import io.banyan.match.policy.MatchPolicy;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The configuration of one of several queues.
 *
 * @param policy its queue policy; empty for the default of the instance
 * @param priority jobs of a queue with a greater priority come first
 * @param requires the constraint that is added to that of each of its jobs
 * @param mostSec the maximum time limit of its jobs, which excludes jobs without one
 * @param usualSec the default time limit
 * @param match the default match policy of its jobs; empty for the instance's
 * @param nodeExclusive whether its jobs get whole nodes: true for all of them, false for those that do not request it;
 *     empty for the rule of the match policy
 * @param limits of its jobs
 */
public record NamedQueue(
        String name,
        Optional<QueuePolicy> policy,
        int priority,
        Constraint requires,
        OptionalLong mostSec,
        OptionalLong usualSec,
        Optional<MatchPolicy> match,
        Optional<Boolean> nodeExclusive,
        QueueLimits limits) {
    /** The greatest priority. */
    public static final int MOST_PRIORITY = 1_000_000;

    /** Checks the name, the priority and the times. */
    public NamedQueue {
        if (!name.matches("[A-Za-z0-9_.-]{1,64}")) {
            throw new IllegalArgumentException(
                    "a queue's name must have 1 to 64 letters, digits, '_', '.' and '-', found '" + name + "'");
        }
        if (priority < 0 || priority > MOST_PRIORITY) {
            throw new IllegalArgumentException("the priority of a queue must be 0 to " + MOST_PRIORITY + ", found "
                    + priority + " of '" + name + "'");
        }
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(requires, "requires");
        Objects.requireNonNull(match, "match");
        Objects.requireNonNull(nodeExclusive, "nodeExclusive");
        if (mostSec.isPresent() && usualSec.orElse(0) > mostSec.getAsLong()) {
            throw new IllegalArgumentException("in queue '" + name + "' the usual time, " + usualSec.getAsLong()
                    + " s, is more than the longest, " + mostSec.getAsLong() + " s");
        }
        limits = limits.in(name);
    }

    /** One of this name, and nothing special. */
    public NamedQueue(String name) {
        this(
                name,
                Optional.empty(),
                0,
                new Constraint.Any(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                QueueLimits.NONE);
    }

    /** Returns the queue as it is configured ({@link QueueText}). */
    @Override
    public String toString() {
        return QueueText.write(this);
    }
}
