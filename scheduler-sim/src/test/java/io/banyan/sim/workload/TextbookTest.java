package io.banyan.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.queue.QueuePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Backfilling as it is defined in the literature, where only numbers of processors count: written here in the plainest
 * way. On nodes of one core each an instance starts every job at the same time, although what it reserves is resources
 * by name.
 */
class TextbookTest {
    private static final int NODES = 16;

    /** A machine that knows numbers alone. */
    private abstract static class Naive {
        final Map<String, Long> started = new HashMap<>();
        final List<TraceJob> running = new ArrayList<>();
        final List<TraceJob> waiting = new ArrayList<>();
        long now;

        Map<String, Long> run(Workload workload) {
            TreeMap<Long, List<TraceJob>> submits = new TreeMap<>();
            workload.jobs()
                    .forEach(job -> submits.computeIfAbsent(job.submitSec(), at -> new ArrayList<>())
                            .add(job));
            while (!submits.isEmpty() || !running.isEmpty() || !waiting.isEmpty()) {
                long next = Math.min(nextPlanned(), submits.isEmpty() ? Long.MAX_VALUE : submits.firstKey());
                for (TraceJob job : running) {
                    next = Math.min(next, started.get(job.name()) + job.runSec());
                }
                now = next;
                List<TraceJob> ended = running.stream()
                        .filter(job -> started.get(job.name()) + job.runSec() == now)
                        .toList();
                for (TraceJob job : ended) {
                    running.remove(job);
                    ended();
                }
                startPlanned();
                List<TraceJob> came = submits.remove(now);
                for (TraceJob job : came == null ? List.<TraceJob>of() : came) {
                    waiting.add(job);
                    came(job);
                }
            }
            return started;
        }

        abstract void ended();

        abstract void came(TraceJob job);

        long nextPlanned() {
            return Long.MAX_VALUE;
        }

        void startPlanned() {}

        void start(TraceJob job) {
            waiting.remove(job);
            running.add(job);
            started.put(job.name(), now);
        }

        int used(long at) {
            return running.stream()
                    .filter(job -> started.get(job.name()) + job.limitSec() > at)
                    .mapToInt(TraceJob::size)
                    .sum();
        }
    }

    /** Lifka's: whoever fits now and does not delay the first, who waits until enough have ended. */
    private static final class Easy extends Naive {
        @Override
        void ended() {
            pass();
        }

        @Override
        void came(TraceJob job) {
            pass();
        }

        private void pass() {
            while (!waiting.isEmpty() && waiting.getFirst().size() <= NODES - used(now)) {
                start(waiting.getFirst());
            }
            if (waiting.isEmpty()) {
                return;
            }
            TraceJob first = waiting.getFirst();
            long shadow = running.stream()
                    .mapToLong(job -> started.get(job.name()) + job.limitSec())
                    .sorted()
                    .filter(at -> NODES - used(at) >= first.size())
                    .findFirst()
                    .orElseThrow();
            for (TraceJob job : List.copyOf(waiting.subList(1, waiting.size()))) {
                boolean fits = job.size() <= NODES - used(now);
                boolean isShort = now + job.limitSec() <= shadow;
                if (fits && (isShort || job.size() <= NODES - used(shadow) - first.size())) {
                    start(job);
                }
            }
        }
    }

    /**
     * Everybody has a time, and when somebody ends early everybody in turn may have an earlier one, again and again
     * while somebody has got one.
     */
    private static final class Conservative extends Naive {
        final Map<String, Long> planned = new HashMap<>();

        @Override
        void ended() {
            boolean isMoved = true;
            while (isMoved) {
                isMoved = false;
                for (TraceJob job : List.copyOf(waiting)) {
                    long before = planned.remove(job.name());
                    long first = Math.min(before, first(job));
                    isMoved |= first < before;
                    planned.put(job.name(), first);
                    startIfNow(job);
                }
            }
        }

        @Override
        void came(TraceJob job) {
            planned.put(job.name(), first(job));
            startIfNow(job);
        }

        private void startIfNow(TraceJob job) {
            if (planned.get(job.name()) == now) {
                planned.remove(job.name());
                start(job);
            }
        }

        @Override
        long nextPlanned() {
            return planned.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        }

        @Override
        void startPlanned() {
            List.copyOf(waiting).forEach(this::startIfNow);
        }

        private long first(TraceJob job) {
            TreeMap<Long, Integer> changes = new TreeMap<>(Map.of(now, 0));
            for (TraceJob other : running) {
                changes.put(started.get(other.name()) + other.limitSec(), 0);
            }
            for (TraceJob other : waiting) {
                if (planned.containsKey(other.name())) {
                    changes.put(planned.get(other.name()), 0);
                    changes.put(planned.get(other.name()) + other.limitSec(), 0);
                }
            }
            changes.replaceAll((at, unused) -> NODES - used(at) - plannedAt(at));
            return changes.keySet().stream()
                    .filter(at -> changes.subMap(at, at + job.limitSec()).values().stream()
                            .allMatch(free -> free >= job.size()))
                    .findFirst()
                    .orElseThrow();
        }

        private int plannedAt(long at) {
            return waiting.stream()
                    .filter(job -> planned.containsKey(job.name()))
                    .filter(job -> planned.get(job.name()) <= at && at < planned.get(job.name()) + job.limitSec())
                    .mapToInt(TraceJob::size)
                    .sum();
        }
    }

    /** Jobs that ask for more time than they need, so that nobody is cut off. */
    private static Workload random(long seed, int jobs) {
        var random = new SplittableRandom(seed);
        List<TraceJob> all = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < jobs; i++) {
            at += random.nextInt(600);
            long run = 1 + random.nextLong(3_000);
            long limit = run + 1 + random.nextLong(2_000);
            int size = random.nextInt(3) == 0 ? 1 + random.nextInt(NODES) : 1 + random.nextInt(NODES / 4);
            all.add(TraceJob.of(i, at, run, limit, size));
        }
        return new Workload("seed " + seed, all, List.of());
    }

    private static Map<String, Long> starts(Workload workload, String policy) {
        InstanceConfig config = InstanceConfig.root("r").queueing(QueuePolicy.parse(policy));
        WorkloadOutcome outcome = new Replay(
                        config,
                        Machines.cluster(NODES, 1),
                        job -> new Jobspec(
                                1,
                                List.of(Resource.slot(
                                        "task", Count.exactly(job.size()), Resource.of("core", Count.exactly(1)))),
                                List.of(),
                                Attributes.lasting(job.limitSec())),
                        new ReplayWatcher() {})
                .run(workload);
        Map<String, Long> starts = new HashMap<>();
        outcome.runs().forEach(run -> starts.put(run.job().name(), run.startSec()));
        return starts;
    }

    @Test
    void easyStartsEveryJobWhenTheTextbookDoes() {
        long first = new Random().nextLong(1_000_000);
        for (long seed = first; seed < first + 30; seed++) {
            Workload workload = random(seed, 150);
            assertThat(starts(workload, "easy")).as("seed %d", seed).isEqualTo(new Easy().run(workload));
        }
    }

    @Test
    void conservativeStartsEveryJobWhenTheTextbookDoes() {
        long first = new Random().nextLong(1_000_000);
        for (long seed = first; seed < first + 30; seed++) {
            Workload workload = random(seed, 100);
            assertThat(starts(workload, "conservative"))
                    .as("seed %d", seed)
                    .isEqualTo(new Conservative().run(workload));
        }
    }
}
