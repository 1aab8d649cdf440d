package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FailureKind;
import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.TaskFailure;
import io.banyan.workflow.fill.TaskRange;
import io.banyan.workflow.fill.TaskStart;
import io.banyan.workflow.fill.WorkerQueue;
import io.banyan.workflow.fill.WorkerReports;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A worker of a filler: connects to the server, starts tasks that fit, and reports their ends. One thread has the queue
 * and starts the processes; another one keeps the connection. When the connection breaks, running tasks go on, and the
 * worker connects again.
 */
public final class FillWorker implements AutoCloseable {
    private static final int MOST_CHANGES_OF_A_REPORT = 512;
    private static final int SIGN_OF_LIFE_MILLIS = 5_000;
    private static final int LONGEST_WAIT_MILLIS = 200;

    private final TaskRunner runner;
    private final WorkerQueue queue;
    private final WorkerReports reports = new WorkerReports();
    private final BlockingQueue<WorkerSignal> signals = new LinkedBlockingQueue<>();
    private final Map<Long, FailureKind> killed = new HashMap<>();
    private final Map<Long, Run> running = new HashMap<>();
    private final PriorityQueue<Deadline> deadlines = new PriorityQueue<>(Comparator.comparingLong(Deadline::millis));
    private final CountDownLatch ended = new CountDownLatch(1);
    private final WorkerConnection connection;
    private final FillWorkerOptions options;
    private final long key = new SecureRandom().nextLong();
    private @Nullable FillFrames frames;
    private long lastReportMillis;
    private long runs;
    private boolean isStopped;
    private volatile Optional<String> failure = Optional.empty();

    /** A start of a task; a later one has a higher number. */
    private record Run(long number, TaskStart start) {}

    private record Deadline(long millis, Run run) {}

    private FillWorker(FillWorkerOptions options, TaskRunner runner) {
        this.options = options;
        this.runner = runner;
        this.queue = new WorkerQueue(options.offer());
        this.connection = new WorkerConnection(options, signals);
    }

    /** Starts a worker. It ends with {@link #close}, when the server says so, or without a server. */
    public static FillWorker start(FillWorkerOptions options, TaskRunner runner) {
        var worker = new FillWorker(options, runner);
        Thread.ofPlatform().name("fill-worker").start(worker::run);
        return worker;
    }

    /** Waits for the end, and returns the reason if the server did not end it. */
    public Optional<String> await() throws InterruptedException {
        ended.await();
        return failure;
    }

