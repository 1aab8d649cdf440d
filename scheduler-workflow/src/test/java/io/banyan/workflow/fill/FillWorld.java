package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A scheduler and workers in virtual time, with a millisecond for each message. It notes which task starts and ends
 * where, and checks each start against what it has seen.
 */
final class FillWorld {
    private static final long LATENCY_MICROS = 1_000;
    private static final long FLUSH_MICROS = 1_000;
    private static final long HOLD_MILLIS = 50;

    /** A task by its set and index. */
    record TaskName(int set, int task) {}

    private record Item(long micros, long sequence, Runnable action) {}

    /** A worker in virtual time. */
    final class VirtualWorker {
        final WorkerOffer offer;
        final WorkerQueue queue;
        final WorkerReports reports = new WorkerReports();
        final Map<TaskName, TaskStart> running = new LinkedHashMap<>();
        private final Map<TaskName, Long> runs = new HashMap<>();
        int connection;
        boolean isAlive = true;
        private boolean willFlush;

        VirtualWorker(WorkerOffer offer) {
            this.offer = offer;
            this.queue = new WorkerQueue(offer);
        }

        private void connect() {
            connect(0);
        }

        private void connect(int earlier) {
            connection = ++connections;
            byConnection.put(connection, this);
            HeldTasks held = reports.begin(queue);
            toServer(this, connection, new FillEvent.WorkerCame(connection, offer, held, earlier));
        }

        private void receive(FillEffect effect) {
            switch (effect) {
                case FillEffect.Send send -> {
                    send.tasks().forEach(range -> queue.introduce(sets.get(range.set())));
                    queue.add(send.tasks());
                }
                case FillEffect.SendGang gang -> {
                    queue.introduce(sets.get(gang.set()));
                    queue.addGang(gang.set(), gang.task(), gang.hosts());
                }
                case FillEffect.Recall recall -> reports.recalled(queue.recall(recall.set(), recall.most()));
                case FillEffect.Kill kill -> kill.tasks().forEach(this::kill);
                case FillEffect.Drop drop -> drop.tasks().forEach(this::drop);
                case FillEffect.Acknowledge acknowledge -> reports.acknowledge(acknowledge.sequence());
                default -> throw new AssertionError(effect);
            }
            startAll();
            flushSoon();
        }

        private void kill(TaskRange range) {
            reports.returned(queue.withdraw(range));
            for (int task = range.from(); task < range.to(); task++) {
                if (queue.isRunning(range.set(), task)) {
                    end(new TaskName(range.set(), task), FailureKind.CANCELLED);
                }
            }
        }

        private void drop(TaskRange range) {
            queue.withdraw(range);
            for (int task = range.from(); task < range.to(); task++) {
                if (queue.isRunning(range.set(), task)) {
                    reports.dropped(range.set(), task);
                    end(new TaskName(range.set(), task), FailureKind.CANCELLED);
                }
            }
        }

        private void startAll() {
            if (connection == 0) {
                return;
            }
            for (TaskStart start : queue.start()) {
                var name = new TaskName(start.set().number(), start.task());
                long run = sequence++;
                running.put(name, start);
                runs.put(name, run);
                noteStart(this, start, name);
                reports.started(name.set(), name.task());
                long micros = length.applyAsLong(name);
                at(now + micros, () -> {
                    if (isAlive && Objects.equals(runs.get(name), run)) {
                        busyMicros += micros * start.share().cores().size();
                        end(name, failing.test(name) ? FailureKind.EXIT : null);
                        startAll();
                        flushSoon();
                    }
                });
            }
            if (isChecked) {
                queue.checkInvariants();
            }
        }

        private void end(TaskName name, FailureKind failure) {
            running.remove(name);
            runs.remove(name);
            queue.end(name.set(), name.task());
            if (failure == null) {
                reports.done(name.set(), name.task());
            } else {
                reports.failed(new TaskFailure(name.set(), name.task(), failure, 1));
            }
        }

        private void flushSoon() {
            if (!willFlush) {
                willFlush = true;
                at(now + FLUSH_MICROS, () -> {
                    willFlush = false;
                    if (isAlive && connection > 0) {
                        reports.take()
                                .ifPresent(report ->
                                        toServer(this, connection, new FillEvent.Reported(connection, report)));
                    }
                });
            }
        }
    }

    final List<VirtualWorker> workers = new ArrayList<>();
    final Map<TaskName, Integer> starts = new HashMap<>();
    final Set<TaskName> over = new HashSet<>();
    final List<SetReport> setsOver = new ArrayList<>();
    final List<String> refusals = new ArrayList<>();
    final List<FillRecord> records = new ArrayList<>();
    final List<TaskName> startOrder = new ArrayList<>();
    ToLongFunction<TaskName> length = task -> 10_000;
    Predicate<TaskName> failing = task -> false;

