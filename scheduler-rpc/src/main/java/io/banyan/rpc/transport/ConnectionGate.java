package io.banyan.rpc.transport;

import io.banyan.rpc.security.Connection.Peer;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections of a server, so that no client excludes the others. It sees each incoming connection. A
 * connection belongs to a stranger until a call with a credential is admitted over it. Strangers have a share of their
 * own: if it is full, a new connection replaces the oldest one of the machine with the most connections. The others are
 * counted by client: no client has more than are left for the rest, and the owner is never refused. A connection over a
 * Unix-domain socket never belongs to a stranger. Any thread may call. O(1) a connection, O(machines) where the
 * strangers' share is full.
 */
@ChannelHandler.Sharable
final class ConnectionGate extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionGate.class);

    /** The part of all connections that strangers may have. */
    private static final int STRANGERS_PART = 4;

    /** Identifies the peer of a new connection. */
    @FunctionalInterface
    interface PeerLook {
        /**
         * The user at the other end; empty over TCP.
         *
         * @throws IOException if there must be one, and the kernel does not report it
         */
        Optional<Peer> of(Channel connection) throws IOException;
    }

    private final int mostStrangers;
    private final int mostKnown;
    private final PeerLook peers;
    /** By machine, the oldest first. */
    private final Map<String, Set<GuardedConnection>> strangers = new LinkedHashMap<>();

    private final Map<String, Integer> known = new HashMap<>();
    private int strangerCount;
    private int knownCount;
    private boolean isTold;

    /** A gate for so many. */
    ConnectionGate(int most, PeerLook peers) {
        this.mostStrangers = Math.max(1, most / STRANGERS_PART);
        this.mostKnown = Math.max(1, most - mostStrangers);
        this.peers = peers;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var channel = (Channel) message;
        Optional<GuardedConnection> entered = enter(channel);
        if (entered.isPresent()) {
            channel.pipeline().addFirst(entered.get());
            context.fireChannelRead(message);
        } else {
            channel.unsafe().closeForcibly();
        }
    }

    private Optional<GuardedConnection> enter(Channel channel) {
        try {
            Optional<Peer> peer = peers.of(channel);
            var connection = new GuardedConnection(this, channel, machine(channel), peer);
            if (peer.isEmpty()) {
                welcome(connection);
                return Optional.of(connection);
            }
            return connection.admit(peer.get().user(), peer.get().isOwner())
                    ? Optional.of(connection)
                    : Optional.empty();
        } catch (IOException e) {
            LOG.warn("A connection is closed: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static String machine(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress from && !from.isUnresolved()
                ? from.getAddress().getHostAddress()
                : "";
    }

    /** Takes a stranger in, in the place of another one where there are too many. */
    private void welcome(GuardedConnection connection) {
        Deque<GuardedConnection> dropped = new ArrayDeque<>();
        synchronized (this) {
            while (strangerCount >= mostStrangers) {
                dropped.add(oldestOfTheMost());
            }
            strangers
                    .computeIfAbsent(connection.machine(), it -> new LinkedHashSet<>())
                    .add(connection);
            strangerCount++;
        }
        dropped.forEach(GuardedConnection::drop);
    }

    private GuardedConnection oldestOfTheMost() {
        Set<GuardedConnection> most = Set.of();
        for (Set<GuardedConnection> ofMachine : strangers.values()) {
            most = ofMachine.size() > most.size() ? ofMachine : most;
        }
        GuardedConnection oldest = most.iterator().next();
        if (!isTold) {
            LOG.warn(
                    "Connections without a credential are closed, the oldest first: {} are open, {} of them from {}",
                    strangerCount,
                    most.size(),
                    oldest.machine());
            isTold = true;
        }
        forgetStranger(oldest);
        return oldest;
    }

    private boolean forgetStranger(GuardedConnection connection) {
        Set<GuardedConnection> ofMachine = strangers.getOrDefault(connection.machine(), Set.of());
        if (!ofMachine.contains(connection)) {
            return false;
        }
        ofMachine.remove(connection);
        if (ofMachine.isEmpty()) {
            strangers.remove(connection.machine());
        }
        strangerCount--;
        isTold = isTold && strangerCount > mostStrangers / 2;
        return true;
    }

    /** Whether there is room for one more of a client's, which is then counted. */
    synchronized boolean count(GuardedConnection connection, String client, boolean isOwner) {
        int own = known.getOrDefault(client, 0);
        if (!isOwner && own >= mostKnown - knownCount) {
            return false;
        }
        forgetStranger(connection);
        known.put(client, own + 1);
        knownCount++;
        return true;
    }

    /** A connection is gone. */
    synchronized void leave(GuardedConnection connection, Optional<String> client) {
        if (client.isEmpty()) {
            forgetStranger(connection);
        } else {
            known.computeIfPresent(client.get(), (it, own) -> own == 1 ? null : own - 1);
            knownCount--;
        }
    }
}
