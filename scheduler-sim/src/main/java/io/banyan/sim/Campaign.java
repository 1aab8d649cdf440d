package io.banyan.sim;

import io.banyan.sim.world.Fault;
import io.banyan.sim.world.WorldParts;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Many seeds, on several threads; each tree lives on one of them. The first that breaks ends it, once those before it
 * and those under way are done, so that the seed that is reported does not depend on which thread is faster.
 */
public final class Campaign {
    /** The results of the seeds that have run so far. */
    public static final class Totals {
        private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
        private long trials;
        private long steps;
        private long events;
        private int instances;
        private int levels;
        private @Nullable SimulationFinding finding;

        private void add(Trial trial) {
            trials++;
            steps += trial.steps();
            events += trial.events();
            instances = Math.max(instances, trial.instances());
            levels = Math.max(levels, trial.levels());
            trial.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
            if (trial.finding().isPresent() && (finding == null || trial.seed() < finding.seed())) {
                finding = trial.finding().get();
            }
        }

        /** Seeds. */
        public long trials() {
            return trials;
        }

        /** Events that instances handled. */
        public long steps() {
            return steps;
        }

        /** Requests and mishaps. */
        public long events() {
            return events;
        }

        /** The most instances in a tree at once. */
        public int instances() {
            return instances;
        }

        /** The most levels of a tree. */
        public int levels() {
            return levels;
        }

        /** The number of faults of each kind that were injected. */
        public Map<Fault, Long> faults() {
            return faults;
        }

        /** The finding of the lowest seed that broke a tree. */
        public Optional<SimulationFinding> finding() {
            return Optional.ofNullable(finding);
        }
    }

    private final WorldParts parts;
    private final long steps;
    private final int threads;

    /** Trees of these parts, each for so many steps, on so many threads. */
    public Campaign(WorldParts parts, long steps, int threads) {
        this.parts = parts;
        this.steps = steps;
        this.threads = threads;
    }

    /**
     * Runs the seeds from the first to the last.
     *
     * @param progress hears of the totals after every seed, on the calling thread
     */
    public Totals run(long first, long last, Consumer<Totals> progress) throws InterruptedException {
        Totals totals = new Totals();
        AtomicLong next = new AtomicLong(first);
        AtomicLong end = new AtomicLong(last);
        BlockingQueue<Object> done = new ArrayBlockingQueue<>(1024);
        for (int i = 0; i < threads; i++) {
            Thread.ofPlatform().name("banyan-sim-" + i).daemon(true).start(() -> work(next, end, done));
        }
        int working = threads;
        while (working > 0) {
            switch (done.take()) {
                case Trial trial -> {
                    totals.add(trial);
                    progress.accept(totals);
                }
                case Throwable bug -> throw new IllegalStateException("a trial failed by itself: " + bug, bug);
                default -> working--;
            }
        }
        return totals;
    }

    private Trial trial(long seed) {
        try {
            return Trial.of(seed, steps, parts);
        } catch (RuntimeException bug) {
            throw new IllegalStateException("seed " + seed + ": " + bug, bug);
        }
    }

    private void work(AtomicLong next, AtomicLong end, BlockingQueue<Object> done) {
        try {
            for (long seed = next.getAndIncrement(); seed <= end.get(); seed = next.getAndIncrement()) {
                Trial trial = trial(seed);
                if (trial.finding().isPresent()) {
                    end.accumulateAndGet(trial.seed(), Math::min);
                }
                done.put(trial);
            }
            done.put("over");
        } catch (RuntimeException | Error bug) {
            done.offer(bug);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
