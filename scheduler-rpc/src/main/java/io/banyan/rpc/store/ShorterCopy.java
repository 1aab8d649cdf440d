package io.banyan.rpc.store;

import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Transaction;
import io.banyan.rpc.store.RecordRows.Row;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy of a journal that is rewritten while appends continue. A second table beside its records is filled with the
 * remaining records, piece by piece, on a connection of its own. The appending thread adds the last few records and
 * replaces the first table with the second, in one change. If that never happens, because the process ended or for any
 * other reason, the journal is unchanged, and the next copy starts from the beginning. A record whose check value does
 * not follow from those before it ends the copy, because a copy of it would be correct by its own check values.
 *
 * <p>Besides the records, the copy needs the memory of {@link JournalCompaction}, O(their decisions), and O(their
 * bytes) of time, of which an append waits for one piece at most.
 */
final class ShorterCopy {
    private static final Logger LOG = LoggerFactory.getLogger(ShorterCopy.class);
    /** How many pieces are copied at most, besides those that were there when it was begun: more comes meanwhile. */
    private static final long MOST_FURTHER = 1_000;

    private static final String TABLE = "shorter";

    private final int pieceLength;
    private final RecordRows to;
    private final Walk from;
    /** The last record of the copy. */
    private Row end = Row.NONE;

    private ShorterCopy(Database own, int pieceLength) {
        this.pieceLength = pieceLength;
        this.to = new RecordRows(own, TABLE);
        this.from = new Walk(own, new RecordRows(own, "record"), Row.NONE);
    }

    /**
     * Makes a copy of all but the last few records; empty where that would not be worth it, or more is appended
     * meanwhile than is copied.
     *
     * @param own a connection of its own to the journal
     * @param remembered how many ended jobs an instance remembers
     * @throws IOException with one sentence, if it cannot be made, or a record is missing or damaged, which it names
     */
    static Optional<ShorterCopy> make(Database own, int remembered) throws IOException {
        return make(own, remembered, RecordRows.PIECE);
    }

    static Optional<ShorterCopy> make(Database own, int remembered, int pieceLength) throws IOException {
        var from = new RecordRows(own, "record");
        Row last = own.read(from::last);
        JournalCompaction compaction = noted(own, from, last, remembered);
        if (!compaction.isWorthIt()) {
            return Optional.empty();
        }
        begin(own);
        var copy = new ShorterCopy(own, pieceLength);
        long most = last.number / pieceLength + MOST_FURTHER;
        for (long round = 0; round < most; round++) {
            if (Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            if (!copy.copyPiece(own, last.number, compaction)) {
                return Optional.of(copy);
            }
        }
        LOG.info("The journal is not compacted: new records keep arriving after {} of them", copy.from.last().number);
        drop(own);
        return Optional.empty();
    }

    private static JournalCompaction noted(Database own, RecordRows from, Row last, int remembered) throws IOException {
        var compaction = new JournalCompaction(remembered);
        var walk = new Walk(own, from, Row.NONE);
        List<Row> piece = own.read(() -> walk.next(RecordRows.PIECE));
        while (!piece.isEmpty()) {
            for (Row row : piece) {
                if (row.number <= last.number) {
                    compaction.note(walk.transaction(row));
                }
            }
            piece = walk.last().number < last.number ? own.read(() -> walk.next(RecordRows.PIECE)) : List.of();
        }
        return compaction;
    }

    /** Creates the empty table, and removes the remains of an earlier attempt. */
    static void begin(Database database) throws IOException {
        database.keep(() -> {
            database.hurry();
            database.execute("DROP TABLE IF EXISTS " + TABLE + "; " + Schema.records(TABLE));
        });
    }

    /** Removes the table of an attempt that came to nothing. */
    static void drop(Database database) throws IOException {
        database.keep(() -> {
            database.hurry();
            database.execute("DROP TABLE IF EXISTS " + TABLE);
        });
    }

    /** Copies the next piece; whether there is enough left for another. */
    private boolean copyPiece(Database own, long last, JournalCompaction compaction) throws IOException {
        List<Row> piece = own.read(() -> from.next(pieceLength));
        List<Row> kept = new ArrayList<>();
        for (Row row : piece) {
            Transaction whole = from.transaction(row);
            Optional<Transaction> left = row.number > last ? Optional.of(whole) : compaction.left(whole);
            if (left.isPresent()) {
                end = to.following(end, left.get());
                kept.add(end);
            }
        }
        end = end.mark();
        if (!kept.isEmpty()) {
            own.keep(() -> to.write(kept));
        }
        return piece.size() > pieceLength / 2;
    }

    /**
     * Replaces the records with the copy; for the thread that appends, as a change of its own, without waiting.
     *
     * @param last the last record of the journal
     * @return the last record of the new journal; empty if too much has been appended since
     * @throws UnreachableException if another process is using the journal, or if its server cannot be reached
     * @throws IOException with one sentence, if it cannot be done, or a record is missing or damaged, which it names
     */
    Optional<Row> takePlace(Database database, Row last) throws IOException {
        if (last.number - from.last().number > 2L * pieceLength) {
            LOG.info("The journal is not compacted yet: too much was appended in the meantime");
            return Optional.empty();
        }
        database.keep(() -> replace(database, last));
        return Optional.of(end.mark());
    }

    /** Whether a record is the last of this copy: at the end of a journal, it shows that the copy has replaced it. */
    boolean isEnd(Row row) {
        return row.isSameAs(end);
    }

    private void replace(Database database, Row last) throws SQLException, IOException {
        var rest = new Walk(database, new RecordRows(database, "record"), from.last());
        var here = new RecordRows(database, TABLE);
        List<Row> rows = new ArrayList<>();
        for (Row row : rest.next((int) (last.number - from.last().number) + 1)) {
            end = here.following(end, row.bytes);
            rows.add(end);
        }
        rest.requireEnd(last);
        here.write(rows);
        replace(database);
    }

    /** The copy becomes the journal; a part of the change that is being made. */
    static void replace(Database database) throws SQLException {
        database.hurry();
        database.execute("DROP TABLE record; ALTER TABLE " + TABLE + " RENAME TO record");
    }
}
