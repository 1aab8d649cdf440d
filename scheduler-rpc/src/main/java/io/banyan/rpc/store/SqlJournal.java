package io.banyan.rpc.store;

import io.banyan.instance.JobRecord;
import io.banyan.instance.Transaction;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.wire.JournalBytes;
import io.banyan.rpc.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A journal in a SQL database: a SQLite file of the state directory, or a schema of a PostgreSQL server. Each append is on the disk when it
 * returns, and survives the end of the process and of the machine at any moment. A record that was changed or lost is found when the journal is
 * read.
 */
public final class SqlJournal implements Journal {
    private static final String INSERT = "INSERT INTO %s (number, check_value, bytes) VALUES (?, ?, ?)";
    private static final String APPEND = INSERT.formatted("record");
    private static final String SHORTER = INSERT.formatted("shorter");
    private static final int PIECE = 1_000;
    private static final int MILLIS = 1_000;
    private static final String READ =
            "SELECT number, check_value, bytes FROM record WHERE number >= ? ORDER BY number LIMIT ?";
    private static final String LAST = "SELECT number, check_value FROM record ORDER BY number DESC LIMIT 1";
    private static final String ANY = "SELECT 1 FROM record LIMIT 1";

    private final Database database;
    private final SqlHistory history;
    private final Chain chain = new Chain();
    private Row last = Row.NONE;
    private boolean isRead;

    SqlJournal(Database database) {
        this.database = database;
        this.history = new SqlHistory(database);
    }

    /**
     * Opens the journal in a file, or makes an empty one that nobody but its owner can read.
     *
     * @throws IOException with one sentence, if it cannot be opened, is no journal, or is of a later version
     */
    public static SqlJournal open(Path file) throws IOException {
        return new SqlJournal(SqliteFile.open(file, Schema.CURRENT));
    }

    /** What it is called in messages. */
    public String name() {
        return database.name();
    }

    /**
     * Writes the journal anew with what is left of its transactions: whole, or not at all. After it was read, and before the first {@link
     * #append}. O(its bytes).
     *
     * @param left what is left of each, in their order; empty where nothing is
     * @throws IOException with one sentence, if it cannot be written; it is as it was then
     */
    public void shorten(Function<Transaction, Optional<Transaction>> left) throws IOException {
        Row[] end = {Row.NONE};
        database.keep(() -> {
            database.execute(Schema.records("shorter"));
            PreparedStatement write = database.prepared(SHORTER);
            List<Row> piece = piece(Long.MIN_VALUE, PIECE);
            while (!piece.isEmpty()) {
                for (Row row : piece) {
                    Optional<Transaction> kept = left.apply(readAgain(row.bytes));
                    if (kept.isPresent()) {
                        end[0] = row(end[0], kept.get());
                        write(write, end[0]);
                    }
                }
                database.flush(write);
                piece = piece(piece.getLast().number + 1, PIECE);
            }
            database.execute("DROP TABLE record; ALTER TABLE shorter RENAME TO record");
        });
        last = end[0].mark();
    }

