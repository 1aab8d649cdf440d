package io.banyan.rpc.transport;

import java.nio.file.Path;

/** Where clients reach a daemon: a TCP address, or a Unix-domain socket of this machine. */
public sealed interface Location permits Address, UnixSocket {
    /** What a text begins with that names a socket. */
    String UNIX = "unix:";

    /**
     * Reads {@code HOST:PORT}, {@code [IPv6]:PORT} or {@code unix:PATH}.
     *
     * @throws IllegalArgumentException with one sentence, if the text is none of them, or has the port 0, at which nobody is
     */
    static Location parse(String text) {
        return text.startsWith(UNIX)
                ? new UnixSocket(Path.of(text.substring(UNIX.length())))
                : Address.parseReachable(text);
    }
}
