package io.banyan.rpc.transport;

import io.grpc.ManagedChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * A Unix-domain socket.
 *
 * @param path of the socket, absolute
 */
public record UnixSocket(Path path) implements Location {
    /** Where daemons that run as root have their sockets, and clients look for them. */
    public static final Path DIRECTORY = Path.of("/run/banyan");

    /** How the name of a socket there ends. */
    public static final String SUFFIX = ".sock";

    private static final String DIRECT_SUFFIX = ".direct";

    /** Maximal length of a path in the kernel, without the zero at the end. */
    public static final int LONGEST = 107;

    /** Checks that there is a path, and that it is short enough. */
    public UnixSocket {
        if (path.toString().isBlank()) {
            throw new IllegalArgumentException("A Unix-domain socket requires a path: unix:PATH.");
        }
        path = path.toAbsolutePath().normalize();
        if (!fits(path)) {
            throw new IllegalArgumentException("The path of a Unix-domain socket can have at most " + LONGEST
                    + " bytes; this one is longer: " + path + ".");
        }
    }

    /** Whether a path is short enough. */
    public static boolean fits(Path path) {
        return path.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
    }

    /** The socket beside this one that takes calls without HTTP/2; empty where its path would be too long. */
    public Optional<UnixSocket> direct() {
        Path beside = path.resolveSibling(path.getFileName() + DIRECT_SUFFIX);
        return fits(beside) ? Optional.of(new UnixSocket(beside)) : Optional.empty();
    }

    @Override
    public ManagedChannel channel(EventLoops loops, Optional<ClientTls> tls, Set<String> trusted) {
        return Channels.forCalls(this, loops, trusted);
    }

    @Override
    public String toString() {
        return UNIX + path;
    }
}
