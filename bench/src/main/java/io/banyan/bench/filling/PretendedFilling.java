package io.banyan.bench.filling;

import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillEvent;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillScheduler;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.HeldTasks;
import io.banyan.workflow.fill.TaskStart;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.WorkerQueue;
import io.banyan.workflow.fill.WorkerReports;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Tasks in virtual time on 64 cores in 4 workers, with a millisecond for each message and each report. */
final class PretendedFilling {
    private static final int CORES = 64;
    private static final int WORKERS = 4;
    private static final int MESSAGE_MICROS = 1_000;

    private final PriorityQueue<Item> items =
            new PriorityQueue<>(Comparator.comparingLong(Item::micros).thenComparingLong(Item::sequence));
    private final List<Worker> workers = new ArrayList<>();
    private final FillScheduler scheduler;
    private final FillSet set;
    private final long[] lengths;
    private long sequence;
    private long now;
    private long wakeMillis = Long.MAX_VALUE;
    private long end;

    private record Item(long micros, long sequence, Runnable action) {}

    /** The distribution of the lengths of tasks. */
    enum Lengths {
        /** All tasks are equal. */
        EQUAL("10 ms each"),
        /** A Pareto distribution. */
        PARETO("Pareto, exponent 1.5, from 10 ms to 2 s"),
        /** A quarter of the tasks is a hundred times as long as the others, 125 neighbours at a time. */
        BLOCKS("125 of 200 ms, 375 of 2 ms, by turns");

        private final String text;

        Lengths(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        /** Returns lengths in microseconds. */
        long[] draw(int tasks, long seed) {
            var random = new SplittableRandom(seed);
            long[] micros = new long[tasks];
            for (int i = 0; i < tasks; i++) {
                micros[i] = switch (this) {
                    case EQUAL -> 10_000;
                    case PARETO -> Math.min(2_000_000, (long) (10_000 * Math.pow(1 - random.nextDouble(), -1 / 1.5)));
                    case BLOCKS -> i % 500 < 125 ? 200_000 : 2_000;
                };
            }
            return micros;
        }
    }

    /** A worker in virtual time. */
    private final class Worker {
        private final WorkerQueue queue = new WorkerQueue(WorkerOffer.cores("n", CORES / WORKERS));
        private final WorkerReports reports = new WorkerReports();
        private final int number;
        private boolean willReport;

        Worker(int number) {
            this.number = number;
            queue.introduce(set);
        }

        private void receive(FillEffect effect) {
            switch (effect) {
                case FillEffect.Send send -> queue.add(send.tasks());
                case FillEffect.Recall recall -> reports.recalled(queue.recall(recall.set(), recall.most()));
                case FillEffect.Acknowledge acknowledge -> reports.acknowledge(acknowledge.sequence());
                default -> throw new IllegalStateException("no such effect is expected: " + effect);
            }
            startTasks();
        }

        private void startTasks() {
            for (TaskStart start : queue.start()) {
                reports.started(1, start.task());
                at(lengths[start.task()], () -> {
                    queue.end(1, start.task());
                    reports.done(1, start.task());
                    end = now;
                    startTasks();
                });
            }
            if (!willReport) {
                willReport = true;
                at(MESSAGE_MICROS, () -> {
                    willReport = false;
                    reports.take()
                            .ifPresent(
                                    report -> at(MESSAGE_MICROS, () -> handle(new FillEvent.Reported(number, report))));
                });
            }
        }
    }

    private PretendedFilling(long[] lengths, boolean isRecalling) {
        this.lengths = lengths;
        this.scheduler = new FillScheduler(isRecalling);
        this.set = FillSet.of(1, lengths.length, FillRequest.cores(1), FillProgram.of("true"));
    }

    /** Runs tasks of given lengths, with or without recalls of tasks for workers that run dry. */
    static PretendedFilling run(long[] micros, boolean isRecalling) {
        var filling = new PretendedFilling(micros, isRecalling);
        filling.run();
        return filling;
    }

    private void run() {
        for (int i = 1; i <= WORKERS; i++) {
            workers.add(new Worker(i));
            WorkerOffer offer = WorkerOffer.cores("n" + i, CORES / WORKERS);
            handle(new FillEvent.WorkerCame(i, offer, HeldTasks.none(), 0));
        }
        handle(new FillEvent.Submitted(set));
        while (!scheduler.isOver()) {
            Item item = items.remove();
            now = item.micros();
            item.action().run();
        }
    }

    private void at(long delay, Runnable action) {
        items.add(new Item(now + delay, sequence++, action));
    }

    private void handle(FillEvent event) {
        for (FillEffect effect : scheduler.on(event, now / 1_000)) {
            switch (effect) {
                case FillEffect.Send send -> tell(send.worker(), send);
                case FillEffect.Recall recall -> tell(recall.worker(), recall);
                case FillEffect.Acknowledge acknowledge -> tell(acknowledge.worker(), acknowledge);
                case FillEffect.WakeAt wake -> wakeAt(wake.millis());
                default -> {}
            }
        }
    }

    /** The alarm of the scheduler. Only the earliest time is kept, because the scheduler sets the others again. */
    private void wakeAt(long millis) {
        if (millis < wakeMillis) {
            wakeMillis = millis;
            at(Math.max(0, millis * 1_000 - now), () -> {
                wakeMillis = Long.MAX_VALUE;
                handle(new FillEvent.Woken());
            });
        }
    }

    private void tell(int worker, FillEffect effect) {
        at(MESSAGE_MICROS, () -> workers.get(worker - 1).receive(effect));
    }

    /** The time from the submission to the last end, in microseconds. */
    long span() {
        return end;
    }

    /** The share of the cores that have a task in that time. */
    double busyPercent() {
        return 100.0 * Arrays.stream(lengths).sum() / ((double) end * CORES);
    }

    /** Returns the span of a schedule that gives each task in its order to the first free core. */
    static long listSchedule(long[] micros) {
        var free = new PriorityQueue<Long>();
        for (int i = 0; i < CORES; i++) {
            free.add(0L);
        }
        long span = 0;
        for (long length : micros) {
            long one = free.remove() + length;
            free.add(one);
            span = Math.max(span, one);
        }
        return span;
    }
}
