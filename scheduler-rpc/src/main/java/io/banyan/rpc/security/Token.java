package io.banyan.rpc.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret that gives its holder access to a daemon. {@link #toString} hides it, and a comparison takes the same time
 * wherever two secrets differ.
 */
public final class Token {
    private static final int RANDOM_BYTES = 32;
    private static final int SHORTEST = 32;
    private static final int LONGEST = 256;

    private final String secret;

    private Token(String secret) {
        this.secret = secret;
    }

    /** A new secret of 256 random bits. */
    public static Token random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * The token with a known secret.
     *
     * @throws IllegalArgumentException if the text cannot be a token; the message does not repeat it
     */
    public static Token of(String secret) {
        boolean fits = secret.length() >= SHORTEST && secret.length() <= LONGEST;
        for (int i = 0; fits && i < secret.length(); i++) {
            fits = isOfAToken(secret.charAt(i));
        }
        if (!fits) {
            throw new IllegalArgumentException("A token must be 32 to 256 letters, digits, '-' and '_'.");
        }
        return new Token(secret);
    }

    private static boolean isOfAToken(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }

    /** The digest, which may be stored to recognise the token. */
    TokenDigest digest() {
        return TokenDigest.of(secret);
    }

    /** Whether both are the same secret, in time that does not depend on where they differ. */
    public boolean matches(Token other) {
        return MessageDigest.isEqual(bytes(), other.bytes());
    }

    /** The secret itself: for the file that keeps it and for the header that carries it, and for nothing else. */
    String secret() {
        return secret;
    }

    private byte[] bytes() {
        return secret.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return "Token[hidden]";
    }
}
