package io.banyan.rpc.transport;

import io.grpc.Server;
import java.io.IOException;

/** A server on a Unix-domain socket, with the file of the socket. */
public final class LocalServer implements AutoCloseable {
    private final Server server;
    private final SocketFile file;

    LocalServer(Server server, SocketFile file) {
        this.server = server;
        this.file = file;
    }

    /** The server. */
    public Server server() {
        return server;
    }

    /** Removes the socket; the server is shut down by then. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