    /** It was checked when it was read before. */
    private static Transaction readAgain(byte[] bytes) throws SQLException {
        try {
            return JournalBytes.read(bytes);
        } catch (WireException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private void write(PreparedStatement write, Row row) throws SQLException {
        write.setLong(1, row.number);
        write.setLong(2, row.check);
        write.setBytes(3, row.bytes);
        database.add(write);
    }

    /** The row of a transaction that follows another one. */
    private Row row(Row before, Transaction transaction) {
        byte[] bytes = JournalBytes.write(transaction);
        long number = before.number + 1;
        return new Row(number, chain.next(before.check, number, bytes), bytes);
    }

    /** A record as it was read. */
    private static final class Row {
        /** What is before the first. */
        static final Row NONE = new Row(0, 0, new byte[0]);

        final long number;
        final long check;
        final byte[] bytes;

        Row(long number, long check, byte[] bytes) {
            this.number = number;
            this.check = check;
            this.bytes = bytes;
        }

        /** The same without its bytes, to be kept for the next. */
        Row mark() {
            return new Row(number, check, NONE.bytes);
        }
    }

    /** The next records from a number on, at most so many; none where there are no more. */
    private List<Row> piece(long from, int most) throws SQLException {
        List<Row> rows = new ArrayList<>();
        PreparedStatement read = database.prepared(READ);
        read.setLong(1, from);
        read.setInt(2, most);
        try (ResultSet row = read.executeQuery()) {
            while (row.next()) {
                byte[] bytes = row.getBytes(3);
                rows.add(new Row(row.getLong(1), row.getLong(2), bytes == null ? new byte[0] : bytes));
            }
        }
        return rows;
    }

    /** Removes a journal, if it is there, that nobody has open. */
    public static void delete(Path path) throws IOException {
        for (String part : List.of("-wal", "-shm", "")) {
            Files.deleteIfExists(path.resolveSibling(path.getFileName() + part));
        }
    }

    /** The jobs that are over. */
    public History history() {
        return history;
    }

    /** How much of the history is kept from now on. */
    public void keep(HistoryPolicy policy) {
        history.keep(policy);
    }

    /** What the instance was founded on. */
    public Foundations foundations() {
        return new Foundations(database);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void replay(Consumer<Transaction> each) throws IOException {
        last = Row.NONE;
        replayFrom(Long.MIN_VALUE, each);
        isRead = true;
    }

    /**
     * Tells what another daemon has appended since the last that was told here.
     *
     * @throws IOException as {@link #replay} does; also where the other one has {@linkplain #shorten shortened} the journal in the meantime
     */
    public void follow(Consumer<Transaction> each) throws IOException {
        replayFrom(last.number + 1, each);
    }

    /**
     * Whether the journal ends with the last record that was told here.
     *
     * @throws IOException with one sentence, if it cannot be read
     */
    public boolean endsHere() throws IOException {
        return database.read(() -> {
            try (ResultSet row = database.prepared(LAST).executeQuery()) {
                return row.next() ? row.getLong(1) == last.number && row.getLong(2) == last.check : last.number == 0;
            }
        });
    }

    private void replayFrom(long first, Consumer<Transaction> each) throws IOException {
        long from = first;
        List<Row> piece;
        do {
            piece = read(from);
            for (Row row : piece) {
                check(row);
                tell(each, transaction(row.bytes));
                from = row.number + 1;
            }
        } while (!piece.isEmpty());
    }

    private List<Row> read(long from) throws IOException {
        try {
            return database.read(() -> piece(from, PIECE));
        } catch (IOException e) {
            throw atRecord(from, e);
        }
    }

    /** Says which record it is that cannot be read. */
    private IOException atRecord(long from, IOException failure) {
        long number = Math.max(from, last.number + 1);
        try {
            while (isThere(number)) {
                number++;
            }
        } catch (IOException again) {
            return new IOException("Record " + number + " cannot be read. " + again.getMessage(), again);
        }
        return failure;
    }

    private boolean isThere(long number) throws IOException {
        return database.read(() -> !piece(number, 1).isEmpty());
    }

    private void tell(Consumer<Transaction> each, Transaction transaction) throws IOException {
        try {
            each.accept(transaction);
        } catch (RuntimeException e) {
            throw new IOException(
                    "Record " + last.number + " of the journal " + database.name() + " does not fit what is before it: "
                            + e.getMessage() + "." + database.advice(),
                    e);
        }
    }

    private void check(Row row) throws IOException {
        long number = row.number;
        if (number != last.number + 1) {
            throw new IOException("Record " + (last.number + 1) + " of the journal " + database.name()
                    + " is missing: record " + number + " follows record " + last.number + "." + database.advice());
        }
        if (chain.next(last.check, number, row.bytes) != row.check) {
            throw damaged(number, "its check value does not agree");
        }
        last = row.mark();
    }

    private Transaction transaction(byte[] bytes) throws IOException {
        try {
            return JournalBytes.read(bytes);
        } catch (WireException e) {
            throw damaged(last.number, String.valueOf(e.getMessage()));
        }
    }

    private IOException damaged(long number, String how) {
        return new IOException("Record " + number + " of the journal " + database.name() + " is damaged: " + how + "."
                + database.advice());
    }

    @Override
    public void append(List<Transaction> transactions, List<JobRecord> ended) throws IOException {
        if (!isRead) {
            throw new IllegalStateException("the journal has not been read yet");
        }
        // Made before, so that nobody waits for it while the change is under way.
        List<Row> rows = new ArrayList<>(transactions.size());
        Row end = last;
        for (Transaction transaction : transactions) {
            end = row(end, transaction);
            rows.add(end);
        }
        long nowSec = Math.floorDiv(transactions.getLast().atMillis(), MILLIS);
        try {
            database.keep(() -> write(rows, ended, nowSec));
        } catch (IOException e) {
            history.forget();
            throw e;
        }
        last = end.mark();
    }

    private void write(List<Row> rows, List<JobRecord> ended, long nowSec) throws SQLException {
        PreparedStatement append = database.prepared(APPEND);
        for (Row row : rows) {
            write(append, row);
        }
        database.flush(append);
        history.write(ended, nowSec);
    }

    /** Whether there is no record; before it is read as well. */
    public boolean isEmpty() throws IOException {
        return database.read(() -> {
            try (ResultSet row = database.prepared(ANY).executeQuery()) {
                return !row.next();
            }
        });
    }

    /** How many records there are, once they were read. */
    public long size() {
        return last.number;
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
