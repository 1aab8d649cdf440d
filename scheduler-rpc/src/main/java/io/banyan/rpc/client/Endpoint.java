package io.banyan.rpc.client;

import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.direct.DirectChannel;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.transport.Location;
import io.banyan.rpc.transport.UnixSocket;
import io.banyan.rpc.wire.Failure;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The locations of a daemon and the settings of connections to it.
 *
 * @param locations of the daemon and of its standbys
 * @param token the credential; empty if a certificate or the user at a socket is the credential
 * @param tls how a connection over TCP is encrypted; empty for not at all
 * @param trusted the users who may listen on a socket, beside root and this process's own
 * @param direct the socket for direct calls, if a daemon listens there
 */
public record Endpoint(
        List<Location> locations,
        Optional<Token> token,
        Optional<ClientTls> tls,
        Set<String> trusted,
        Optional<UnixSocket> direct) {
    /** Copies the lists. */
    public Endpoint {
        locations = List.copyOf(locations);
        trusted = Set.copyOf(trusted);
        if (locations.isEmpty()) {
            throw new IllegalArgumentException("A daemon must have an address.");
        }
    }

    /**
     * Creates an endpoint with the socket for direct calls of the only location, if that location authenticates by the
     * user.
     */
    public Endpoint(List<Location> locations, Optional<Token> token, Optional<ClientTls> tls, Set<String> trusted) {
        this(locations, token, tls, trusted, token.isPresent() ? Optional.empty() : besides(locations));
    }

    private static Optional<UnixSocket> besides(List<Location> locations) {
        return locations.size() == 1 && locations.getFirst() instanceof UnixSocket socket
                ? socket.direct()
                : Optional.empty();
    }

    /** One over TCP. */
    public Endpoint(List<Address> addresses, Optional<Token> token, Optional<ClientTls> tls) {
        this(List.copyOf(addresses), token, tls, Set.of());
    }

    /** Returns an endpoint at a socket, where the user at the socket is the credential. */
    public static Endpoint of(UnixSocket socket, Set<String> trusted) {
        return new Endpoint(List.of(socket), Optional.empty(), Optional.empty(), trusted);
    }

    /** One without encryption. */
    static Endpoint plain(List<Address> addresses, Token token) {
        return new Endpoint(addresses, Optional.of(token), Optional.empty());
    }

    /**
     * The daemon whose state directory this is; where it encrypts, it is known by the certificate that it left there.
     *
     * @param token the file with the credential
     * @throws IOException with one sentence, if no daemon has written its address there, or the token cannot be read
     */
    static Endpoint of(StateDirectory state, Path token) throws IOException {
        Address address = AddressFile.read(state);
        Optional<ClientTls> tls = certificate(state).map(ClientTls.ByCertificate::new);
        boolean isOwner = token.equals(state.token());
        Token opens = isOwner ? TokenFile.readOf(state.path(), token) : TokenFile.read(token);
        Optional<UnixSocket> direct = Optional.of(state.direct())
                .filter(it -> isOwner && UnixSocket.fits(it))
                .map(UnixSocket::new);
        return new Endpoint(List.of(address), Optional.of(opens), tls, Set.of(), direct);
    }

    /**
     * The certificate in a state directory. In that of another user, who may have put anything there, it is a plain
     * file.
     */
    private static Optional<Path> certificate(StateDirectory state) throws IOException {
        Path certificate = state.certificate();
        if (!Files.exists(certificate, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!ThisUser.trusts(state.path())) {
            var unused = ForeignFile.plain(certificate);
        }
        return Optional.of(certificate);
    }

    /** Returns the endpoint for a program with many calls, which keeps one connection. */
    Endpoint withoutDirect() {
        return new Endpoint(locations, token, tls, trusted, Optional.empty());
    }

    /** The options of each call. */
    CallOptions options() {
        return token.map(BearerToken::new)
                .map(CallOptions.DEFAULT::withCallCredentials)
                .orElse(CallOptions.DEFAULT);
    }

    /** A channel to one of the locations. */
    ManagedChannel channel(Location location, EventLoops loops) throws IOException {
        return direct.isPresent()
                ? new DirectChannel(direct.get(), trusted, () -> plain(location, loops))
                : location.channel(loops, tls, trusted);
    }

    private ManagedChannel plain(Location location, EventLoops loops) {
        try {
            return location.channel(loops, tls, trusted);
        } catch (IOException e) {
            throw Failure.UNREACHABLE.because(Failure.sentenceOf(e));
        }
    }
}
