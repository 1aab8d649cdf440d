package io.banyan.rpc.health;

import io.banyan.instance.message.value.FirstItems;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes that the health check of an earlier daemon has marked, at the start of a daemon that has no check. */
final class LeftMarks {
    private static final Logger LOG = LoggerFactory.getLogger(LeftMarks.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private LeftMarks() {}

    /**
     * Warns of these nodes, because no check can return them to service. Waits until the nodes are known: a child has
     * none before its parent has granted them. O(nodes).
     */
    static void tell(NodeRequests requests) throws InterruptedException {
        Duration pause = SHORTEST_PAUSE;
        while (!isTold(requests)) {
            Thread.sleep(pause);
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
        }
    }

    private static boolean isTold(NodeRequests requests) throws InterruptedException {
        try {
            List<String> marked = requests.marked();
            if (!marked.isEmpty()) {
                LOG.warn(
                        "The health check of an earlier daemon has taken these nodes out of service, and this daemon has no health check: {}. 'banyan undrain' returns them to service.",
                        FirstItems.of(marked));
            }
            return true;
        } catch (IOException e) {
            LOG.debug("The nodes that an earlier health check has marked are unknown: {}", e.getMessage());
            return false;
        }
    }
}
