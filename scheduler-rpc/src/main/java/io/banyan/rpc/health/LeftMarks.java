package io.banyan.rpc.health;

import io.banyan.instance.message.value.FirstItems;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes that the health check of an earlier daemon has marked, at the start of a daemon that has no check. */
final class LeftMarks {
    private static final Logger LOG = LoggerFactory.getLogger(LeftMarks.class);

    private LeftMarks() {}

    /** Warns of these nodes, because no check can return them to service. O(nodes). */
    static void tell(NodeRequests requests) throws InterruptedException {
        try {
            List<String> marked = requests.marked();
            if (!marked.isEmpty()) {
                LOG.warn(
                        "The health check of an earlier daemon has taken these nodes out of service, and this daemon has no health check: {}. 'banyan undrain' returns them to service.",
                        FirstItems.of(marked));
            }
        } catch (IOException e) {
            LOG.warn("The nodes that an earlier health check has marked are unknown: {}", e.getMessage());
        }
    }
}
