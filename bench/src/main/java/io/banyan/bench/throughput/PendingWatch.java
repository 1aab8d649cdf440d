package io.banyan.bench.throughput;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Reads a daemon's metrics every second, to separate the passes with many waiting jobs from the others. */
final class PendingWatch implements AutoCloseable {
    /** The daemon counts its jobs for them once a second. */
    private static final long EVERY_MILLIS = 1_000;

    private final Gauges gauges;
    private final int many;
    private final Thread thread = Thread.ofVirtual().unstarted(this::run);
    private volatile boolean isOver;
    private double most;
    private PassTimes whileMany = PassTimes.NONE;
    private Gauges.Look last = new Gauges.Look(0, PassTimes.NONE);

    /**
     * A watch that begins at once.
     *
     * @param many how many are many
     */
    PendingWatch(Gauges gauges, int many) {
        this.gauges = gauges;
        this.many = many;
        thread.start();
    }

    private void run() {
        try {
            while (!isOver) {
                look();
                TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException("The daemon's metrics cannot be read: " + e.getMessage(), e);
        }
    }

    private synchronized void look() throws IOException, InterruptedException {
        Gauges.Look next = gauges.look();
        if (last.pending() >= many && next.pending() >= many) {
            whileMany = whileMany.and(next.passes().since(last.passes()));
        }
        most = Math.max(most, next.pending());
        last = next;
    }

    /** The most that waited at one of the looks. */
    synchronized double most() {
        return most;
    }

    /** The passes between two looks at both of which many waited. */
    synchronized PassTimes whileMany() {
        return whileMany;
    }

    @Override
    public void close() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
