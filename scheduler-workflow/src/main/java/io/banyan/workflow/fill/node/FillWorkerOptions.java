package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.WorkerOffer;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The settings of a worker.
 *
 * @param server the address of the server
 * @param secret the secret of the server
 * @param offer the resources
 * @param patience the time without a server after which the worker ends; its tasks run on meanwhile
 */
public record FillWorkerOptions(ServerAddress server, FillSecret secret, WorkerOffer offer, Duration patience) {
    /** Returns the settings of a worker whose server keeps its address. */
    public FillWorkerOptions(InetSocketAddress server, FillSecret secret, WorkerOffer offer, Duration patience) {
        this(() -> server, secret, offer, patience);
    }
}
