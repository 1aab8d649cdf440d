package io.banyan.bench.nested;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The process that echoes: says its port on standard output, and ends when its standard input does. */
final class EchoServer {
    private EchoServer() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws IOException {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .addService(Echo.service())
                .build()
                .start();
        System.out.println(server.getPort());
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        server.shutdownNow();
    }
}
