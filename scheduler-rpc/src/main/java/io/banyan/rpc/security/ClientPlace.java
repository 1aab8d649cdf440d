package io.banyan.rpc.security;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.net.InetSocketAddress;

/** Where a client is, for people. */
public final class ClientPlace {
    private ClientPlace() {}

    /** {@code HOST:PORT}, or {@code unix:USER} for a user of this machine at a Unix-domain socket; empty if unknown. */
    public static String of(Attributes call) {
        Connection connection = call.get(Connection.KEY);
        if (connection != null && connection.peer().isPresent()) {
            return "unix:" + connection.peer().get().user();
        }
        return call.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress inet && !inet.isUnresolved()
                ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : "";
    }
}
