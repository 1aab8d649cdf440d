package io.banyan.rpc.store;

import io.banyan.instance.Transaction;
import io.banyan.rpc.wire.JournalBytes;
import io.banyan.rpc.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A journal in a SQLite database of the state directory, with a write-ahead log that is synced at each append. Survives the end of the
 * process and of the machine at any moment. A record that was changed or lost is found when the journal is read.
 */
public final class SqliteJournal implements Journal {
    private static final String APPEND = "INSERT INTO record (number, check_value, bytes) VALUES (?, ?, ?)";
    private static final String READ = "SELECT number, check_value, bytes FROM record ORDER BY number";

    private static final String ANY = "SELECT 1 FROM record LIMIT 1";

    private final SqliteFile file;
    private final Chain chain = new Chain();
    private long last;
    private long lastCheck;
    private boolean isRead;

    private SqliteJournal(SqliteFile file) {
        this.file = file;
    }

    /**
     * Opens the journal, or makes an empty one that nobody but its owner can read.
     *
     * @throws IOException with one sentence, if it cannot be opened, is no journal, or is of a later version
     */
    public static SqliteJournal open(Path path) throws IOException {
        return new SqliteJournal(SqliteFile.open(path));
    }

    /**
     * Writes the journal anew with what is left of its transactions: whole, or not at all. After it was read, and before the first {@link
     * #append}. O(its bytes).
     *
     * @param left what is left of each, in their order; empty where nothing is
     * @throws IOException with one sentence, if it cannot be written; it is as it was then
     */
    public void shorten(Function<Transaction, Optional<Transaction>> left) throws IOException {
        long[] end = {0, 0};
        file.keep(() -> {
            file.execute("CREATE TABLE shorter (number INTEGER PRIMARY KEY, check_value INTEGER NOT NULL,"
                    + " bytes BLOB NOT NULL) STRICT");
            try (PreparedStatement read = file.connection().prepareStatement(READ);
                    ResultSet rows = read.executeQuery();
                    PreparedStatement write = file.connection()
                            .prepareStatement("INSERT INTO shorter (number, check_value, bytes) VALUES (?, ?, ?)")) {
                while (rows.next()) {
                    Optional<Transaction> kept = left.apply(readAgain(rows.getBytes(3)));
                    if (kept.isPresent()) {
                        write(write, kept.get(), end);
                    }
                }
            }
            file.execute("DROP TABLE record");
            file.execute("ALTER TABLE shorter RENAME TO record");
        });
        last = end[0];
        lastCheck = end[1];
    }

    /** It was checked when it was read before. */
    private static Transaction readAgain(byte[] bytes) throws SQLException {
        try {
            return JournalBytes.read(bytes);
        } catch (WireException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private void write(PreparedStatement write, Transaction transaction, long[] end) throws SQLException {
        byte[] bytes = JournalBytes.write(transaction);
        end[0]++;
        end[1] = chain.next(end[1], end[0], bytes);
        write.setLong(1, end[0]);
        write.setLong(2, end[1]);
        write.setBytes(3, bytes);
        write.executeUpdate();
    }

    /** Removes a journal, if it is there, that nobody has open. */
    public static void delete(Path path) throws IOException {
        for (String part : List.of("-wal", "-shm", "")) {
            Files.deleteIfExists(path.resolveSibling(path.getFileName() + part));
        }
    }

    /** What the instance was founded on. */
    public Foundations foundations() {
        return new Foundations(file);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void replay(Consumer<Transaction> each) throws IOException {
        last = 0;
        lastCheck = 0;
        try (PreparedStatement read = file.connection().prepareStatement(READ);
                ResultSet rows = read.executeQuery()) {
            while (rows.next()) {
                byte[] bytes = rows.getBytes(3);
                check(rows.getLong(1), rows.getLong(2), bytes == null ? new byte[0] : bytes);
                tell(each, transaction(bytes));
            }
        } catch (SQLException e) {
            throw file.failure(e);
        }
        isRead = true;
    }

    private void tell(Consumer<Transaction> each, Transaction transaction) throws IOException {
        try {
            each.accept(transaction);
        } catch (RuntimeException e) {
            throw new IOException(
                    "Record " + last + " of the journal " + file.path() + " does not fit what is before it: "
                            + e.getMessage() + "." + SqliteFile.ADVICE,
                    e);
        }
    }

    private void check(long number, long check, byte[] bytes) throws IOException {
        if (number != last + 1) {
            throw new IOException("Record " + (last + 1) + " of the journal " + file.path() + " is missing: record "
                    + number + " follows record " + last + "." + SqliteFile.ADVICE);
        }
        if (chain.next(lastCheck, number, bytes) != check) {
            throw damaged(number, "its check value does not agree");
        }
        last = number;
        lastCheck = check;
    }

    private Transaction transaction(byte[] bytes) throws IOException {
        try {
            return JournalBytes.read(bytes);
        } catch (WireException e) {
            throw damaged(last, String.valueOf(e.getMessage()));
        }
    }

    private IOException damaged(long number, String how) {
        return new IOException("Record " + number + " of the journal " + file.path() + " is damaged: " + how + "."
                + SqliteFile.ADVICE);
    }

    @Override
    public void append(List<Transaction> transactions) throws IOException {
        if (!isRead) {
            throw new IllegalStateException("the journal has not been read yet");
        }
        long[] end = {last, lastCheck};
        file.keep(() -> {
            PreparedStatement append = file.prepared(APPEND);
            for (Transaction transaction : transactions) {
                write(append, transaction, end);
            }
        });
        last = end[0];
        lastCheck = end[1];
    }

    /** Lets the file have at most so many pages: for tests of a full disk. */
    void limitPages(int pages) throws IOException {
        file.limitPages(pages);
    }

    /** Whether there is no record; before it is read as well. */
    public boolean isEmpty() throws IOException {
        try (PreparedStatement any = file.connection().prepareStatement(ANY);
                ResultSet row = any.executeQuery()) {
            return !row.next();
        } catch (SQLException e) {
            throw file.failure(e);
        }
    }

    /** How many records there are, once they were read. */
    public long size() {
        return last;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
