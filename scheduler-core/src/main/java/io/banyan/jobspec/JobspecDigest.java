package io.banyan.jobspec;

/**
 * A digest of a jobspec's content: equal jobspecs have the same digest, and different ones have different digests with
 * a probability close to 1. An answer names the question by it, without repeating the question.
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
