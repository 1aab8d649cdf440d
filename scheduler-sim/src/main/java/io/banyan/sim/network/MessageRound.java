package io.banyan.sim.network;

import java.util.function.DoubleConsumer;

/**
 * One round of messages among the processes of a job. All messages of an asynchronous sender are on their way at once.
 * A synchronous sender sends its next message when the last one is received. Not thread-safe.
 */
public final class MessageRound {
    private final MessageNetwork network;
    private final TrafficPattern pattern;
    private final int[] nodes;
    private final double transmissionSec;
    private final boolean isSynchronous;
    private final DoubleConsumer over;
    /** By sender: the number of messages that it has sent. */
    private final int[] sent;

    private long left;
    private boolean isCancelled;

    /**
     * A round that is not begun.
     *
     * @param nodes of the processes; several can be on one node
     * @param transmissionSec the time for which a message occupies each link
     * @param over is told when the last message is received, in seconds
     */
    public MessageRound(
            MessageNetwork network,
            TrafficPattern pattern,
            int[] nodes,
            double transmissionSec,
            boolean isSynchronous,
            DoubleConsumer over) {
        this.network = network;
        this.pattern = pattern;
        this.nodes = pattern.byPlace(nodes);
        this.transmissionSec = transmissionSec;
        this.isSynchronous = isSynchronous;
        this.over = over;
        this.sent = new int[nodes.length];
        for (int sender = 0; sender < nodes.length; sender++) {
            left += pattern.messages(sender, nodes.length);
        }
    }

    /** Begins the round. O(messages) for asynchronous ones, and O(processes) for synchronous ones. */
    public void begin(double atSec) {
        if (left == 0) {
            over.accept(atSec);
            return;
        }
        for (int sender = 0; sender < nodes.length; sender++) {
            int all = pattern.messages(sender, nodes.length);
            int first = isSynchronous ? Math.min(1, all) : all;
            for (int i = 0; i < first; i++) {
                sendNext(sender, atSec);
            }
        }
    }

    private void sendNext(int sender, double atSec) {
        int target = pattern.target(sender, sent[sender]++, nodes.length);
        network.send(nodes[sender], nodes[target], transmissionSec, this, sender, atSec);
    }

    /** Drops the messages that are on their way. */
    public void cancel() {
        isCancelled = true;
    }

    boolean isCancelled() {
        return isCancelled;
    }

    /** A message of a sender is received. */
    void received(int sender, double atSec) {
        left--;
        if (isSynchronous && sent[sender] < pattern.messages(sender, nodes.length)) {
            sendNext(sender, atSec);
        }
        if (left == 0) {
            over.accept(atSec);
        }
    }
}
