package io.banyan.rpc.store;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a journal short while its daemon runs: on a thread of its own, whenever so many records were appended. */
final class KeptShort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeptShort.class);
    private static final long POLL_MILLIS = 100;
    private static final long CLOSE_SECONDS = 5;

    private final SqlJournal journal;
    private final int remembered;
    private final long every;
    private final Thread thread;
    private long lookedAt;

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
                long size = journal.size();
                // It is smaller than it was where it has been shortened.
                lookedAt = Math.min(lookedAt, size);
                if (size - lookedAt >= every && !journal.hasOffer()) {
                    lookedAt = size;
                    attempt();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() {
        try (Database own = journal.another()) {
            journal.offer(ShorterCopy.make(own, remembered));
        } catch (IOException | RuntimeException e) {
            LOG.warn("The journal was not made shorter: {}", e.getMessage());
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
