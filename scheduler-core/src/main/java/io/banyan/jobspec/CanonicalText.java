package io.banyan.jobspec;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The canonical JSON of a jobspec and its digest. Both are asked for at each level that a grow passes, and again for
 * the next one with the same jobspec; so those of the latest are remembered by the object, which {@link JobspecCache}
 * keeps the same.
 */
final class CanonicalText {
    private static final int REMEMBERED = 16;
    private static final int LONGEST_REMEMBERED = 64 << 10;
    private static final int DIGEST_BYTES = 16;
    private static final @Nullable CanonicalText[] LATEST = new @Nullable CanonicalText[REMEMBERED];
    private static int next;

    private final WeakReference<Jobspec> jobspec;
    private final String json;
    private String digest = "";

    private CanonicalText(Jobspec jobspec) {
        this.jobspec = new WeakReference<>(jobspec);
        this.json = JobspecWriter.written(jobspec);
    }

    /** Returns the canonical text of this jobspec. O(1) for one of the latest, else O(its size). */
    static CanonicalText of(Jobspec jobspec) {
        CanonicalText known = find(jobspec);
        return known != null ? known : remember(new CanonicalText(jobspec));
    }

    private static @Nullable CanonicalText find(Jobspec jobspec) {
        synchronized (LATEST) {
            for (CanonicalText text : LATEST) {
                if (text != null && text.jobspec.refersTo(jobspec)) {
                    return text;
                }
            }
        }
        return null;
    }

    private static CanonicalText remember(CanonicalText text) {
        if (text.json.length() <= LONGEST_REMEMBERED) {
            synchronized (LATEST) {
                LATEST[next] = text;
                next = (next + 1) % REMEMBERED;
            }
        }
        return text;
    }

    String json() {
        return json;
    }

    /** The beginning of the SHA-256 of the JSON, as 32 hexadecimal digits. */
    synchronized String digest() {
        if (digest.isEmpty()) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            try {
                digest = HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, DIGEST_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java runtime has SHA-256", e);
            }
        }
        return digest;
    }
}
