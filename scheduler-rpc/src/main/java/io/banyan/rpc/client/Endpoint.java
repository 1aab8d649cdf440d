package io.banyan.rpc.client;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.EventLoops;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a daemon is, and how one speaks with it.
 *
 * @param address of the daemon
 * @param token that opens it; empty where a certificate does
 * @param tls how the connection is encrypted; empty for not at all
 */
public record Endpoint(Address address, Optional<Token> token, Optional<ClientTls> tls) {
    /** One without encryption. */
    static Endpoint plain(Address address, Token token) {
        return new Endpoint(address, Optional.of(token), Optional.empty());
    }

    /**
     * The daemon whose state directory this is; where it encrypts, it is known by the certificate that it left there.
     *
     * @param token the file with what opens it
     * @throws IOException with one sentence, if no daemon has written its address there, or the token cannot be read
     */
    static Endpoint of(StateDirectory state, Path token) throws IOException {
        Address address = state.readAddress();
        Optional<ClientTls> tls = Files.exists(state.certificate())
                ? Optional.of(new ClientTls.ByCertificate(state.certificate()))
                : Optional.empty();
        return new Endpoint(address, Optional.of(TokenFile.read(token)), tls);
    }

    ManagedChannel channel(EventLoops loops) throws IOException {
        return tls.isPresent() ? Channels.forCalls(address, loops, tls.get()) : Channels.forCalls(address, loops);
    }
}
