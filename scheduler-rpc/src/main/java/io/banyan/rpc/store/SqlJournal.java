package io.banyan.rpc.store;

import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.store.RecordRows.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a SQL database: a SQLite file of the state directory, or a schema of a PostgreSQL server. Each append is
 * on the disk when it returns, and survives the end of the process and of the machine at any moment. A record that was
 * changed or lost is found when the journal is read.
 */
public final class SqlJournal implements Journal {
    private static final Logger LOG = LoggerFactory.getLogger(SqlJournal.class);
    private static final int MILLIS = 1_000;
    /** The default number of records after which the removable ones are determined: some 20 MB. */
    public static final long SHORTENED_EVERY = 100_000;

    private final Database database;
    private final SqlHistory history;
    private final RecordRows records;
    /** The shorter copy of the journal, which the copying thread hands to the appending thread. */
    private volatile Optional<ShorterCopy> shorter = Optional.empty();

    private volatile boolean isTurnedDown;
    /** Written by the thread that appends; how many there are is read by another. */
    private volatile Row last = Row.NONE;

    private boolean isRead;
    /** The transaction to append once the journal is shorter. */
    private volatile LongFunction<Optional<Transaction>> whenShorter = now -> Optional.empty();

    SqlJournal(Database database) {
        this.database = database;
        this.history = new SqlHistory(database);
        this.records = new RecordRows(database, "record");
    }

    /**
     * Opens the journal in a file, or creates an empty one that only its owner can read.
     *
     * @throws IOException with one sentence, if it cannot be opened, is no journal, or is of a later version
     */
    public static SqlJournal open(Path file) throws IOException {
        return new SqlJournal(SqliteFile.open(file, Schema.CURRENT));
    }

    /**
     * Opens a copy of a journal.
     *
     * @param shown the file that messages name: of which it is a copy, or which it is to become
     */
    static SqlJournal open(Path file, Path shown) throws IOException {
        return new SqlJournal(SqliteFile.open(file, shown, Schema.CURRENT));
    }

    /** The name of the journal in messages. */
    public String name() {
        return database.name();
    }

    /**
     * Rewrites the journal with the remaining decisions of its transactions: whole, or not at all. After it was read,
     * and before the first {@link #append}. O(its bytes).
     *
     * @param left returns the remaining part of each transaction, in their order; empty if none remains
     * @throws UnreachableException with one sentence, if another process is using it; it is unchanged then
     * @throws IOException with one sentence, if it cannot be written, or a record is missing or damaged; it is as it
     *     was then
     */
    public void shorten(Function<Transaction, Optional<Transaction>> left) throws IOException {
        ShorterCopy.begin(database);
        Row[] end = {Row.NONE};
        database.keep(() -> {
            var copy = new RecordRows(database, "shorter");
            var walk = new Walk(database, records, Row.NONE);
            List<Row> piece = walk.next(RecordRows.PIECE);
            while (!piece.isEmpty()) {
                List<Row> kept = new ArrayList<>();
                for (Row row : piece) {
                    Optional<Transaction> rest = left.apply(walk.transaction(row));
                    if (rest.isPresent()) {
                        end[0] = copy.following(end[0], rest.get());
                        kept.add(end[0]);
                    }
                }
                copy.write(kept);
                piece = walk.next(RecordRows.PIECE);
            }
            walk.requireEnd(last);
            ShorterCopy.replace(database);
        });
        last = end[0].mark();
    }

    /**
     * Shortens the journal periodically from now on, until the result is closed. After it was read.
     *
     * @param remembered how many ended jobs an instance remembers
     * @param every after how many records it looks
     */
    public AutoCloseable keepShort(int remembered, long every) {
        return keepShort(remembered, every, now -> Optional.empty());
    }

    /**
     * Keeps the journal short, and then appends the transaction that the function returns for the time of the last one.
     *
     * @param afterwards asked by the thread that appends, when all that it appends was decided
     */
    public AutoCloseable keepShort(int remembered, long every, LongFunction<Optional<Transaction>> afterwards) {
        whenShorter = afterwards;
        return new KeptShort(this, remembered, every);
    }

    /** Lets the next append put it in place. Any thread may call. */
    void offer(Optional<ShorterCopy> copy) {
        shorter = copy;
    }

    /** Whether one waits for its place. Any thread may ask. */
    boolean hasOffer() {
        return shorter.isPresent();
    }

    /** Whether the last one that was offered did not find its place. Any thread may ask. */
    boolean hasTurnedDown() {
        return isTurnedDown;
    }

    /** Another connection to it, for another thread. */
    Database another() throws IOException {
        return database.another();
    }

    /** Removes a journal that no process has open, if it exists. */
    public static void delete(Path path) throws IOException {
        for (String part : List.of("-wal", "-shm", "")) {
            Files.deleteIfExists(path.resolveSibling(path.getFileName() + part));
        }
    }

    /** The jobs that are over. */
    public History history() {
        return history;
    }

    /** How much of the history is kept from now on. Any thread may call. */
    public void keep(HistoryPolicy policy) {
        history.keep(policy);
    }

