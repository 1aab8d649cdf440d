package io.banyan.rpc.launch;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.resource.JobId;
import io.banyan.rpc.security.ChildCredentials;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ends of processes on other machines, of a child there or of one here that has started some there. This machine
 * cannot see them, so that a child without a leave message has ended only after a {@linkplain FarFence fence} there has
 * confirmed that no process runs; until then the fence is repeated, and the job keeps its resources. For the launcher's
 * thread.
 */
final class FarEnds {
    private static final Logger LOG = LoggerFactory.getLogger(FarEnds.class);
    private static final long FIRST_AGAIN_MILLIS = 1_000;
    private static final long MOST_AGAIN_MILLIS = 300_000;
    /**
     * The maximum time that a job without processes waits for its instance's own providers, which its user controls.
     */
    static final Duration MOST_INDEBTED = Duration.ofMinutes(15);
    /** The time after which the cause of a wait is reported: less than the client of a cancel waits for an answer. */
    static final Duration QUIET = Duration.ofSeconds(20);

    private final ChildPlaces places;
    private final ChildCredentials credentials;
    private final ScheduledExecutorService thread;
    private final Consumer<Event.ChildExited> told;
    private final Duration mostIndebted;
    private final Duration quiet;
    private final Map<JobId, Ending> endings = new HashMap<>();

    /** A job's end that is waited for. */
    private static final class Ending {
        /** The message at the end of the child. */
        private final String detail;
        /** The process here that started a child there. */
        private final Optional<ProcessHandle> starter;
        /** Where something may still run. */
        private List<ChildPlaces.Place> left;

        private boolean isIdle;
        private boolean isTold;
        private boolean isFencing;
        /** Since when nothing runs, and something may be left at providers; by {@link System#nanoTime}. */
        private OptionalLong indebtedSince = OptionalLong.empty();
        /** True once the job of the child has ended. */
        private boolean isOver;

        private long againMillis = FIRST_AGAIN_MILLIS;
        private Future<?> next = CompletableFuture.completedFuture(null);

        Ending(String detail, Optional<ProcessHandle> starter, List<ChildPlaces.Place> left) {
            this.detail = detail;
            this.starter = starter;
            this.left = List.copyOf(left);
        }
    }

    /** The places whose fence failed, and the reason. */
    private record Tried(List<ChildPlaces.Place> left, String problem, boolean mayRun) {}

    FarEnds(
            ChildPlaces places,
            ChildCredentials credentials,
            ScheduledExecutorService thread,
            Consumer<Event.ChildExited> told,
            Duration mostIndebted,
            Duration quiet) {
        this.places = places;
        this.credentials = credentials;
        this.thread = thread;
        this.told = told;
        this.mostIndebted = mostIndebted;
        this.quiet = quiet;
    }

    /**
     * Handles the requested end of a child on another machine, or its leave message.
     *
     * @param starter the process here that has started it, which must stay while the child runs
     */
    void stop(Effect.StopChild stop, Optional<ProcessHandle> starter) {
        JobId job = stop.child();
        Ending known = endings.get(job);
        if (known == null) {
            ChildPlaces.Place place = places.place(job);
            var fresh = new Ending(
                    "none of its processes runs on " + place.machine(),
                    starter.filter(ProcessHandle::isAlive),
                    List.of(place));
            endings.put(job, fresh);
            fresh.next = thread.schedule(() -> graceIsOver(job, fresh), stop.graceMillis(), TimeUnit.MILLISECONDS);
            known = fresh;
        }
        known.isIdle |= stop.isIdle();
        if (known.isIdle && (known.starter.isEmpty() || known.isTold)) {
            over(job, known);
        }
    }

    /** Handles a child without processes here whose descendants on other machines remain. */
    void leftBehind(JobId job, String detail, List<ChildPlaces.Place> left) {
        LOG.info(
                "Parts of the child of job {} may be left on {}",
                job,
                left.stream().map(ChildPlaces.Place::machine).distinct().toList());
        begin(job, new Ending(detail, Optional.empty(), left));
    }

    /**
     * Ends the wait for a child without processes that has left resources at providers; the providers are asked again.
     */
    void indebted(JobId job, List<ChildPlaces.Place> left) {
        var ending = new Ending("", Optional.empty(), left);
        ending.isOver = true;
        begin(job, ending);
    }

    private void begin(JobId job, Ending ending) {
        if (endings.putIfAbsent(job, ending) == null) {
            fence(job, ending);
        }
    }

