package io.banyan.cli.slurm;

import io.banyan.instance.message.client.QueueSummary;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A queue as a partition. All partitions have all nodes.
 *
 * @param name of the queue; {@value #UNNAMED} where there is one queue without a name
 * @param isDefault whether jobs that name no partition are in it
 */
record QueuePartition(String name, boolean isDefault, QueueSummary queue) {
    /** Stands for the one queue that has no name. */
    static final String UNNAMED = "default";

    private static final Pattern LIMIT = Pattern.compile("([a-z.-]+)=(\\d{1,18})s?");

    /** The partitions for the queues of an instance, of which the first is the default. */
    static List<QueuePartition> of(List<QueueSummary> queues) {
        return queues.stream()
                .map(queue -> new QueuePartition(
                        queue.name().isEmpty() ? UNNAMED : queue.name(), queue.equals(queues.getFirst()), queue))
                .toList();
    }

    /** Whether it takes jobs and starts them. */
    String availability() {
        if (queue.takes()) {
            return queue.starts() ? "up" : "inact";
        }
        return queue.starts() ? "drain" : "down";
    }

    /** For how long its jobs may run; empty without a limit. */
    OptionalLong limitSec() {
        return limit("max-time");
    }

    /** The time limit of a job that requests none; empty without one. */
    OptionalLong usualSec() {
        return limit("default-time");
    }

    /** How many nodes a job may have; empty without a limit. */
    OptionalLong mostNodes() {
        return limit("max.node");
    }

    private OptionalLong limit(String key) {
        return queue.limits().stream()
                .map(LIMIT::matcher)
                .filter(limit -> limit.matches() && limit.group(1).equals(key))
                .mapToLong(limit -> Long.parseLong(limit.group(2)))
                .findFirst();
    }
}
