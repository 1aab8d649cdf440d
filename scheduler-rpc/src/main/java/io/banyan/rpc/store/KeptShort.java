package io.banyan.rpc.store;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a journal short while its daemon runs: on a thread of its own, after each fixed number of appended records. */
final class KeptShort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeptShort.class);
    private static final long POLL_MILLIS = 100;
    private static final long CLOSE_SECONDS = 5;
    private static final long LATER_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final SqlJournal journal;
    private final int remembered;
    private final long every;
    private final Thread thread;
    private long lookedAt;
    private boolean offered;
    /** Set after an attempt that failed only because another process used the journal. */
    private boolean isLater;

    private long laterNanos;

    /**
     * Begins.
     *
     * @param every how many records are appended between two attempts
     */
    KeptShort(SqlJournal journal, int remembered, long every) {
        this.journal = journal;
        this.remembered = remembered;
        this.every = every;
        this.lookedAt = journal.size();
        this.thread = Thread.ofPlatform().name("banyan-shortening").daemon(true).start(this::run);
    }

    private void run() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                if (!journal.hasOffer()) {
                    look();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        long size = journal.size();
        // It is smaller than it was where it has been shortened.
        lookedAt = Math.min(lookedAt, size);
        boolean isOffered = offered;
        offered = false;
        if (isOffered && journal.hasTurnedDown()) {
            attempt(ShorterCopy::drop);
            later();
        } else if (size - lookedAt >= every || (isLater && laterNanos - System.nanoTime() <= 0)) {
            lookedAt = size;
            isLater = false;
            attempt(own -> {
                Optional<ShorterCopy> copy = ShorterCopy.make(own, remembered);
                offered = copy.isPresent();
                journal.offer(copy);
            });
        }
    }

    private interface Attempt {
        void make(Database own) throws IOException;
    }

    private void attempt(Attempt attempt) {
        try (Database own = journal.another()) {
            attempt.make(own);
        } catch (IOException | RuntimeException e) {
            tell(e);
            if (e instanceof UnreachableException) {
                later();
            }
        }
    }

    private void later() {
        isLater = true;
        laterNanos = System.nanoTime() + LATER_NANOS;
    }

    /** Says why the journal was not made shorter. */
    static void tell(Exception why) {
        if (why instanceof UnreachableException) {
            LOG.info("The journal is compacted later, because its daemon or another process is using it");
            LOG.debug("The reason", why);
        } else {
            LOG.error("The journal was not compacted: {}", why.getMessage());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
