package io.banyan.rpc.transport;

import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Where clients reach a daemon: a TCP address, or a Unix-domain socket of this machine. */
public sealed interface Location permits Address, UnixSocket {
    /** The prefix of a text that names a socket. */
    String UNIX = "unix:";

    /**
     * Reads {@code HOST:PORT}, {@code [IPv6]:PORT} or {@code unix:PATH}.
     *
     * @throws IllegalArgumentException with one sentence, if the text is none of them, or has the port 0, at which no
     *     daemon listens
     */
    static Location parse(String text) {
        return text.startsWith(UNIX)
                ? new UnixSocket(Path.of(text.substring(UNIX.length())))
                : Address.parseReachable(text);
    }

    /**
     * A channel for a command's calls. It connects at the first call.
     *
     * @param tls how a connection over TCP is encrypted; empty for not at all
     * @param trusted the users who may listen on a socket, beside root and this process's own
     * @throws IOException with one sentence, if a file for that cannot be used
     */
    ManagedChannel channel(EventLoops loops, Optional<ClientTls> tls, Set<String> trusted) throws IOException;
}
