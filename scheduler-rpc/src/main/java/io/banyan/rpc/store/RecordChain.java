package io.banyan.rpc.store;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Check values of records, each made of its record and the value before it: a record that was changed, lost, added or
 * moved does not go with those around it. The first 8 bytes of a SHA-256; it guards against accidents, not against an
 * attacker that can write the file. Not thread-safe.
 */
final class RecordChain {
    private final MessageDigest digest;
    private final ByteBuffer head = ByteBuffer.allocate(2 * Long.BYTES);

    RecordChain() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The value of a record. O(its bytes). */
    long next(long before, long number, byte[] record) {
        head.clear().putLong(before).putLong(number);
        digest.update(head.array());
        return ByteBuffer.wrap(digest.digest(record)).getLong();
    }
}
