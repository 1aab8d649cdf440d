package io.banyan.rpc.store;

import io.banyan.instance.Shortening;
import io.banyan.instance.Transaction;
import io.banyan.rpc.store.Records.Row;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A journal is written anew while it goes on: beside its records, piece by piece, on a connection of its own, comes a second table with what is left of
 * them. The thread that appends adds the last few and puts it in the place of the first, in one change. Where that never comes, because the process
 * ended or for any other reason, the journal is as it was, and the next copy begins anew.
 *
 * <p>Besides the records it takes the memory that {@link Shortening} does, O(their decisions), and O(their bytes) of time, of which an append waits for one
 * piece at most.
 */
final class ShorterCopy {
    /** How many records the thread that appends copies at most. */
    private static final int MOST_LEFT = 500;

    private static final int MOST_ROUNDS = 1_000;
    private static final String TABLE = "shorter";

    private final Records to;
    /** The last record that has been copied, as it is in the journal. */
    private Row copied = Row.NONE;
    /** The last record of the copy. */
    private Row end = Row.NONE;

    private long before;

    private ShorterCopy(Database database) {
        this.to = new Records(database, TABLE);
    }

    /**
     * Makes a copy of all but the last few records; empty where that would not be worth it.
     *
     * @param own a connection of its own to the journal
     * @param remembered how many ended jobs an instance remembers
     */
    static Optional<ShorterCopy> make(Database own, int remembered) throws IOException {
        var from = new Records(own, "record");
        long last = own.read(from::last).number;
        Shortening shortening = noted(own, from, last, remembered);
        if (!shortening.isWorthIt()) {
            return Optional.empty();
        }
        begin(own);
        var copy = new ShorterCopy(own);
        copy.before = last;
        for (int round = 0; round < MOST_ROUNDS && copy.copyPiece(own, from, last, shortening); round++) {
            if (Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
        }
        return Optional.of(copy);
    }

    private static Shortening noted(Database own, Records from, long last, int remembered) throws IOException {
        var shortening = new Shortening(remembered);
        long next = 0;
        while (next <= last) {
            long first = next;
            List<Row> piece = own.read(() -> from.piece(first, Records.PIECE));
            if (piece.isEmpty()) {
                return shortening;
            }
            for (Row row : piece) {
                if (row.number <= last) {
                    shortening.note(transaction(own, row));
                }
            }
            next = piece.getLast().number + 1;
        }
        return shortening;
    }

    private static Transaction transaction(Database own, Row row) throws IOException {
        return own.read(() -> Records.readAgain(row));
    }

    /** Makes the empty table; what an earlier attempt left goes. */
    static void begin(Database database) throws IOException {
        database.keep(() -> database.execute("DROP TABLE IF EXISTS " + TABLE + "; " + Schema.records(TABLE)));
    }

    /** Copies the next piece; whether there is enough left for another. */
    private boolean copyPiece(Database own, Records from, long last, Shortening shortening) throws IOException {
        List<Row> piece = own.read(() -> from.piece(copied.number + 1, Records.PIECE));
        List<Row> kept = new ArrayList<>();
        Row newEnd = end;
        for (Row row : piece) {
            Optional<Transaction> left =
                    row.number > last ? Optional.of(transaction(own, row)) : shortening.left(transaction(own, row));
            if (left.isPresent()) {
                newEnd = to.following(newEnd, left.get());
                kept.add(newEnd);
            }
        }
        own.keep(() -> to.write(kept));
        if (!piece.isEmpty()) {
            copied = piece.getLast().mark();
            end = newEnd.mark();
        }
        return piece.size() > MOST_LEFT;
    }

    /**
     * Puts it in the place of the records; for the thread that appends, as a change of its own.
     *
     * @param last the last record of the journal
     * @return the last record of what is the journal from now on; empty where too much has been appended since
     */
    Optional<Row> takePlace(Database database, Row last) throws IOException {
        if (last.number - copied.number > 2L * Records.PIECE) {
            return Optional.empty();
        }
        Row[] newEnd = {end};
        database.keep(() -> replace(database, last, newEnd));
        return Optional.of(newEnd[0].mark());
    }

    private void replace(Database database, Row last, Row[] newEnd) throws SQLException {
        var from = new Records(database, "record");
        var here = new Records(database, TABLE);
        List<Row> rest = new ArrayList<>();
        for (Row row : from.piece(copied.number + 1, (int) (last.number - copied.number) + 1)) {
            newEnd[0] = here.following(newEnd[0], row.bytes);
            rest.add(newEnd[0]);
        }
        here.write(rest);
        replace(database);
    }

    /** The copy becomes the journal; a part of the change that is being made. */
    static void replace(Database database) throws SQLException {
        database.execute("DROP TABLE record; ALTER TABLE " + TABLE + " RENAME TO record");
    }

    /** How many records there were when it was begun. */
    long before() {
        return before;
    }
}
