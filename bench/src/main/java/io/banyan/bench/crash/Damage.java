package io.banyan.bench.crash;

import io.banyan.instance.message.Transaction;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.rpc.wire.journal.JournalBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Tests of damaged journals. Each damage is done to a copy, and the copy is read. The reader must refuse it with a
 * sentence, or return the state of the journal up to some record.
 */
final class Damage {
    private static final int LAST_RECORDS = 64;
    /** A row's number, lengths and check value are in front of its bytes. */
    private static final int ROW_HEAD = 16;

    private final Path journal;
    private final Path copy;
    private final List<Transaction> all;
    private long named;
    private long refused;
    private long unharmed;
    private long cutShort;

    /** Creates tests of the journal of a daemon that was killed. */
    Damage(Path journal, Path scratch) throws IOException {
        this.journal = journal;
        this.copy = scratch.resolve("copy.db");
        // Opening and closing moves the contents of SQLite's log into the file.
        this.all = read(journal);
    }

    /**
     * Does all of it.
     *
     * @return the result, for people
     * @throws IllegalStateException at the first damage that went through
     */
    String run() throws IOException, SQLException {
        for (int left = all.size(); left >= 0; left--) {
            cut(left);
        }
        byte[] bytes = Files.readAllBytes(journal);
        int flips = 0;
        for (int record = Math.max(1, all.size() - LAST_RECORDS + 1); record <= all.size(); record++) {
            byte[] row = JournalBytes.write(all.get(record - 1));
            int at = find(bytes, row);
            for (int i = Math.max(0, at - ROW_HEAD); i < at + row.length; i++) {
                flip(bytes, i, record);
                flips++;
            }
        }
        return "%,d records, the journal cut at each; every byte of the last %d records flipped (%,d): %,d refused with the number of a record, %,d refused as a whole, %,d with the state up to a record, %,d without effect"
                .formatted(all.size(), Math.min(LAST_RECORDS, all.size()), flips, named, refused, cutShort, unharmed);
    }

    private void cut(int left) throws IOException, SQLException {
        Files.copy(journal, copy, StandardCopyOption.REPLACE_EXISTING);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM record WHERE number > " + left);
        }
        if (!read(copy).equals(all.subList(0, left))) {
            throw new IllegalStateException("The journal cut at record " + left + " is another one; it is " + copy);
        }
    }

    private void flip(byte[] bytes, int at, int record) throws IOException {
        SqlJournal.delete(copy);
        bytes[at] ^= (byte) (1 << (at % Byte.SIZE));
        Files.write(copy, bytes);
        bytes[at] ^= (byte) (1 << (at % Byte.SIZE));
        try {
            List<Transaction> read = read(copy);
            if (read.size() > all.size() || !read.equals(all.subList(0, read.size()))) {
                throw new IllegalStateException(
                        "Byte " + at + " of record " + record + " was flipped, and nobody noticed; it is " + copy);
            }
            unharmed += read.size() == all.size() ? 1 : 0;
            cutShort += read.size() == all.size() ? 0 : 1;
        } catch (IOException e) {
            boolean isNamed = String.valueOf(e.getMessage()).startsWith("Record ");
            named += isNamed ? 1 : 0;
            refused += isNamed ? 0 : 1;
        }
    }

    private static List<Transaction> read(Path file) throws IOException {
        List<Transaction> read = new ArrayList<>();
        try (SqlJournal opened = SqlJournal.open(file)) {
            opened.replay(read::add);
        }
        return read;
    }

    private static int find(byte[] bytes, byte[] row) {
        for (int at = bytes.length - row.length; at >= 0; at--) {
            int i = 0;
            while (i < row.length && bytes[at + i] == row[i]) {
                i++;
            }
            if (i == row.length) {
                return at;
            }
        }
        throw new IllegalStateException("a record is not in one piece in its file");
    }
}
