package io.banyan.bench.nested;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The echo process: prints its port on standard output, and ends with its standard input. */
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
