package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillJournal;
import io.banyan.workflow.fill.SetReport;
import io.banyan.workflow.fill.WorkerReport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The settings of a server.
 *
 * @param address the address at which it listens; port 0 for any
 * @param secret the secret that workers must know
 * @param journal the durable records
 * @param comeback the time that workers have to come back after a restart, before their tasks go to others
 * @param listener the receiver of ends
 */
public record FillServerOptions(
        InetSocketAddress address, FillSecret secret, FillJournal journal, Duration comeback, Listener listener) {
    private static final Duration USUAL_COMEBACK = Duration.ofSeconds(5);

    /** Receives ends of tasks that are durable, on the thread of the server; it must return soon. */
    public interface Listener {
        /**
         * Tells the report of a worker: the starts and ends that it knows. Ends may be told twice, and are not durable
         * yet.
         *
         * @param host the name of its node
         */
        default void reported(String host, WorkerReport report) {}

        /** Tells the ends of tasks. */
        default void ended(FillEffect.Ended ends) {}

        /** Tells the end of a set. */
        default void setOver(SetReport report) {}
    }

    /** Returns the settings of a server for workers on this machine. */
    public static FillServerOptions onLoopback(FillSecret secret, FillJournal journal) {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new FillServerOptions(address, secret, journal, USUAL_COMEBACK, new Listener() {});
    }

    /** Returns these settings with another time to come back. */
    public FillServerOptions withComeback(Duration other) {
        return new FillServerOptions(address, secret, journal, other, listener);
    }

    /** Returns these settings with a receiver of ends. */
    public FillServerOptions told(Listener other) {
        return new FillServerOptions(address, secret, journal, comeback, other);
    }

    /** Returns these settings with another address. */
    public FillServerOptions at(InetSocketAddress other) {
        return new FillServerOptions(other, secret, journal, comeback, listener);
    }
}
