package io.banyan.rpc.transport;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** The limits of a connection. */
public final class ConnectionLimits {
    /** The largest request that a daemon takes, in bytes. */
    public static final int MAX_REQUEST_BYTES = 4 << 20;

    /** The largest answer that a client takes, in bytes: a machine's whole R. */
    public static final int MAX_REPLY_BYTES = 256 << 20;

    /** The largest headers, in bytes. */
    public static final int MAX_HEADER_BYTES = 16 << 10;

    /** How many calls one connection may have open at a time. */
    public static final int MAX_CALLS_PER_CONNECTION = 256;

    /** The most connections of a daemon; fewer where its process may not have twice as many files open. */
    public static final int MAX_CONNECTIONS = 8192;

    /** The part of that many which it has beside them over its Unix-domain socket. */
    private static final int LOCAL_PART = 8;

    /** After how long a connection without a call is closed. */
    static final Duration IDLE = Duration.ofMinutes(5);

    /** The pause after a failed accept, for example because too many files are open. */
    public static final Duration PAUSE = Duration.ofMillis(50);

    /** How long it may take until a connection can be used. */
    public static final Duration HANDSHAKE = Duration.ofSeconds(10);

    /**
     * The flow-control window of servers to which any client may connect, in place of {@link #FLOW_CONTROL_WINDOW}: one
     * piece of a session's message.
     */
    static final int SERVER_WINDOW = 1 << 20;

    /**
     * How many bytes may be under way to one side of a connection before it has taken them: the largest piece of a
     * session's message several times. That it is said keeps gRPC from finding out by itself, which costs a ping for
     * each message.
     */
    static final int FLOW_CONTROL_WINDOW = 4 << 20;

    /** After how much silence a session's connection is probed. */
    public static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    /** How long a probe may stay without an answer before the connection counts as cut. */
    public static final Duration KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(5);

    private ConnectionLimits() {}

    /** How many connections a daemon has at most over its Unix-domain socket. */
    public static int localConnections() {
        return connections() / LOCAL_PART;
    }

    /** How many connections a daemon has at most: files are needed for other things as well. */
    static int connections() {
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        return (int) Math.min(MAX_CONNECTIONS, files / 2);
    }
}
