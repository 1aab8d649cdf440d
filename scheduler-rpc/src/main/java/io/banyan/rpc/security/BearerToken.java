package io.banyan.rpc.security;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Sends a token along with every call, in the {@code authorization} header (RFC 6750). */
public final class BearerToken extends CallCredentials {
    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final String SCHEME = "Bearer ";

    private final Token token;

    /** Credentials that present the given token. */
    public BearerToken(Token token) {
        this.token = token;
    }

    /** The token in a call's headers; empty where there is none or it is malformed. */
    static Optional<Token> in(Metadata headers) {
        String value = headers.get(AUTHORIZATION);
        if (value == null || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Token.of(value.substring(SCHEME.length()).strip()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public void applyRequestMetadata(RequestInfo request, Executor executor, MetadataApplier applier) {
        var headers = new Metadata();
        headers.put(AUTHORIZATION, SCHEME + token.secret());
        applier.apply(headers);
    }
}
