package io.banyan.jobspec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A short name of a jobspec's content: two that are equal have the same, two that differ have, for all that anybody will ever see,
 * different ones. It lets an answer say which question it answers without repeating it.
 *
 * <p>Any thread may call it. O(size of the jobspec).
 */
public final class JobspecDigest {
    private static final int BYTES = 16;

    private JobspecDigest() {}

    /** The beginning of the SHA-256 of the canonical JSON, as 32 hexadecimal digits. */
    public static String of(Jobspec jobspec) {
        byte[] json = JobspecWriter.json(jobspec).getBytes(StandardCharsets.UTF_8);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
