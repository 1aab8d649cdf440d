package io.banyan.rpc.execute;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.rset.HostList;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Whether the graph of an instance has GPUs. To find none takes O(V), so that the graph is asked once in a while only,
 * and not at all once it had some. Any thread may call.
 */
final class GraphGpus {
    /** The question about the first GPU of the graph. */
    static final Request FIRST = new Request.Nodes("gpu", HostList.of(List.of()), Set.of(), Optional.empty(), 1);

    /** How long after a no the graph is not asked again. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    private final LongSupplier clock;
    private boolean areKnown;
    private long askedNanos;

    /** The graph as it answers to {@link #FIRST}. */
    interface Graph {
        Answer ask() throws IOException, InterruptedException;
    }

    /** @param clock nanoseconds that only increase */
    GraphGpus(LongSupplier clock) {
        this.clock = clock;
        this.askedNanos = clock.getAsLong() - PAUSE.toNanos();
    }

    /** Whether the graph has GPUs, as far as it was asked. */
    boolean areKnown(Graph graph) throws IOException, InterruptedException {
        if (!isToBeAsked()) {
            return areKnown();
        }
        boolean areThere =
                graph.ask() instanceof Answer.Nodes nodes && !nodes.nodes().isEmpty();
        return note(areThere);
    }

    private synchronized boolean areKnown() {
        return areKnown;
    }

    private synchronized boolean isToBeAsked() {
        return !areKnown && clock.getAsLong() - askedNanos >= PAUSE.toNanos();
    }

    private synchronized boolean note(boolean areThere) {
        areKnown |= areThere;
        askedNanos = clock.getAsLong();
        return areKnown;
    }
}
