package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * What a server encrypts with, to be replaced while it listens. With the old one go its sessions: who resumes one is
 * asked for everything again, for he was checked by what was in force when it began.
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
