package io.banyan.rpc.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a token's secret: the key of a token in a table and in a file, from which the secret cannot be
 * recovered. The secrets are random and 256 bits long, so that no salt is needed, and the time of a look-up reveals
 * nothing useful.
 *
 * @param hex 64 digits
 */
record TokenDigest(String hex) {
    private static final int LENGTH = 64;

    /** Checks the form. */
    TokenDigest {
        boolean fits = hex.length() == LENGTH;
        for (int i = 0; fits && i < LENGTH; i++) {
            fits = HexFormat.isHexDigit(hex.charAt(i)) && !Character.isUpperCase(hex.charAt(i));
        }
        if (!fits) {
            throw new IllegalArgumentException("A SHA-256 must be " + LENGTH + " lower-case hexadecimal digits.");
        }
    }

    /** The digest of a secret. */
    static TokenDigest of(String secret) {
        try {
            byte[] bytes = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
            return new TokenDigest(HexFormat.of().formatHex(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
