package io.banyan.rpc.security;

import io.grpc.Attributes;
import java.util.Optional;

/**
 * The connection over which a call came. It stands in the attributes of the call, which are made in this process: no
 * client can write there. Any thread may call.
 */
public interface Connection {
    /** Where a call has its connection; absent where the call was passed on by another instance. */
    Attributes.Key<Connection> KEY = Attributes.Key.create("banyan-connection");

    /** The user at the other end of a Unix-domain socket, as the kernel reports it; empty over TCP. */
    Optional<Peer> peer();

    /**
     * Counts the connection as this client's from now on. Later calls for the same connection change nothing. O(1).
     *
     * @param isOwner whether the client is the owner of the instance, which is never refused
     * @return false if the client already has the maximum number of connections of one client
     */
    boolean admit(String client, boolean isOwner);

    /**
     * A user of this machine.
     *
     * @param user the user's name, or the user id where it has no name
     * @param isOwner whether it is root or the user as which the daemon runs: both can read the daemon's own token
     */
    record Peer(String user, boolean isOwner) {}
}
