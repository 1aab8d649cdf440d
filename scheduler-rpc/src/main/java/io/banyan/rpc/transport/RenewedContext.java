package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * The TLS context of a server, which can be replaced while the server listens. The sessions of the old context end with
 * it, so that a client that resumes one is checked by the new context.
 */
final class RenewedContext extends SslContext {
    private volatile SslContext present;

    RenewedContext(SslContext first) {
        this.present = first;
    }

    /** From now on connections are made with this one. Any thread may call. */
    void renew(SslContext next) {
        present = next;
    }

    @Override
    public boolean isClient() {
        return present.isClient();
    }

    @Override
    public List<String> cipherSuites() {
        return present.cipherSuites();
    }

    @Override
    @SuppressWarnings("deprecation") // The class that is extended has it so.
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
        return present.applicationProtocolNegotiator();
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator) {
        return present.newEngine(allocator);
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator, String peerHost, int peerPort) {
        return present.newEngine(allocator, peerHost, peerPort);
    }

    @Override
    public SSLSessionContext sessionContext() {
        return present.sessionContext();
    }
}
