package io.banyan.provider.slurm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits for the pilots of one request to run. For one thread, but for {@link #cancel}. */
final class PilotWait {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final Slurm slurm;
    private final SlurmSettings settings;
    private final SlurmNodeRequest nodeRequest;
    private final String requestId;
    private final Duration patience;
    private final long begunNanos = System.nanoTime();
    private volatile boolean isCancelled;
    private List<Pilot> last = List.of();
    private long expected;
    private int running;
    private long lastStartNanos = begunNanos;

    PilotWait(Slurm slurm, SlurmSettings settings, SlurmNodeRequest nodeRequest, String requestId, Duration patience) {
        this.slurm = slurm;
        this.settings = settings;
        this.nodeRequest = nodeRequest;
        this.requestId = requestId;
        this.patience = patience;
        this.expected = nodeRequest.wanted();
    }

    /** So many were submitted. */
    void expect(long pilots) {
        expected = pilots;
    }

    /** Ends the wait. */
    void cancel() {
        isCancelled = true;
    }

    /** Whether a pilot of it is seen before everything that was submitted must be. */
    boolean isSeen() throws IOException, InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        long submitted = System.nanoTime();
        while (slurm.pilots(requestId).isEmpty()) {
            if (isCancelled || since(submitted).compareTo(settings.settling()) > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
        return true;
    }

    /**
     * Waits until no more pilots will start, and returns the running ones, at most as many as can be used.
     *
     * @throws Unmet where they are too few
     * @throws IOException if Slurm does not answer
     */
    List<Pilot> await() throws Unmet, IOException, InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        lastStartNanos = System.nanoTime();
        while (true) {
            List<Pilot> alive = look();
            List<Pilot> started = alive.stream().filter(Pilot::isRunning).toList();
            if (started.size() > running) {
                running = started.size();
                lastStartNanos = System.nanoTime();
            }
            int usable = (int) nodeRequest.usable(started.size());
            if (isCancelled || isOver(alive, started, usable)) {
                if (usable == 0 || isCancelled) {
                    throw new Unmet(isCancelled ? "the request is no longer waiting" : why(alive, started));
                }
                return started.subList(0, usable);
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
    }

    /** A controller that does not answer may be back before the time is over. */
    private List<Pilot> look() throws IOException {
        try {
            last = slurm.pilots(requestId).stream()
                    .filter(pilot -> !pilot.isEnding())
                    .toList();
            return last;
        } catch (IOException e) {
            if (isCancelled || Thread.currentThread().isInterrupted() || isTimeOver()) {
                throw e;
            }
            return last;
        }
    }

    private boolean isOver(List<Pilot> alive, List<Pilot> started, int usable) {
        boolean areAllThere = started.size() == alive.size()
                && (started.size() >= expected || since(lastStartNanos).compareTo(settings.settling()) > 0);
        boolean isHopeless = usable == 0 && alive.stream().anyMatch(Pilot::waitsForEver);
        boolean areEnough = usable > 0 && since(lastStartNanos).compareTo(settings.gather()) > 0;
        return areAllThere || isHopeless || areEnough || isTimeOver();
    }

    private boolean isTimeOver() {
        return since(begunNanos).compareTo(patience) > 0;
    }

    private String why(List<Pilot> alive, List<Pilot> started) {
        String few = "of the " + nodeRequest.least() + " required nodes, Slurm has started only " + started.size();
        return alive.stream()
                .filter(pilot -> !pilot.isRunning())
                .findFirst()
                .map(pilot -> few + "; " + pilot.id() + " is " + pilot.state() + " after "
                        + since(begunNanos).toSeconds() + " s: " + pilot.reason())
                .orElse(few + ", and the others have ended");
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
