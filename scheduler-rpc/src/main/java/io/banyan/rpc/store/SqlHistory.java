package io.banyan.rpc.store;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history in the database of a journal: a job's end and its row are kept together. It is written by the thread that
 * appends, and asked by any other, on connections of their own, of which a few are kept.
 */
final class SqlHistory implements History {
    private static final Logger LOG = LoggerFactory.getLogger(SqlHistory.class);
    private static final String LAST = "SELECT max(number) FROM history";
    private static final String PRUNE_MANY = "DELETE FROM history WHERE number IN"
            + " (SELECT number FROM history WHERE number <= ? ORDER BY number LIMIT ?)";
    private static final String PRUNE_OLD = "DELETE FROM history WHERE number IN"
            + " (SELECT number FROM history WHERE ended_sec < ? ORDER BY ended_sec LIMIT ?)";
    private static final String ASK =
            "SELECT " + HistoryRows.COLUMNS + " FROM history WHERE ended_sec >= ? AND ended_sec < ?%s"
                    + " ORDER BY ended_sec DESC, number DESC LIMIT ?";
    private static final String ASK_ALL = ASK.formatted("");
    private static final String ASK_OWNER = ASK.formatted(" AND owner = ?");

    /** The interval of the search for outdated rows. */
    private static final long PRUNED_EVERY_SEC = 60;
    /** How many rows are pruned with one append for their number, and for their age, so that it does not take long. */
    private static final int MOST_PRUNED = 1_000;

    private static final long UNKNOWN = -1;
    /** The number of connections that are kept for later queries. */
    private static final int MOST_KEPT = 2;

    private final Database database;
    private final HistoryRows rows;
    private volatile HistoryPolicy policy = HistoryPolicy.DEFAULT;
    private long prunedSec = Long.MIN_VALUE;
    private long last = UNKNOWN;
    /** The idle connections; guarded by itself. */
    private final Deque<Database> kept = new ArrayDeque<>();

    private boolean isClosed;

    SqlHistory(Database database) {
        this.database = database;
        this.rows = new HistoryRows(database);
    }

    /**
     * Sets the amount of history to keep; the excess is removed within a minute, together with a write. Any thread may
     * call.
     */
    void keep(HistoryPolicy newPolicy) {
        policy = newPolicy;
    }

    /**
     * Writes jobs that are over; a part of the change that is being made. O(jobs), and now and then some rows that go.
     */
    void write(List<JobRecord> ended, long nowSec) throws SQLException {
        if (ended.isEmpty()) {
            return;
        }
        if (last == UNKNOWN) {
            last = number(LAST);
        }
        PreparedStatement insert = rows.insertion();
        for (JobRecord job : ended) {
            last++;
            rows.add(insert, last, job);
        }
        database.flush(insert);
        if (nowSec < prunedSec || nowSec - PRUNED_EVERY_SEC >= prunedSec) {
            prune(nowSec);
        }
    }

    /** Forgets the last written jobs, which may not have been kept. */
    void forget() {
        last = UNKNOWN;
    }

    private long number(String query) throws SQLException {
        try (ResultSet row = database.prepared(query).executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private void prune(long nowSec) throws SQLException {
        HistoryPolicy now = policy;
        boolean isNoneTooMany = prune(PRUNE_MANY, last - now.most());
        boolean isNoneTooOld = prune(PRUNE_OLD, nowSec - now.age().toSeconds());
        prunedSec = isNoneTooMany && isNoneTooOld ? nowSec : Long.MIN_VALUE;
    }

    /** Whether nothing of that kind is left. */
    private boolean prune(String what, long bound) throws SQLException {
        PreparedStatement prune = database.prepared(what);
        prune.setLong(1, bound);
        prune.setInt(2, MOST_PRUNED);
        return prune.executeUpdate() < MOST_PRUNED;
    }

    @Override
    public PastJobs ask(HistoryQuery query) throws IOException {
        Database known = keptOne();
        if (known != null) {
            try {
                return ask(known, query);
            } catch (IOException e) {
                LOG.debug("A pooled connection is no longer usable: {}", e.getMessage());
            }
        }
        return ask(database.another(), query);
    }

    /** Keeps the connection if it is good. */
    private PastJobs ask(Database own, HistoryQuery query) throws IOException {
        boolean isGood = false;
        try {
            PastJobs found = own.read(() -> read(own, query));
            isGood = keep(own);
            return found;
        } finally {
            if (!isGood) {
                own.close();
            }
        }
    }

    private @Nullable Database keptOne() {
        synchronized (kept) {
            return kept.pollLast();
        }
    }

    private boolean keep(Database own) {
        synchronized (kept) {
            return !isClosed && kept.size() < MOST_KEPT && kept.add(own);
        }
    }

    /** Lets go of the connections that are kept. Any thread may call. */
    void close() throws IOException {
        List<Database> left;
        synchronized (kept) {
            isClosed = true;
            left = List.copyOf(kept);
            kept.clear();
        }
        for (Database each : left) {
            each.close();
        }
    }

    private PastJobs read(Database own, HistoryQuery query) throws SQLException, IOException {
        PreparedStatement ask = own.prepared(query.owner().isPresent() ? ASK_OWNER : ASK_ALL);
        ask.setLong(1, query.sinceSec());
        ask.setLong(2, query.untilSec());
        int at = 3;
        if (query.owner().isPresent()) {
            ask.setString(at++, query.owner().get());
        }
        ask.setInt(at, query.most() + 1);
        var reading = new HistoryRows(own);
        List<JobRecord> found = new ArrayList<>();
        try (ResultSet row = ask.executeQuery()) {
            while (row.next()) {
                found.add(reading.job(row));
            }
        }
        boolean areMore = found.size() > query.most();
        return new PastJobs(
                found.subList(0, Math.min(found.size(), query.most())).reversed(), areMore);
    }
}
