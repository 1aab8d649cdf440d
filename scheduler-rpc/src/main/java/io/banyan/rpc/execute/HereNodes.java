package io.banyan.rpc.execute;

import io.banyan.graph.io.RExecution;
import io.banyan.rpc.files.ThisMachine;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of the graph that are this machine: the one with its name, or the only one, whatever its name, where the
 * daemon starts all tasks itself. Any thread may call.
 */
final class HereNodes {
    private static final Logger LOG = LoggerFactory.getLogger(HereNodes.class);

    private final String machine;
    private final boolean isTop;
    private final AtomicBoolean hasTold = new AtomicBoolean();
    private volatile Optional<String> only = Optional.empty();
    private volatile boolean areSeveral;

    /** Determines whether the graph has exactly one node. */
    interface MatchExtent {
        boolean isOneNode() throws IOException, InterruptedException;
    }

    /**
     * The nodes of a daemon.
     *
     * @param machine the name of this machine
     * @param isTop whether the daemon has no parent: the only node of a child's graph may be one of many
     */
    HereNodes(String machine, boolean isTop) {
        this.machine = machine;
        this.isTop = isTop;
    }

    /** Whether a node is this machine. */
    boolean has(String node) {
        return ThisMachine.isSame(node, machine) || only.filter(node::equals).isPresent();
    }

    /**
     * A job is about to start on these hosts. The graph is asked only where a job has one host that is not known to be
     * this machine, until that has several nodes.
     */
    void meet(List<RExecution.Host> hosts, MatchExtent counting) throws IOException, InterruptedException {
        Optional<String> other = hosts.stream()
                .map(RExecution.Host::name)
                .filter(name -> !has(name))
                .findFirst();
        if (other.isEmpty()) {
            return;
        }
        if (isTop && hosts.size() == 1 && !areSeveral && counting.isOneNode()) {
            only = other;
            return;
        }
        areSeveral = true;
        only = Optional.empty();
        if (!hasTold.getAndSet(true)) {
            LOG.warn(
                    "Tasks of the node {} and of all other nodes run on this machine, {}, because execution.command is not set",
                    other.get(),
                    machine);
        }
    }
}
