package io.banyan.jobspec;

/**
 * A short name of a jobspec's content: two that are equal have the same, two that differ have, for all that anybody
 * will ever see, different ones. It lets an answer say which question it answers without repeating it.
 *
 * <p>Any thread may call it. O(size of the jobspec), and less for one of the latest.
 */
public final class JobspecDigest {
    private JobspecDigest() {}

    /** The beginning of the SHA-256 of the canonical JSON, as 32 hexadecimal digits. */
    public static String of(Jobspec jobspec) {
        return CanonicalText.of(jobspec).digest();
    }
}
