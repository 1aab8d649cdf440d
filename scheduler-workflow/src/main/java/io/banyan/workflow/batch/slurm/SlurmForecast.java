package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.slurm.SlurmNodeCalendar.Span;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Places the jobs of which Slurm expects no start behind all others: in the order of their priority, each on the nodes
 * that are free first, and none before a job in front of it has left its cores. No job fills a gap, so the forecast is
 * late rather than early.
 *
 * <p>Cost: O(jobs x nodes x log of the nodes of a job), at most {@link #MOST_PLACED} jobs.
 */
final class SlurmForecast {
    /** The most jobs that are placed; a task of an array counts as a job. */
    static final int MOST_PLACED = 5_000;

    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<List<String>, List<Candidate>> ableByPartitions = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private int placed;
    private int left;

    /** A node, and the times from which its cores are free, by number. */
    private static final class Candidate {
        private final SlurmNodeCalendar calendar;
        private final int threads;
        private final long[] freeSec;
        private final long[] sortedSec;

        /** The time from which the job that is placed finds its cores free. */
        private long keySec;

        Candidate(SlurmNodeCalendar calendar, long fromSec) {
            this.calendar = calendar;
            this.threads = calendar.node().threads();
            this.freeSec = new long[calendar.node().cores()];
            Arrays.fill(freeSec, fromSec);
            this.sortedSec = freeSec.clone();
        }

        SlurmNode node() {
            return calendar.node();
        }

        /** Returns the cores that a job takes: all of them if it uses accelerators. */
        int cores(QueuedSlurmJob job) {
            boolean usesAccelerators =
                    job.usesAccelerators() || !job.accelerators().isEmpty();
            return usesAccelerators ? freeSec.length : job.coresOf(freeSec.length, threads);
        }

        /** Returns the time from which a job finds its cores free. */
        long free(QueuedSlurmJob job) {
            return sortedSec[cores(job) - 1];
        }

        void hold(QueuedSlurmJob job, long startSec, long endSec, boolean isMemoryCounted) {
            int count = cores(job);
            List<Integer> chosen = new ArrayList<>();
            for (int number = 0; number < freeSec.length && chosen.size() < count; number++) {
                if (freeSec[number] <= startSec) {
                    chosen.add(number);
                    freeSec[number] = endSec;
                }
            }
            System.arraycopy(freeSec, 0, sortedSec, 0, freeSec.length);
            Arrays.sort(sortedSec);
            Span span = new Span(startSec, endSec, job.id());
            if (count == freeSec.length) {
                calendar.holdAll(span);
            } else {
                calendar.hold(SlotProfile.CORE, chosen, span);
                if (isMemoryCounted) {
                    calendar.holdMemory(job.memoryMib(), span);
                }
            }
        }
    }

    private SlurmForecast(SlurmCalendar calendar) {
        long horizon = calendar.horizonSec();
        for (SlurmNodeCalendar node : calendar.nodes()) {
            if (node.node().isUsable()
                    && !calendar.endless().contains(node.node().name())) {
                candidates.add(new Candidate(node, horizon));
            }
        }
    }

    /** Adds the jobs to the calendar, and returns sentences about what is not known. */
    static List<String> add(SlurmCalendar calendar, boolean isMemoryCounted) {
        SlurmForecast forecast = new SlurmForecast(calendar);
        for (QueuedSlurmJob job : calendar.unplaced()) {
            forecast.place(job, isMemoryCounted);
        }
        if (forecast.placed > 0) {
            forecast.notes.add("Slurm does not say when " + forecast.placed
                    + " of the waiting jobs start; the plan places them behind all others.");
        }
        if (forecast.left > 0) {
            forecast.notes.add(
                    forecast.left + " waiting jobs are not in the plan, because they fit on no nodes, have no"
                            + " time limit, or are behind the first " + MOST_PLACED + ".");
        }
        return forecast.notes;
    }

    private List<Candidate> able(List<String> partitions) {
        return candidates.stream()
                .filter(one -> partitions.stream().anyMatch(one.node().partitions()::contains))
                .toList();
    }

    private void place(QueuedSlurmJob job, boolean isMemoryCounted) {
        List<Candidate> able = ableByPartitions.computeIfAbsent(job.partitions(), this::able);
        if (job.limitSec().isEmpty() || able.size() < job.nodeCount()) {
            left += job.tasks();
            return;
        }
        for (int task = 0; task < job.tasks(); task++) {
            if (placed == MOST_PLACED) {
                left += job.tasks() - task;
                return;
            }
            PriorityQueue<Candidate> chosen = earliest(able, job);
            long start = Math.max(chosen.element().keySec, job.start().orElse(0));
            long end = start + Math.max(1, job.limitSec().getAsLong());
            chosen.forEach(one -> one.hold(job, start, end, isMemoryCounted));
            placed++;
        }
    }

    /** Returns the nodes that are free first, the last of them in front. */
    private static PriorityQueue<Candidate> earliest(List<Candidate> able, QueuedSlurmJob job) {
        PriorityQueue<Candidate> chosen = new PriorityQueue<>(
                Comparator.comparingLong((Candidate one) -> one.keySec).reversed());
        for (Candidate one : able) {
            one.keySec = one.free(job);
            if (chosen.size() < job.nodeCount()) {
                chosen.add(one);
            } else if (one.keySec < chosen.element().keySec) {
                chosen.remove();
                chosen.add(one);
            }
        }
        return chosen;
    }
}
