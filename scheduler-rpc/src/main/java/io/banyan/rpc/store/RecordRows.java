package io.banyan.rpc.store;

import io.banyan.instance.message.Transaction;
import io.banyan.rpc.wire.journal.JournalBytes;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one table of records. For the thread of its database. */
final class RecordRows {
    /** How many are read at a time. */
    static final int PIECE = 1_000;

    /** A record as it is kept. */
    static final class Row {
        /** The row before the first one. */
        static final Row NONE = new Row(0, 0, new byte[0]);

        final long number;
        final long check;
        final byte[] bytes;

        Row(long number, long check, byte[] bytes) {
            this.number = number;
            this.check = check;
            this.bytes = bytes;
        }

        /** Returns the row without its bytes, as the predecessor of the next row. */
        Row mark() {
            return new Row(number, check, NONE.bytes);
        }

        boolean isSameAs(Row other) {
            return number == other.number && check == other.check;
        }
    }

    private final Database database;
    private final RecordChain chain = new RecordChain();
    private final String insert;
    private final String read;
    private final String check;
    private final String last;

    RecordRows(Database database, String table) {
        this.database = database;
        this.insert = "INSERT INTO " + table + " (number, check_value, bytes) VALUES (?, ?, ?)";
        this.read = "SELECT number, check_value, bytes FROM " + table + " WHERE number >= ? ORDER BY number LIMIT ?";
        this.check = "SELECT check_value FROM " + table + " WHERE number = ?";
        this.last = "SELECT number, check_value FROM " + table + " ORDER BY number DESC LIMIT 1";
    }

    /** The next records from a number on, at most so many, as they are; none where there are no more. */
    List<Row> piece(long from, int most) throws SQLException {
        List<Row> rows = new ArrayList<>();
        PreparedStatement reading = database.prepared(read);
        reading.setLong(1, from);
        reading.setInt(2, most);
        try (ResultSet row = reading.executeQuery()) {
            while (row.next()) {
                byte[] bytes = row.getBytes(3);
                rows.add(new Row(row.getLong(1), row.getLong(2), bytes == null ? new byte[0] : bytes));
            }
        }
        return rows;
    }

    /** Whether a record is still there as it was, without a look at its bytes. */
    boolean has(Row known) throws SQLException {
        PreparedStatement reading = database.prepared(check);
        reading.setLong(1, known.number);
        try (ResultSet row = reading.executeQuery()) {
            return row.next() && row.getLong(1) == known.check;
        }
    }

    /** The last one, without its bytes; that before the first where there is none. */
    Row last() throws SQLException {
        try (ResultSet row = database.prepared(last).executeQuery()) {
            return row.next() ? new Row(row.getLong(1), row.getLong(2), Row.NONE.bytes) : Row.NONE;
        }
    }

    /** Writes records; a part of the change that is being made. */
    void write(List<Row> rows) throws SQLException {
        PreparedStatement writing = database.prepared(insert);
        for (Row row : rows) {
            writing.setLong(1, row.number);
            writing.setLong(2, row.check);
            writing.setBytes(3, row.bytes);
            database.add(writing);
        }
        database.flush(writing);
    }

    /** The record of a transaction that follows another one. */
    Row following(Row before, Transaction transaction) {
        return following(before, JournalBytes.write(transaction));
    }

    /** The record of a transaction's bytes that follows another one. */
    Row following(Row before, byte[] bytes) {
        long number = before.number + 1;
        return new Row(number, chain.next(before.check, number, bytes), bytes);
    }

    /** Whether a record is unchanged since it was written after the one before it. */
    boolean fits(Row before, Row row) {
        return chain.next(before.check, row.number, row.bytes) == row.check;
    }
}