    /** The process has ended that had started a child. Returns whether that was to end. */
    boolean starterEnded(JobId job) {
        Ending ending = endings.get(job);
        if (ending != null) {
            endOrFence(job, ending);
        }
        return ending != null;
    }

    /** Ends the wait for it. */
    void abandon(JobId job) {
        Ending ending = endings.remove(job);
        if (ending != null) {
            ending.next.cancel(false);
            ending.starter.ifPresent(ProcessHandle::destroyForcibly);
        }
        forget(job);
    }

    private void graceIsOver(JobId job, Ending ending) {
        if (endings.get(job) == ending) {
            ending.starter.ifPresent(ProcessHandle::destroy);
            endOrFence(job, ending);
        }
    }

    private void endOrFence(JobId job, Ending ending) {
        if (ending.isIdle) {
            over(job, ending);
        } else if (!ending.isFencing) {
            fence(job, ending);
        }
    }

    private void fence(JobId job, Ending ending) {
        ending.next.cancel(false);
        ending.isFencing = true;
        ending.next = thread.schedule(() -> takesLong(job, ending), quiet.toMillis(), TimeUnit.MILLISECONDS);
        Thread.ofVirtual().start(() -> {
            Tried tried = fence(ending.left);
            try {
                thread.execute(() -> fenced(job, ending, tried));
            } catch (RejectedExecutionException closed) {
                LOG.debug("The daemon ends before job {} has ended", job);
            }
        });
    }

    private void takesLong(JobId job, Ending ending) {
        if (endings.get(job) == ending && ending.isFencing && !ending.isTold && !ending.isOver) {
            List<String> machines = ending.left.stream()
                    .map(ChildPlaces.Place::machine)
                    .distinct()
                    .toList();
            told.accept(new Event.ChildExited(
                    job,
                    "its remaining processes and resources on " + String.join(", ", machines)
                            + " are still being ended or returned to its providers",
                    false));
        }
    }

    private static Tried fence(List<ChildPlaces.Place> all) {
        Map<ChildPlaces.Place, FarFence.Vain> inVain = Fencing.fenceAll(all);
        return new Tried(
                List.copyOf(inVain.keySet()),
                inVain.values().stream().map(FarFence.Vain::why).findFirst().orElse(""),
                inVain.values().stream().anyMatch(FarFence.Vain::mayRun));
    }

    private void fenced(JobId job, Ending ending, Tried tried) {
        ending.isFencing = false;
        ending.next.cancel(false);
        ending.left = tried.left;
        if (endings.get(job) != ending) {
            return;
        }
        if (tried.left.isEmpty() || ending.isIdle) {
            over(job, ending);
            return;
        }
        if (ending.isOver) {
            LOG.warn("The instance of job {} has ended, but {}", job, tried.problem);
        } else if (isLongIndebted(ending, tried.mayRun)) {
            LOG.warn("Job {} ends, but {}", job, tried.problem);
            ending.isOver = true;
            told.accept(new Event.ChildExited(
                    job,
                    ending.detail,
                    true,
                    "resources of its own providers may still exist, because " + tried.problem));
        } else {
            LOG.warn("Job {} has not ended, because {}\nMaybe: banyan abandon {}", job, tried.problem, job);
            if (!ending.isTold) {
                ending.isTold = true;
                told.accept(new Event.ChildExited(job, tried.problem, false));
            }
        }
        ending.next = thread.schedule(() -> endOrFence(job, ending), ending.againMillis, TimeUnit.MILLISECONDS);
        ending.againMillis = Math.min(2 * ending.againMillis, MOST_AGAIN_MILLIS);
    }

    private boolean isLongIndebted(Ending ending, boolean mayRun) {
        if (mayRun) {
            ending.indebtedSince = OptionalLong.empty();
            return false;
        }
        long now = System.nanoTime();
        ending.indebtedSince = OptionalLong.of(ending.indebtedSince.orElse(now));
        return now - ending.indebtedSince.getAsLong() >= mostIndebted.toNanos();
    }

    private void over(JobId job, Ending ending) {
        endings.remove(job);
        ending.next.cancel(false);
        ending.starter.ifPresent(ProcessHandle::destroyForcibly);
        forget(job);
        if (!ending.isOver) {
            told.accept(new Event.ChildExited(job, ending.detail));
        }
    }

    private void forget(JobId job) {
        credentials.revoke(job);
        places.over(job);
    }
}
