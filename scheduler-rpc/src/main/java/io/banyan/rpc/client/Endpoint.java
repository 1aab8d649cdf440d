package io.banyan.rpc.client;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.EventLoops;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a daemon is, and how one speaks with it.
 *
 * @param addresses of the daemon, and of those that wait to go on in its place
 * @param token that opens it; empty where a certificate does
 * @param tls how the connection is encrypted; empty for not at all
 */
public record Endpoint(List<Address> addresses, Optional<Token> token, Optional<ClientTls> tls) {
    /** Copies the list. */
    public Endpoint {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("A daemon has an address.");
        }
    }

    /** One without encryption. */
    static Endpoint plain(List<Address> addresses, Token token) {
        return new Endpoint(addresses, Optional.of(token), Optional.empty());
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
        Token opens = token.equals(state.token()) ? TokenFile.readOf(state.path(), token) : TokenFile.read(token);
        return new Endpoint(List.of(address), Optional.of(opens), tls);
    }

    /** What each call carries. */
    CallOptions options() {
        return token.map(BearerToken::new)
                .map(CallOptions.DEFAULT::withCallCredentials)
                .orElse(CallOptions.DEFAULT);
    }

    /** A channel to one of the addresses. */
    ManagedChannel channel(Address address, EventLoops loops) throws IOException {
        return tls.isPresent() ? Channels.forCalls(address, loops, tls.get()) : Channels.forCalls(address, loops);
    }
}