    /** Whether the server is lost before its next effect. */
    BooleanSupplier breaksOff = () -> false;

    boolean isChecked = true;

    /** Whether a worker may be cut off while it runs a task, which then runs elsewhere, too. */
    boolean mayRunTwice;

    long busyMicros;
    long now;

    private final PriorityQueue<Item> items =
            new PriorityQueue<>(Comparator.comparingLong(Item::micros).thenComparingLong(Item::sequence));
    private final Map<Integer, VirtualWorker> byConnection = new HashMap<>();
    private final Map<Integer, FillSet> sets = new HashMap<>();
    private FillScheduler scheduler;
    private long sequence;
    private int connections;
    private int serverEpoch;
    private long wakeMillis = Long.MAX_VALUE;

    FillWorld() {
        this(true);
    }

    FillWorld(boolean isStealing) {
        this(new FillScheduler(isStealing));
    }

    FillWorld(FillScheduler scheduler) {
        this.scheduler = scheduler;
        scheduler.sets().forEach(set -> sets.put(set.number(), set));
    }

    FillScheduler scheduler() {
        return scheduler;
    }

    void at(long micros, Runnable action) {
        items.add(new Item(micros, sequence++, action));
    }

    VirtualWorker addWorker(WorkerOffer offer) {
        var worker = new VirtualWorker(offer);
        workers.add(worker);
        worker.connect();
        return worker;
    }

    /** Submits a set at once, with the next number. */
    int submit(FillSet set) {
        int number = scheduler.nextSet();
        handle(new FillEvent.Submitted(set.numbered(number)));
        return number;
    }

    void cancel(int set) {
        handle(new FillEvent.Cancelled(set));
    }

    void cancel(List<TaskRange> tasks) {
        handle(new FillEvent.TasksCancelled(tasks));
    }

    /** Ends a worker with all its tasks; the server notices a little later. */
    void killWorker(VirtualWorker worker) {
        worker.isAlive = false;
        worker.running.clear();
        workers.remove(worker);
        int connection = worker.connection;
        if (connection > 0) {
            toServer(null, connection, new FillEvent.WorkerGone(connection));
        }
    }

    /** Breaks the connection of a worker, which connects again after a time. */
    void disconnect(VirtualWorker worker, long micros) {
        int connection = worker.connection;
        worker.connection = 0;
        if (connection > 0) {
            toServer(null, connection, new FillEvent.WorkerGone(connection));
            reconnect(worker, now + micros);
        }
    }

    /** Connects a worker again, some time before the server notices that its connection broke. */
    void replaceConnection(VirtualWorker worker) {
        int earlier = worker.connection;
        worker.connect(earlier);
        if (earlier > 0) {
            int epoch = serverEpoch;
            at(now + 20 * LATENCY_MICROS, () -> {
                if (epoch == serverEpoch) {
                    handle(new FillEvent.WorkerGone(earlier));
                }
            });
        }
    }

    private void reconnect(VirtualWorker worker, long micros) {
        at(micros, () -> {
            if (worker.isAlive && worker.connection == 0) {
                worker.connect();
            }
        });
    }

    /** Ends the server, and begins another one on its records; the workers find it within its time of waiting. */
    void killServer(Predicate<VirtualWorker> comesBack) {
        restartServer(records, comesBack);
    }

    private void restartServer(List<FillRecord> kept, Predicate<VirtualWorker> comesBack) {
        serverEpoch++;
        wakeMillis = Long.MAX_VALUE;
        scheduler = FillScheduler.replay(kept, now / 1_000 + HOLD_MILLIS);
        byConnection.clear();
        for (VirtualWorker worker : List.copyOf(workers)) {
            if (comesBack.test(worker)) {
                breakConnection(worker);
                reconnect(worker, now + 5_000);
            } else {
                killWorker(worker);
            }
        }
        handle(new FillEvent.Woken());
    }

    /** Breaks a connection after the messages that the lost server has sent. */
    private void breakConnection(VirtualWorker worker) {
        int broken = worker.connection;
        at(now + LATENCY_MICROS, () -> {
            if (worker.connection == broken) {
                worker.connection = 0;
            }
        });
    }

    private void toServer(VirtualWorker worker, int connection, FillEvent event) {
        int epoch = serverEpoch;
        at(now + LATENCY_MICROS, () -> {
            if (epoch == serverEpoch && (worker == null || worker.connection == connection)) {
                handle(event);
            }
        });
    }

