package io.banyan.instance.message.client;

import java.util.List;
import java.util.Objects;

/**
 * One queue, with its state.
 *
 * @param name empty if the instance has one queue
 * @param policy its policy, in the notation of the configuration
 * @param waiting of its jobs, those that wait, with a reservation or without, and those that are held or wait for
 *     something else
 * @param running its jobs that run
 * @param takes whether it takes jobs
 * @param starts whether it starts them
 * @param why the reason why it does not, if a client stated one
 * @param limits as they are configured
 * @param requires the constraint that is added to that of each of its jobs, as JSON (RFC 31); empty for none
 */
public record QueueSummary(
        String name,
        String policy,
        int priority,
        long waiting,
        long running,
        boolean takes,
        boolean starts,
        String why,
        List<String> limits,
        String requires) {
    /** Copies the list. */
    public QueueSummary {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(requires, "requires");
        limits = List.copyOf(limits);
    }
}
