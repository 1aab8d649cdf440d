package io.banyan.rpc.transport;

import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.Connection.Peer;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelException;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/** The user at the other end of a Unix-domain socket, by SO_PEERCRED. */
public final class PeerUser {
    private static final String UNKNOWN = "This system does not report the user at the other end of the socket.";

    private PeerUser() {}

    /**
     * Returns the user at the other end of a channel.
     *
     * @throws IOException with one sentence, if the kernel does not report it
     */
    static UserPrincipal of(Channel channel) throws IOException {
        try {
            @Nullable UnixDomainPrincipal found =
                    channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
            if (found != null) {
                return found.user();
            }
        } catch (ChannelException gone) {
            throw new IOException("The user at the other end of the socket is unknown: " + gone.getMessage(), gone);
        }
        throw new IOException(UNKNOWN);
    }

    /**
     * Returns the user at the other end of a connection of the JDK.
     *
     * @throws IOException with one sentence, if the kernel does not report it
     */
    public static UserPrincipal of(SocketChannel channel) throws IOException {
        try {
            return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        } catch (UnsupportedOperationException elsewhere) {
            throw new IOException(UNKNOWN, elsewhere);
        }
    }

    /** The peer of a daemon in this process. */
    static Optional<Peer> peer(Channel channel) throws IOException {
        return Optional.of(peer(of(channel)));
    }

    /** A user as a peer of a daemon that runs as this process. */
    public static Peer peer(UserPrincipal user) {
        return new Peer(user.getName(), ThisUser.isRootOrSame(user));
    }

    /**
     * Requires that the client trusts the listener on a socket: root, the client's own user, or a user that the client
     * trusts.
     *
     * @param user the listening user
     * @param trusted names of users
     */
    public static void requireTrusted(UserPrincipal user, UnixSocket socket, Set<String> trusted)
            throws StrangeServerException {
        if (!ThisUser.isRootOrSame(user) && !trusted.contains(user.getName())) {
            throw new StrangeServerException("The user '" + user.getName() + "' listens on the socket " + socket.path()
                    + ", but this user is not root, not you, and not trusted.\nMaybe: if this user runs the daemon, set BANYAN_SERVER_USER="
                    + user.getName() + " or 'server-user' in the client file.");
        }
    }
}
