package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections that are too many as soon as they are made: no machine has more than are left for others. It stands where a server's connections come
 * in. O(1) a connection.
 */
@ChannelHandler.Sharable
final class ConnectionGate extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionGate.class);

    /** Below this part of the most it is worth telling again. */
    private static final int FREE_AGAIN = 4;

    private final int most;
    private final Map<String, Integer> byMachine = new HashMap<>();
    private int all;
    private boolean isTold;

    /** A gate for so many. */
    ConnectionGate(int most) {
        this.most = most;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var connection = (Channel) message;
        String machine = machine(connection);
        if (enter(machine)) {
            connection.pipeline().addFirst(new Leaving(machine));
            context.fireChannelRead(message);
        } else {
            connection.unsafe().closeForcibly();
        }
    }

    private static String machine(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress from && !from.isUnresolved()
                ? from.getAddress().getHostAddress()
                : "";
    }

    /** Whether there is room for one more of a machine's. */
    synchronized boolean enter(String machine) {
        int own = byMachine.getOrDefault(machine, 0);
        if (own >= most - all) {
            if (!isTold) {
                LOG.warn("Connections from {} are closed at once: {} are open, of {}", machine, own, all);
            }
            isTold = true;
            return false;
        }
        byMachine.put(machine, own + 1);
        all++;
        return true;
    }

    /** One of a machine's is gone. */
    synchronized void leave(String machine) {
        byMachine.computeIfPresent(machine, (it, own) -> own == 1 ? null : own - 1);
        all--;
        isTold = isTold && all > most / FREE_AGAIN;
    }

    /** Stays with a connection until its end. */
    private final class Leaving extends ChannelInboundHandlerAdapter {
        private final String machine;

        Leaving(String machine) {
            this.machine = machine;
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            leave(machine);
        }
    }
}
