package io.banyan.provider.slurm;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends pilots, and waits until Slurm has their nodes again. Any thread. */
final class PilotCancellation {
    private static final Logger LOG = LoggerFactory.getLogger(PilotCancellation.class);
    /** Number of empty answers after which nothing is at Slurm. Slurm may not show a new job at once. */
    private static final int QUIET_LOOKS = 3;

    private static final int MOST_LOOKS = 100;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    /**
     * A pilot that is ended may take this long, because Slurm first asks and then kills, and runs the site's epilog
     * after a job.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Slurm slurm;
    private final SlurmSettings settings;

    PilotCancellation(Slurm slurm, SlurmSettings settings) {
        this.slurm = slurm;
        this.settings = settings;
    }

    /** Ends these. */
    void endAll(Collection<String> ids) throws IOException, InterruptedException {
        if (ids.isEmpty()) {
            return;
        }
        slurm.cancel(ids);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long pause = FIRST_PAUSE_MILLIS;
        List<Pilot> left = left(ids);
        while (!left.isEmpty()) {
            if (System.nanoTime() > deadline) {
                if (left.stream().allMatch(Pilot::isEnding)) {
                    LOG.warn("Slurm has ended {} and is still cleaning up", left);
                    return;
                }
                throw new IOException("Slurm does not end " + left);
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
            left = left(ids);
        }
    }

    private List<Pilot> left(Collection<String> ids) throws IOException {
        return slurm.pilots().stream().filter(pilot -> ids.contains(pilot.id())).toList();
    }

    /** Ends all pilots of a request, including those of a submission whose answer was lost; returns them. */
    Set<String> endWhateverComes(String requestId) throws IOException, InterruptedException {
        Set<String> ended = new LinkedHashSet<>();
        int quiet = 0;
        for (int look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look++) {
            List<String> ids = slurm.pilots(requestId).stream()
                    .map(Pilot::id)
                    .filter(id -> !ended.contains(id))
                    .toList();
            quiet = ids.isEmpty() ? quiet + 1 : 0;
            endAll(ids);
            ended.addAll(ids);
            if (quiet < QUIET_LOOKS) {
                TimeUnit.MILLISECONDS.sleep(settings.settling().toMillis() / QUIET_LOOKS);
            }
        }
        if (!ended.isEmpty()) {
            LOG.info("ended {} pilots of {}", ended.size(), requestId);
        }
        return ended;
    }
}
