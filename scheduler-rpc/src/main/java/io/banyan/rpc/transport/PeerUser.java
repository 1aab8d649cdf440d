package io.banyan.rpc.transport;

import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.Connection.Peer;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelException;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/** The user at the other end of a Unix-domain socket, by SO_PEERCRED. */
final class PeerUser {
    private PeerUser() {}

    /**
     * The user.
     *
     * @throws IOException with one sentence, if the kernel does not tell
     */
    static UserPrincipal of(Channel channel) throws IOException {
        try {
            @Nullable UnixDomainPrincipal found =
                    channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
            if (found != null) {
                return found.user();
            }
        } catch (ChannelException gone) {
            throw new IOException("Who is at the other end of the socket is not known: " + gone.getMessage(), gone);
        }
        throw new IOException("Who is at the other end of the socket is not known on this system.");
    }

    /** The same as a peer of a daemon that runs as this process. */
    static Optional<Peer> peer(Channel channel) throws IOException {
        UserPrincipal user = of(channel);
        return Optional.of(new Peer(user.getName(), ThisUser.isRootOrSame(user)));
    }
}
