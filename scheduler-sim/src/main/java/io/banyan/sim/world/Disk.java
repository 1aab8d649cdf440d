package io.banyan.sim.world;

import io.banyan.instance.message.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A disk with one journal: records of a length, a check sum and the transactions of one append. It keeps synced
 * records; of records that were only written, a crash leaves all, none or a part. An incomplete record is ignored.
 */
public class Disk {
    /** The part of written but unsynced data that survives a crash. */
    public enum Remains {
        /** Nothing. */
        LOST,
        /** The first half of the bytes. */
        TORN,
        /** All of it, although no effect of it is visible. */
        WHOLE
    }

    private static final int HEADER_BYTES = 2 * Integer.BYTES;

    private final JournalFormat format;
    private byte[] bytes = new byte[1024];
    private int written;
    private int synced;

    /** An empty disk. */
    public Disk(JournalFormat format) {
        this.format = format;
    }

    /**
     * Writes the transactions of one append: all of them will be there, or none. They are safe once {@link #sync} was
     * called.
     */
    public void write(List<Transaction> transactions) {
        List<byte[]> parts = transactions.stream().map(format::write).toList();
        int length =
                parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        ByteBuffer body = ByteBuffer.allocate(length);
        parts.forEach(part -> body.putInt(part.length).put(part));
        while (bytes.length < written + HEADER_BYTES + length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        ByteBuffer.wrap(bytes, written, HEADER_BYTES + length)
                .putInt(length)
                .putInt(checkSum(body.array(), 0, length))
                .put(body.array());
        written += HEADER_BYTES + length;
    }

    private static int checkSum(byte[] bytes, int from, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }

    /** Makes everything written so far survive a crash. */
    public void sync() {
        synced = written;
    }

    /** The machine stops. */
    public void crash(Remains remains) {
        int unsynced = written - synced;
        written = synced
                + switch (remains) {
                    case LOST -> 0;
                    case TORN -> (unsynced + 1) / 2;
                    case WHOLE -> unsynced;
                };
        Arrays.fill(bytes, written, bytes.length, (byte) 0);
    }

    /** Whether nothing is written. */
    public boolean isEmpty() {
        return written == 0;
    }

    /** Reads all whole records; the rest after the last of them is cut off. */
    public List<Transaction> recover() {
        List<Transaction> transactions = new ArrayList<>();
        int at = 0;
        while (isWhole(at)) {
            ByteBuffer record = ByteBuffer.wrap(bytes, at, HEADER_BYTES + length(at));
            record.position(at + HEADER_BYTES);
            while (record.hasRemaining()) {
                byte[] part = new byte[record.getInt()];
                record.get(part);
                transactions.add(read(part));
            }
            at += HEADER_BYTES + length(at);
        }
        written = at;
        synced = at;
        return transactions;
    }

    private int length(int at) {
        return ByteBuffer.wrap(bytes).getInt(at);
    }

    private boolean isWhole(int at) {
        if (at + HEADER_BYTES > written) {
            return false;
        }
        int length = length(at);
        return length > 0
                && at + HEADER_BYTES + length <= written
                && checkSum(bytes, at + HEADER_BYTES, length)
                        == ByteBuffer.wrap(bytes).getInt(at + Integer.BYTES);
    }

    private Transaction read(byte[] part) {
        try {
            return format.read(part);
        } catch (IOException e) {
            throw new Violation("the journal cannot be read: " + e.getMessage());
        }
    }

    /** Replaces the journal by one of these transactions, as if nothing else had ever been written. */
    public void rewrite(List<Transaction> transactions) {
        written = 0;
        transactions.forEach(transaction -> write(List.of(transaction)));
        sync();
    }
}
