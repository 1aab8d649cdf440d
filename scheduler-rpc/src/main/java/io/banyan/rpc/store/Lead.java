package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lead among the daemons on a shared journal: the daemon that took it last has it. It holds the lead for a limited
 * time, by the server's clock, and renews it; afterwards another daemon may take it. Each change of the lead has a
 * number, the epoch, and each write carries the writer's epoch: a daemon with an earlier epoch cannot write any more,
 * however late it wakes up. The daemon's own clock notices the end first: {@link #isHeld} counts from before the
 * renewal was requested.
 */
public final class Lead implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lead.class);

    private static final String LEADER = "SELECT epoch, holder, address FROM banyan WHERE expires > clock_timestamp()";
    private static final String LOCK =
            "SELECT epoch FROM banyan" + " WHERE expires <= clock_timestamp() OR holder = ? FOR UPDATE";
    private static final String EXTEND = " expires = clock_timestamp() + ? * interval '1 millisecond'";
    private static final String TAKE = "UPDATE banyan SET epoch = ?, holder = ?, address = ?," + EXTEND;
    private static final String RENEW = "UPDATE banyan SET" + EXTEND + " WHERE epoch = ? AND holder <> ''";
    private static final String LET_GO = "UPDATE banyan SET expires = '-infinity', holder = '' WHERE epoch = ?";
    /** Number of renewals within the length of a lead. */
    private static final int RENEWALS = 3;
    /** Within the time between two renewals: so often one that failed is tried again. */
    private static final int ATTEMPTS = 5;
    /** One renews, and one watches. */
    private static final int THREADS = 2;

    private final PostgresUrl url;
    private final Optional<Path> passwordFile;
    private final Schema schema;
    private final PostgresSchema journal;
    private final long lengthMillis;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(
            THREADS, Thread.ofPlatform().name("banyan-lead").daemon(true).factory());
    /** Renewals do not wait for appends. */
    private volatile Optional<PostgresSchema> own = Optional.empty();

    private volatile long epoch;
    /** Only the thread that renews uses it after {@link #keep}. */
    private volatile long renewAtNanos;

    private volatile long heldUntilNanos = System.nanoTime();

    Lead(PostgresUrl url, Optional<Path> passwordFile, Schema schema, PostgresSchema journal, Duration length) {
        this.url = url;
        this.passwordFile = passwordFile;
        this.schema = schema;
        this.journal = journal;
        this.lengthMillis = length.toMillis();
    }

    /**
     * The leading daemon.
     *
     * @param epoch the number of the taking
     * @param holder which daemon
     * @param address where it listens
     */
    public record Leader(long epoch, String holder, String address) {}

    /**
     * The leading daemon; empty if there is none.
     *
     * @throws IOException with one sentence, if the server cannot be asked
     */
    public Optional<Leader> leader() throws IOException {
        return journal.read(() -> {
            try (ResultSet row = journal.prepared(LEADER).executeQuery()) {
                return row.next()
                        ? Optional.of(new Leader(row.getLong(1), row.getString(2), row.getString(3)))
                        : Optional.empty();
            }
        });
    }

    /**
     * Takes the lead if no daemon has it, or if this holder had it before. Then every write of an earlier leader has
     * ended, and no later one will be kept; so the journal contains all that was acknowledged. Updates the schema as
     * well.
     *
     * @param holder the unique name of this daemon
     * @param address the address at which it listens
     * @return whether this daemon leads now
     * @throws IOException with one sentence, if the server cannot be asked
     */
    public boolean take(String holder, String address) throws IOException {
        long begin = System.nanoTime();
        long taken = journal.transact(() -> {
            PreparedStatement lock = journal.prepared(LOCK);
            lock.setString(1, holder);
            try (ResultSet row = lock.executeQuery()) {
                return row.next() ? taken(row.getLong(1) + 1, holder, address) : 0L;
            }
        });
        if (taken == 0) {
            return false;
        }
        epoch = taken;
        heldUntilNanos = begin + TimeUnit.MILLISECONDS.toNanos(lengthMillis);
        journal.fence(taken);
        journal.regainWhile(this::isHeld);
        return true;
    }

    private long taken(long next, String holder, String address) throws SQLException, IOException {
        journal.warnIfNotSynced();
        journal.migrate();
        PreparedStatement take = journal.prepared(TAKE);
        take.setLong(1, next);
        take.setString(2, holder);
        take.setString(3, address);
        take.setLong(4, lengthMillis);
        take.executeUpdate();
        return next;
    }

    /**
     * Renews the lead from now on, as long as that is possible.
     *
     * @param lost is called once, with a sentence, when this daemon does not lead any more; on a thread of this class
     * @throws IOException with one sentence, if it was closed before
     */
    public void keep(Consumer<String> lost) throws IOException {
        long every = Math.max(1, lengthMillis / RENEWALS / ATTEMPTS);
        renewAtNanos = System.nanoTime();
        try {
            var renewal = threads.scheduleWithFixedDelay(this::renew, 0, every, TimeUnit.MILLISECONDS);
            // A renewal may wait for a server that says nothing.
            threads.execute(() -> watch(lost, renewal));
        } catch (RejectedExecutionException e) {
            throw new IOException("This daemon was closed before it began to lead.", e);
        }
    }

    /** Renews when it is time to, and again soon after an attempt that failed. */
    private void renew() {
        long begin = System.nanoTime();
        if (begin - renewAtNanos < 0) {
            return;
        }
        try {
            if (isHeld() && !renewed()) {
                heldUntilNanos = System.nanoTime();
            }
            renewAtNanos = begin + TimeUnit.MILLISECONDS.toNanos(lengthMillis / RENEWALS);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The lead was not renewed: {}", e.getMessage());
            closeOwn();
        }
    }

    private void watch(Consumer<String> lost, Future<?> renewal) {
        if (isHeld()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(heldUntilNanos - System.nanoTime());
            var unused = threads.schedule(
                    () -> watch(lost, renewal), Math.clamp(millis, 1, lengthMillis / RENEWALS), TimeUnit.MILLISECONDS);
            return;
        }
        renewal.cancel(false);
        lost.accept(
                "This daemon no longer leads: another one may have taken over, because the lead was not renewed in time.");
    }

    private boolean renewed() throws IOException {
        PostgresSchema connection = own();
        long begin = System.nanoTime();
        boolean isOurs = connection.transact(() -> {
            PreparedStatement renew = connection.prepared(RENEW);
            renew.setLong(1, lengthMillis);
            renew.setLong(2, epoch);
            return renew.executeUpdate() == 1;
        });
        if (isOurs) {
            heldUntilNanos = begin + TimeUnit.MILLISECONDS.toNanos(lengthMillis);
        }
        return isOurs;
    }

    private PostgresSchema own() throws IOException {
        Optional<PostgresSchema> known = own;
        if (known.isPresent()) {
            return known.get();
        }
        PostgresSchema opened = connect();
        own = Optional.of(opened);
        return opened;
    }

    private void closeOwn() {
        try {
            if (own.isPresent()) {
                own.get().close();
            }
        } catch (IOException gone) {
            // There is nothing left to close.
        }
        own = Optional.empty();
    }

    /** The number of this daemon's taking; 0 where it never led. */
    long epoch() {
        return epoch;
    }

    /** Whether no other daemon can lead yet: only then may this daemon answer and act. Any thread may call. */
    public boolean isHeld() {
        return heldUntilNanos - System.nanoTime() > 0;
    }

    /** Lets the next daemon take the lead at once. After the last append. */
    @Override
    public void close() {
        threads.shutdownNow();
        boolean wasHeld = isHeld();
        heldUntilNanos = System.nanoTime();
        try {
            if (wasHeld) {
                letGo();
            }
        } catch (IOException e) {
            LOG.info("The next daemon must wait until the lead expires: {}", e.getMessage());
        } finally {
            closeOwn();
        }
    }

    /** Uses an unused connection, because a renewal may be in progress on the other, and will find no leader. */
    private void letGo() throws IOException {
        try (PostgresSchema fresh = connect()) {
            fresh.transact(() -> {
                PreparedStatement letGo = fresh.prepared(LET_GO);
                letGo.setLong(1, epoch);
                return letGo.executeUpdate();
            });
        }
    }

    private PostgresSchema connect() throws IOException {
        return PostgresSchema.connect(url, passwordFile, schema, Duration.ofMillis(lengthMillis / RENEWALS));
    }
}
