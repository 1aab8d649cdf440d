package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillJournal;
import io.banyan.workflow.fill.FillRecord;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A journal in a file: a line that names the format, then records with their length and checksums. A record that a
 * crash left incomplete at the end is cut off. A damaged record with others behind it is an error. One process at a
 * time has the file.
 */
public final class FileFillJournal implements FillJournal, Closeable {
    private static final byte[] HEADER = "banyan filler journal 1\n".getBytes(StandardCharsets.UTF_8);
    private static final int PREFIX_BYTES = 3 * Integer.BYTES;
    private static final int MOST_ZERO_BYTES = 1 << 20;
    private static final int MOST_RECORD_BYTES = 256 << 20;

    private final Path file;
    private final FileChannel channel;
    private final List<FillRecord> records;

    private FileFillJournal(Path file, FileChannel channel, List<FillRecord> records) {
        this.file = file;
        this.channel = channel;
        this.records = records;
    }

    /**
     * Opens the journal of a file, which need not exist.
     *
     * @throws IOException if another process has it, or it is damaged
     */
    public static FileFillJournal open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            lock(file, channel);
            return new FileFillJournal(file, channel, read(file, channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void lock(Path file, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw new IOException("another filler uses the journal '" + file + "'");
            }
        } catch (OverlappingFileLockException e) {
            throw new IOException("another filler uses the journal '" + file + "'", e);
        }
    }

    private static List<FillRecord> read(Path file, FileChannel channel) throws IOException {
        List<FillRecord> records = new ArrayList<>();
        long size = channel.size();
        if (size < HEADER.length) {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(HEADER), 0);
            channel.force(true);
            return records;
        }
        if (!ByteBuffer.wrap(HEADER).equals(bytes(channel, 0, HEADER.length))) {
            throw new IOException("'" + file + "' is not the journal of a filler");
        }
        long place = HEADER.length;
        while (place < size) {
            long end = endOfRecord(file, channel, place, size);
            if (end < 0) {
                channel.truncate(place);
                channel.force(true);
                break;
            }
            records.add(record(file, channel, place, end));
            place = end;
        }
        return records;
    }

    /** Returns the place behind a record; negative if the record is incomplete, so that the file ends with it. */
    private static long endOfRecord(Path file, FileChannel channel, long place, long size) throws IOException {
        if (size - place < PREFIX_BYTES) {
            return -1;
        }
        ByteBuffer prefix = bytes(channel, place, PREFIX_BYTES);
        int length = prefix.getInt();
        if (checksum(prefix.duplicate().flip()) != prefix.getInt()) {
            // After a crash, the end of a file may have its length and not its bytes.
            if (isZero(channel, place, size)) {
                return -1;
            }
            throw new IOException("the journal '" + file + "' is damaged at byte " + place);
        }
        long end = place + PREFIX_BYTES + length;
        boolean isTorn = end > size
                || (end == size && checksum(bytes(channel, place + PREFIX_BYTES, length)) != prefix.getInt());
        return isTorn ? -1 : end;
    }

    private static boolean isZero(FileChannel channel, long place, long size) throws IOException {
        for (long from = place; from < size; from += MOST_ZERO_BYTES) {
            ByteBuffer bytes = bytes(channel, from, (int) Math.min(MOST_ZERO_BYTES, size - from));
            while (bytes.hasRemaining()) {
                if (bytes.get() != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private static FillRecord record(Path file, FileChannel channel, long place, long end) throws IOException {
        ByteBuffer prefix = bytes(channel, place, PREFIX_BYTES);
        ByteBuffer body = bytes(channel, place + PREFIX_BYTES, (int) (end - place - PREFIX_BYTES));
        if (checksum(body) != prefix.getInt(2 * Integer.BYTES)) {
            throw new IOException("the journal '" + file + "' is damaged at byte " + place);
        }
        try {
            byte[] bytes = new byte[body.remaining()];
            body.get(bytes);
            return RecordCodec.read(bytes);
        } catch (IllegalArgumentException e) {
            throw new IOException("the journal '" + file + "' has a wrong record at byte " + place, e);
        }
    }

    private static ByteBuffer bytes(FileChannel channel, long place, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, place + bytes.position()) < 0) {
                throw new IOException("the journal became shorter while it was read");
            }
        }
        return bytes.flip();
    }

    private static int checksum(ByteBuffer body) {
        var sum = new CRC32C();
        sum.update(body.duplicate());
        return (int) sum.getValue();
    }

    @Override
    public void append(FillRecord record) throws IOException {
        byte[] body = RecordCodec.write(record);
        if (body.length > MOST_RECORD_BYTES) {
            throw new IOException("a record of " + body.length + " bytes is too long for the journal");
        }
        ByteBuffer bytes = ByteBuffer.allocate(PREFIX_BYTES + body.length);
        bytes.putInt(body.length);
        bytes.putInt(checksum(bytes.duplicate().flip()));
        bytes.putInt(checksum(ByteBuffer.wrap(body))).put(body).flip();
        long place = channel.size();
        while (bytes.hasRemaining()) {
            place += channel.write(bytes, place);
        }
        channel.force(false);
    }

    /** Returns the records that were in the file when it was opened. */
    @Override
    public List<FillRecord> replay() {
        return List.copyOf(records);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
