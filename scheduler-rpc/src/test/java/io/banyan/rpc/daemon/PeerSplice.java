package io.banyan.rpc.daemon;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * A program that listens on one Unix-domain socket, and passes what comes on to another, as the user as whom it runs.
 * It knows nothing but Java's own library, so that a user who can read nothing else can run it.
 */
public final class PeerSplice {
    private PeerSplice() {}

    /**
     * Listens and passes on until it is ended.
     *
     * @param arguments the socket on which it listens, and that of the daemon
     */
    public static void main(String[] arguments) throws IOException {
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(Path.of(arguments[0])));
            System.out.println("listens");
            while (true) {
                SocketChannel near = server.accept();
                SocketChannel far = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(arguments[1])));
                Thread.startVirtualThread(() -> pass(near, far));
                Thread.startVirtualThread(() -> pass(far, near));
            }
        }
    }

    private static void pass(SocketChannel from, SocketChannel to) {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try (from;
                to) {
            while (from.read(bytes) >= 0) {
                bytes.flip();
                while (bytes.hasRemaining()) {
                    to.write(bytes);
                }
                bytes.clear();
            }
        } catch (IOException over) {
            // One of the two has closed.
        }
    }
}