    private void handle(FillEvent event) {
        for (FillEffect effect : scheduler.on(event, now / 1_000)) {
            if (breaksOff.getAsBoolean()) {
                killServer(worker -> true);
                return;
            }
            carryOut(effect);
        }
        if (isChecked) {
            scheduler.checkInvariants();
        }
    }

    private void carryOut(FillEffect effect) {
        switch (effect) {
            case FillEffect.Append append -> append(append.record());
            case FillEffect.Ended ended -> {
                for (TaskRange range : ended.done()) {
                    for (int task = range.from(); task < range.to(); task++) {
                        noteOver(new TaskName(range.set(), task));
                    }
                }
                ended.failed().forEach(failure -> noteOver(new TaskName(failure.set(), failure.task())));
            }
            case FillEffect.SetOver setOver -> setsOver.add(setOver.report());
            case FillEffect.Refused refused -> refusals.add(refused.sentence());
            case FillEffect.WakeAt wake -> wakeAt(wake.millis());
            case FillEffect.Send send -> toWorker(send.worker(), send);
            case FillEffect.SendGang gang -> toWorker(gang.worker(), gang);
            case FillEffect.Recall recall -> toWorker(recall.worker(), recall);
            case FillEffect.Kill kill -> toWorker(kill.worker(), kill);
            case FillEffect.Drop drop -> toWorker(drop.worker(), drop);
            case FillEffect.Acknowledge acknowledge -> toWorker(acknowledge.worker(), acknowledge);
        }
    }

    /** The alarm of the scheduler. Only the earliest time is kept, because the scheduler sets the others again. */
    private void wakeAt(long millis) {
        if (millis >= wakeMillis) {
            return;
        }
        wakeMillis = millis;
        int epoch = serverEpoch;
        at(millis * 1_000, () -> {
            if (epoch == serverEpoch) {
                wakeMillis = Long.MAX_VALUE;
                handle(new FillEvent.Woken());
            }
        });
    }

    private void append(FillRecord record) {
        records.add(record);
        if (record instanceof FillRecord.SetSubmitted submitted) {
            sets.put(submitted.set().number(), submitted.set());
        }
    }

    private void toWorker(int connection, FillEffect effect) {
        VirtualWorker worker = byConnection.get(connection);
        at(now + LATENCY_MICROS, () -> {
            if (worker != null && worker.isAlive && worker.connection == connection) {
                worker.receive(effect);
            }
        });
    }

    private void noteOver(TaskName task) {
        assertThat(over.add(task)).as("first end of " + task).isTrue();
    }

    private void noteStart(VirtualWorker worker, TaskStart start, TaskName name) {
        starts.merge(name, 1, Integer::sum);
        startOrder.add(name);
        if (!isChecked) {
            return;
        }
        assertThat(over).as("tasks that start again").doesNotContain(name);
        if (mayRunTwice) {
            return;
        }
        for (VirtualWorker other : workers) {
            assertThat(other != worker && other.running.containsKey(name))
                    .as(name + " in two places")
                    .isFalse();
        }
        if (start.set().request().isGang()) {
            assertThat(start.hosts()).hasSize(start.set().request().nodes()).doesNotHaveDuplicates();
            assertThat(start.hosts().getFirst()).isEqualTo(worker.offer.host());
        }
        checkGangs();
    }

    /** The nodes of a gang run nothing else. */
    private void checkGangs() {
        Map<String, Integer> gangs = new HashMap<>();
        for (VirtualWorker worker : workers) {
            worker.running.values().forEach(one -> one.hosts().forEach(host -> gangs.merge(host, 1, Integer::sum)));
        }
        for (VirtualWorker worker : workers) {
            if (gangs.containsKey(worker.offer.host())) {
                assertThat(gangs).containsEntry(worker.offer.host(), 1);
                worker.running.values().forEach(one -> assertThat(one.hosts()).isNotEmpty());
            }
        }
    }

    /** Runs until a time or until nothing happens any more. */
    void runUntil(long micros) {
        while (!items.isEmpty() && items.peek().micros() <= micros) {
            Item item = items.remove();
            now = Math.max(now, item.micros());
            item.action().run();
        }
        now = Math.max(now, Math.min(micros, now));
    }

    /** Runs until all sets are over. */
    void runToEnd() {
        long limit = 100_000_000;
        while (!scheduler.isOver()) {
            if (items.isEmpty()) {
                throw new AssertionError("nothing happens at " + now + ": " + scheduler.reports());
            }
            assertThat(limit--).isPositive();
            Item item = items.remove();
            now = Math.max(now, item.micros());
            item.action().run();
        }
    }

    int started(int set, int task) {
        return starts.getOrDefault(new TaskName(set, task), 0);
    }
}