    /** The graph and the settings on which the instance was founded. */
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
        asItIsNow(() -> {
            tellRest(each);
            return true;
        });
        isRead = true;
    }

    /**
     * Passes on the transactions that another daemon has appended since the last one that was passed on.
     *
     * @return whether the journal continues from there; otherwise the other daemon has {@linkplain #shorten shortened}
     *     it, and none was passed on
     * @throws IOException as {@link #replay} does
     */
    public boolean follow(Consumer<Transaction> each) throws IOException {
        return asItIsNow(() -> {
            boolean goesOn = last.isSameAs(Row.NONE) || records.has(last);
            if (goesOn) {
                tellRest(each);
            }
            return goesOn;
        });
    }

    /**
     * Whether the journal ends with the last record that was passed on.
     *
     * @throws IOException with one sentence, if it cannot be read
     */
    public boolean endsHere() throws IOException {
        return database.read(() -> records.last().isSameAs(last));
    }

    private boolean asItIsNow(Database.Reading<Boolean> reading) throws IOException {
        try {
            return database.readAtOnce(reading);
        } catch (UnreachableException e) {
            throw e;
        } catch (IOException e) {
            throw e.getCause() instanceof SQLException ? atRecord(e) : e;
        }
    }

    private void tellRest(Consumer<Transaction> each) throws SQLException, IOException {
        var walk = new Walk(database, records, last);
        List<Row> piece = walk.next(RecordRows.PIECE);
        while (!piece.isEmpty()) {
            for (Row row : piece) {
                last = row.mark();
                tell(each, walk.transaction(row));
            }
            piece = walk.next(RecordRows.PIECE);
        }
    }

    /** Says which record it is that cannot be read: the first that is not found when it is looked for alone. */
    private IOException atRecord(IOException failure) {
        long number = last.number + 1;
        IOException why = failure;
        try {
            while (isThere(number)) {
                number++;
            }
        } catch (IOException again) {
            why = again;
        }
        return new IOException("Record " + number + " cannot be read. " + why.getMessage(), why);
    }

    private boolean isThere(long number) throws IOException {
        List<Row> found = database.read(() -> records.piece(number, 1));
        return !found.isEmpty() && found.getFirst().number == number;
    }

    private void tell(Consumer<Transaction> each, Transaction transaction) throws IOException {
        try {
            each.accept(transaction);
        } catch (RuntimeException e) {
            throw new IOException(
                    "Record " + last.number + " of the journal " + database.name()
                            + " does not match the records before it: " + e.getMessage() + "." + database.advice(),
                    e);
        }
    }

    @Override
    public void append(List<Transaction> transactions, List<JobRecord> ended) throws IOException {
        if (!isRead) {
            throw new IllegalStateException("the journal has not been read yet");
        }
        boolean isShorter = shortenWhereReady();
        // Made before, so that the change does not wait for it.
        List<Row> rows = new ArrayList<>(transactions.size());
        Row end = last;
        for (Transaction transaction : transactions) {
            end = records.following(end, transaction);
            rows.add(end);
        }
        long nowMillis = transactions.getLast().atMillis();
        if (isShorter) {
            for (Transaction transaction : whenShorter.apply(nowMillis).stream().toList()) {
                end = records.following(end, transaction);
                rows.add(end);
            }
        }
        long nowSec = Math.floorDiv(nowMillis, MILLIS);
        boolean isKept = false;
        while (!isKept) {
            isKept = keep(rows, ended, nowSec);
        }
        last = end.mark();
    }

    /** Whether the rows are kept; otherwise the connection was lost before they were, and is back. */
    private boolean keep(List<Row> rows, List<JobRecord> ended, long nowSec) throws IOException {
        try {
            database.keep(() -> write(rows, ended, nowSec));
            return true;
        } catch (UnreachableException lost) {
            history.forget();
            if (!database.regain()) {
                throw lost;
            }
            Row found = keptEnd(lost);
            if (!found.isSameAs(last) && !found.isSameAs(rows.getLast())) {
                throw lost;
            }
            return found.isSameAs(rows.getLast());
        } catch (IOException e) {
            history.forget();
            throw e;
        }
    }

    /** The last record that is kept, read over a new connection where the present one was lost. */
    private Row keptEnd(IOException failure) throws IOException {
        while (true) {
            try {
                return database.read(records::last);
            } catch (UnreachableException lost) {
                if (!database.regain()) {
                    throw failure;
                }
            }
        }
    }

    private boolean shortenWhereReady() throws IOException {
        Optional<ShorterCopy> copy = shorter;
        if (copy.isEmpty()) {
            return false;
        }
        Optional<Row> end = placed(copy.get());
        if (end.isPresent()) {
            LOG.info("The journal has {} records left of {}", end.get().number, last.number);
            last = end.get();
        }
        isTurnedDown = end.isEmpty();
        shorter = Optional.empty();
        return end.isPresent();
    }

    /** An unchanged journal is only longer than necessary, and no append fails for that. */
    private Optional<Row> placed(ShorterCopy copy) throws IOException {
        try {
            return copy.takePlace(database, last);
        } catch (IOException e) {
            Row found = keptEnd(e);
            if (copy.isEnd(found)) {
                return Optional.of(found);
            }
            if (!found.isSameAs(last)) {
                throw e;
            }
            KeptShort.tell(e);
            return Optional.empty();
        }
    }

    private void write(List<Row> rows, List<JobRecord> ended, long nowSec) throws SQLException {
        records.write(rows);
        history.write(ended, nowSec);
    }

    /** Whether there is no record; before it is read as well. */
    public boolean isEmpty() throws IOException {
        return database.read(() -> records.piece(Long.MIN_VALUE, 1).isEmpty());
    }

    /** How many records there are, once they were read. Any thread may ask. */
    public long size() {
        return last.number;
    }

    @Override
    public void close() throws IOException {
        try {
            history.close();
        } finally {
            database.close();
        }
    }
}
