package io.banyan.rpc.store;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.PastJobsMessages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the history, each with a check value over all its fields. A row that was changed in the database is
 * refused when it is read. Rows that were written before the check value existed have none, and are believed. For the
 * thread of its database.
 */
final class HistoryRows {
    /** The columns that {@link #job} reads, in its order. */
    static final String COLUMNS = "number, ended_sec, owner, check_value, bytes";

    private static final String INSERT = "INSERT INTO history (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?)";
    private static final String PIECE =
            "SELECT " + COLUMNS + " FROM history WHERE number > ? ORDER BY number LIMIT " + RecordRows.PIECE;
    private static final int NUMBER = 1;
    private static final int ENDED = 2;
    private static final int OWNER = 3;
    private static final int CHECK = 4;
    private static final int BYTES = 5;

    private final Database database;
    private final RecordChain chain = new RecordChain();

    HistoryRows(Database database) {
        this.database = database;
    }

    /** The statement to which {@link #add} adds rows. */
    PreparedStatement insertion() throws SQLException {
        return database.prepared(INSERT);
    }

    /** Adds the row of an ended job; a part of the change that is being made. */
    void add(PreparedStatement insert, long number, JobRecord job) throws SQLException {
        long endedSec = job.endedSec().orElseThrow();
        byte[] bytes = PastJobsMessages.bytes(job);
        insert.setLong(NUMBER, number);
        insert.setLong(ENDED, endedSec);
        insert.setString(OWNER, job.owner());
        insert.setLong(CHECK, checkValue(number, endedSec, job.owner(), bytes));
        insert.setBytes(BYTES, bytes);
        database.add(insert);
    }

    /**
     * The job in the current row of a result with the {@link #COLUMNS}. O(its bytes).
     *
     * @throws IOException with one sentence that names the row, if it differs from the written one
     */
    JobRecord job(ResultSet row) throws SQLException, IOException {
        long number = row.getLong(NUMBER);
        byte[] bytes = row.getBytes(BYTES);
        long expected = row.getLong(CHECK);
        boolean isChecked = !row.wasNull();
        if (isChecked && expected != checkValue(number, row.getLong(ENDED), row.getString(OWNER), bytes)) {
            throw damaged(number, "its check value does not match", null);
        }
        try {
            return PastJobsMessages.job(bytes);
        } catch (WireException e) {
            throw damaged(number, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads every row. O(their bytes).
     *
     * @throws IOException with one sentence that names the first damaged row
     */
    void verify() throws SQLException, IOException {
        PreparedStatement reading = database.prepared(PIECE);
        long last = Long.MIN_VALUE;
        for (int found = RecordRows.PIECE; found == RecordRows.PIECE; ) {
            found = 0;
            reading.setLong(1, last);
            try (ResultSet row = reading.executeQuery()) {
                while (row.next()) {
                    job(row);
                    last = row.getLong(NUMBER);
                    found++;
                }
            }
        }
    }

    private long checkValue(long number, long endedSec, String owner, byte[] bytes) {
        byte[] name = owner.getBytes(StandardCharsets.UTF_8);
        byte[] all = ByteBuffer.allocate(name.length + 1 + bytes.length)
                .put(name)
                .put((byte) 0)
                .put(bytes)
                .array();
        return chain.next(endedSec, number, all);
    }

    private IOException damaged(long number, String how, @Nullable Throwable cause) {
        return new IOException(
                "Row " + number + " of the history in " + database.name() + " is damaged: " + how
                        + ".\nMaybe: exclude it with --since and --until, or continue from a backup.",
                cause);
    }
}
