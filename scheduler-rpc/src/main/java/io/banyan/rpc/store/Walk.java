package io.banyan.rpc.store;

import io.banyan.instance.message.Transaction;
import io.banyan.rpc.store.RecordRows.Row;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.journal.JournalBytes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * A walk through records in their order, which refuses a record whose check value does not follow from the one before
 * it. All results from records use it, so that a changed or lost record is always detected. For the thread of its
 * database.
 */
final class Walk {
    private final Database database;
    private final RecordRows records;
    private Row last;

    /** Goes on after a record that was believed before; {@link Row#NONE} for the beginning. */
    Walk(Database database, RecordRows records, Row last) {
        this.database = database;
        this.records = records;
        this.last = last;
    }

    /** The last record that was believed, without its bytes. */
    Row last() {
        return last;
    }

    /**
     * The next records, at most so many; none where there are no more. O(their bytes).
     *
     * @throws IOException that names the first which is missing or damaged
     */
    List<Row> next(int most) throws SQLException, IOException {
        // A row before the first record does not belong to the journal either.
        long from = last.isSameAs(Row.NONE) ? Long.MIN_VALUE : last.number + 1;
        List<Row> piece = records.piece(from, most);
        for (Row row : piece) {
            if (row.number != last.number + 1) {
                throw missing("record " + row.number + " follows record " + last.number);
            }
            if (!records.fits(last, row)) {
                throw damaged(row.number, "its check value does not match");
            }
            last = row.mark();
        }
        return piece;
    }

    /** The transaction of a record that was checked. */
    Transaction transaction(Row row) throws IOException {
        try {
            return JournalBytes.read(row.bytes);
        } catch (WireException e) {
            throw damaged(row.number, String.valueOf(e.getMessage()));
        }
    }

    /** Refuses records that do not end with this one, where there are no more. */
    void requireEnd(Row end) throws IOException {
        if (last.number < end.number) {
            throw missing("there is no record after record " + last.number);
        }
        if (!last.isSameAs(end)) {
            throw damaged(end.number, "it is not the record that was written");
        }
    }

    private IOException missing(String how) {
        return new IOException("Record " + (last.number + 1) + " of the journal " + database.name() + " is missing: "
                + how + "." + database.advice());
    }

    private IOException damaged(long number, String how) {
        return new IOException("Record " + number + " of the journal " + database.name() + " is damaged: " + how + "."
                + database.advice());
    }
}
