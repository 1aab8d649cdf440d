package io.banyan.cli.slurm;

import io.banyan.instance.message.client.QueueSummary;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
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

    private static final Pattern TIME = Pattern.compile("max-time=(\\d{1,18})s");

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
        for (String limit : queue.limits()) {
            Matcher found = TIME.matcher(limit);
            if (found.matches()) {
                return OptionalLong.of(Long.parseLong(found.group(1)));
            }
        }
        return OptionalLong.empty();
    }
}
