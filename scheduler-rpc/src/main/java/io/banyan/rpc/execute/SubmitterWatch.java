package io.banyan.rpc.execute;

import io.banyan.resource.JobId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Running jobs that are not to outlive the command that submitted them. The command sends heartbeats; after a time
 * without a heartbeat the daemon considers the command gone. Each job costs a virtual thread. Any thread may call; no
 * call blocks.
 */
final class SubmitterWatch implements AutoCloseable {
    private final Duration patience;
    private final Map<JobId, Watched> byJob = new ConcurrentHashMap<>();

    /** One submitter. */
    private static final class Watched {
        private volatile long heardNanos = System.nanoTime();
        private final Thread waiting;

        Watched(JobId job, Duration patience, Runnable gone) {
            waiting = Thread.ofVirtual()
                    .name("banyan-submitter-" + job)
                    .unstarted(() -> awaitSilence(patience.toNanos(), gone));
        }

        private void awaitSilence(long patienceNanos, Runnable gone) {
            try {
                long left = patienceNanos;
                while (left > 0) {
                    Thread.sleep(Duration.ofNanos(left));
                    left = heardNanos + patienceNanos - System.nanoTime();
                }
                gone.run();
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** @param patience how long a submitter may be silent */
    SubmitterWatch(Duration patience) {
        this.patience = patience;
    }

    /**
     * Watches the submitter of a job from now on.
     *
     * @param gone called once, on another thread, if the submitter is silent for too long while the job runs
     */
    void begin(JobId job, Runnable gone) {
        var watched = new Watched(job, patience, gone);
        byJob.put(job, watched);
        watched.waiting.start();
    }

    /** The submitter of a job has sent something. */
    void heard(JobId job) {
        Watched watched = byJob.get(job);
        if (watched != null) {
            watched.heardNanos = System.nanoTime();
        }
    }

    /** A job is over. */
    void end(JobId job) {
        Watched watched = byJob.remove(job);
        if (watched != null) {
            watched.waiting.interrupt();
        }
    }

    /** Watches no job any more. */
    @Override
    public void close() {
        byJob.keySet().forEach(this::end);
    }
}
