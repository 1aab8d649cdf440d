package io.banyan.provider.ec2;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of a fixed length, for where AWS takes no longer ones. */
final class FixedLengthName {
    private FixedLengthName() {}

    /** 64 hexadecimal digits, as long as a client token may be; the same for the same words. */
    static String of(String... words) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (String word : words) {
                sha.update(word.getBytes(StandardCharsets.UTF_8));
                sha.update((byte) 0);
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
