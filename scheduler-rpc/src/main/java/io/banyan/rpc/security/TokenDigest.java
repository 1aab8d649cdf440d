package io.banyan.rpc.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a token's secret: by it a token is found in a table, and kept in a file from which nobody can take the
 * secret. The secrets are random and 256 bits long, so that no salt is needed, and what the time of a look-up tells of
 * a digest is of no use.
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