    /** Ends the worker and its tasks, and waits for that. */
    @Override
    public void close() {
        signals.add(new WorkerSignal.Closed());
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        connection.start();
        try {
            while (!isStopped) {
                WorkerSignal signal = signals.poll(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
                while (signal != null && !isStopped) {
                    handle(signal);
                    startTasks();
                    flushIf(reports.size() >= MOST_CHANGES_OF_A_REPORT);
                    signal = signals.poll();
                }
                endLate();
                flushIf(true);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalArgumentException e) {
            failure = Optional.of("the server sent a wrong message: " + e.getMessage());
        } finally {
            connection.close();
            runner.close();
            ended.countDown();
        }
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private static long key(int set, int task) {
        return ((long) set << Integer.SIZE) | task;
    }

    private void handle(WorkerSignal signal) {
        switch (signal) {
            case WorkerSignal.Connected connected -> {
                frames = connected.frames();
                lastReportMillis = now();
                send(new WorkerMessage.Hello(key, options.offer(), reports.begin(queue)));
                flush();
            }
            case WorkerSignal.Ordered ordered -> {
                // Orders of a broken connection are of no use: the server has taken the tasks back.
                if (ordered.frames() == frames) {
                    carryOut(ordered.order());
                }
            }
            case WorkerSignal.Lost lost -> {
                if (lost.frames() == frames) {
                    frames = null;
                }
            }
            case WorkerSignal.GaveUp gaveUp -> {
                failure = Optional.of(gaveUp.reason());
                isStopped = true;
            }
            case WorkerSignal.TaskEnded taskEnded -> ended(taskEnded.start(), taskEnded.status());
            case WorkerSignal.Closed closed -> isStopped = true;
        }
    }

    private void carryOut(WorkerOrder order) {
        switch (order) {
            case WorkerOrder.Introduce introduce -> queue.introduce(introduce.set());
            case WorkerOrder.Stop stop -> isStopped = true;
            case WorkerOrder.Do done -> carryOut(done.effect());
        }
    }

    private void carryOut(FillEffect effect) {
        switch (effect) {
            case FillEffect.Send send -> queue.add(send.tasks());
            case FillEffect.SendGang gang -> queue.addGang(gang.set(), gang.task(), gang.hosts());
            case FillEffect.Recall recall -> reports.recalled(queue.recall(recall.set(), recall.most()));
            case FillEffect.Kill kill ->
                kill.tasks().forEach(range -> {
                    reports.returned(queue.withdraw(range));
                    killAll(range);
                });
            case FillEffect.Drop drop ->
                drop.tasks().forEach(range -> {
                    queue.withdraw(range);
                    killAll(range).forEach(task -> reports.dropped(range.set(), task));
                });
            case FillEffect.Acknowledge acknowledge -> reports.acknowledge(acknowledge.sequence());
            default -> throw new IllegalArgumentException("no worker carries out " + effect);
        }
    }

    private List<Integer> killAll(TaskRange range) {
        List<Integer> tasks = new ArrayList<>();
        for (int task = range.from(); task < range.to(); task++) {
            Run run = running.get(key(range.set(), task));
            if (run != null) {
                tasks.add(task);
                kill(run.start(), FailureKind.CANCELLED);
            }
        }
        return tasks;
    }

    private void kill(TaskStart start, FailureKind kind) {
        killed.putIfAbsent(key(start.set().number(), start.task()), kind);
        runner.kill(start);
    }

    private void startTasks() {
        if (frames == null) {
            return;
        }
        for (TaskStart start : queue.start()) {
            int set = start.set().number();
            var run = new Run(++runs, start);
            running.put(key(set, start.task()), run);
            reports.started(set, start.task());
            long limit = start.set().request().limitMillis();
            if (limit > 0) {
                deadlines.add(new Deadline(now() + limit, run));
            }
            runner.start(start, (task, status) -> signals.add(new WorkerSignal.TaskEnded(task, status)));
        }
    }

    private void ended(TaskStart start, int status) {
        int set = start.set().number();
        int task = start.task();
        long key = key(set, task);
        running.remove(key);
        queue.end(set, task);
        FailureKind kind = killed.remove(key);
        if (kind == null && status == 0) {
            reports.done(set, task);
            return;
        }
        if (kind == null) {
            kind = status == TaskRunner.NOT_STARTED ? FailureKind.NOT_STARTED : FailureKind.EXIT;
        }
        reports.failed(new TaskFailure(set, task, kind, Math.max(0, status)));
    }

    /** Kills the tasks that ran into their limits. A deadline of an ended task is forgotten when its time comes. */
    private void endLate() {
        long now = now();
        while (!deadlines.isEmpty() && deadlines.peek().millis() <= now) {
            Run late = deadlines.remove().run();
            Run current =
                    running.get(key(late.start().set().number(), late.start().task()));
            if (current != null && current.number() == late.number()) {
                kill(late.start(), FailureKind.TIME_LIMIT);
            }
        }
    }

    private void flushIf(boolean isDue) {
        if (!isDue || frames == null) {
            return;
        }
        long now = now();
        reports.take()
                .or(() -> now - lastReportMillis < SIGN_OF_LIFE_MILLIS
                        ? Optional.empty()
                        : Optional.of(reports.takeAny()))
                .ifPresent(report -> {
                    lastReportMillis = now;
                    send(new WorkerMessage.Changes(report));
                    flush();
                });
    }

    private void send(WorkerMessage message) {
        try {
            if (frames != null) {
                frames.write(MessageCodec.write(message));
            }
        } catch (IOException e) {
            breakConnection();
        }
    }

    private void flush() {
        try {
            if (frames != null) {
                frames.flush();
            }
        } catch (IOException e) {
            breakConnection();
        }
    }

    /** The thread of the connection notices the closed socket, and connects again. */
    private void breakConnection() {
        FillFrames broken = frames;
        frames = null;
        WorkerConnection.closeQuietly(broken);
    }
}
