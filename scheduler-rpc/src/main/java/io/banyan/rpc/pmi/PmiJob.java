package io.banyan.rpc.pmi;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * A job whose ranks are served.
 *
 * @param name of the job, such as its id: a part of the names of its key-value spaces
 * @param nodes the number of the node of each rank
 * @param address of this machine at which the ranks reach it
 * @param uid the user of its processes on this machine
 * @param patience the time after which missing ranks that others wait for are reported
 */
public record PmiJob(String name, List<Integer> nodes, InetAddress address, int uid, Duration patience) {
    /** Copies the list. */
    public PmiJob {
        nodes = List.copyOf(nodes);
    }

    int size() {
        return nodes.size();
    }
}
