package io.banyan.workflow.fill;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A worker at the server: the tasks that it has, by number, and the resources that they need. */
final class WorkerBook {
    /** The load of a worker whose tasks need all that it has of a type. */
    static final long FULL = 1_000_000;

    static final Comparator<WorkerBook> BY_LOAD =
            Comparator.comparingLong((WorkerBook book) -> book.load).thenComparingInt(book -> book.number);

    /** The time for which a worker has tasks ahead, if they are short. */
    private static final int AHEAD_MILLIS = 100;

    private static final int WINDOW_MILLIS = 5;
    private static final long MOST_ROUNDS = 2_000;

    final int number;
    final WorkerOffer offer;
    final WorkerShape shape;

    /** The tasks to be sent at the end of the event. */
    final TaskRanges outbox = new TaskRanges();

    /** The tasks that this worker has, by set. */
    final Map<SetBook, Held> held = new LinkedHashMap<>();

    /** The gang for which the worker is held. */
    @Nullable GangBook gang;

    /** The recalls without an answer. */
    int recalls;

    /** The worker for which tasks are recalled from this one. */
    @Nullable WorkerBook thief;

    /** Whether tasks are recalled for this worker. */
    boolean isServed;

    /** Whether the last recall gave nothing, and nothing was sent since. */
    boolean isBarren;

    /** The number of the last report, and whether its ends wait for the journal. */
    long sequence;

    boolean isAcknowledged = true;

    private final long[] needed;

    /** The needs of the tasks that wait, by priority. */
    private final TreeMap<Integer, long[]> queuedNeeds = new TreeMap<>();

    private long load;
    private int queued;
    private long rounds = 1;
    private long windowFrom;
    private long windowShare;

    WorkerBook(int number, WorkerOffer offer, WorkerShape shape, long now) {
        this.number = number;
        this.offer = offer;
        this.shape = shape;
        this.needed = new long[shape.totals().length];
        this.windowFrom = now;
    }

    /** The numbers of tasks of a set. */
    static final class Held {
        int queued;
        int running;
    }

    Held of(SetBook set) {
        return held.computeIfAbsent(set, any -> new Held());
    }

    /** The greatest share of a resource that the tasks need, as a part of {@link #FULL}. */
    long load() {
        return load;
    }

    int queued() {
        return queued;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Adds queued tasks, or removes them; the caller takes the worker out of its orders before. */
    void addQueued(SetBook set, int count) {
        Held tasks = of(set);
        tasks.queued += count;
        queued += count;
        change(set, count);
        noteQueued(set, count);
        forgetIfEmpty(set, tasks);
    }

    /** Adds running tasks, or removes them; the caller takes the worker out of its orders before. */
    void addRunning(SetBook set, int count) {
        Held tasks = of(set);
        tasks.running += count;
        change(set, count);
        forgetIfEmpty(set, tasks);
    }

    private void forgetIfEmpty(SetBook set, Held tasks) {
        if (tasks.queued == 0 && tasks.running == 0) {
            held.remove(set);
        }
    }

    private void noteQueued(SetBook set, int count) {
        int priority = set.set.request().priority();
        long[] demand = set.needs.demand(shape);
        long[] waiting = queuedNeeds.computeIfAbsent(priority, any -> new long[needed.length]);
        boolean isEmpty = true;
        for (int i = 0; i < demand.length; i++) {
            waiting[i] += demand[i] * count;
            isEmpty &= waiting[i] == 0;
        }
        if (isEmpty) {
            queuedNeeds.remove(priority);
        }
    }

    private void change(SetBook set, int count) {
        long[] demand = set.needs.demand(shape);
        long[] totals = shape.totals();
        load = 0;
        for (int i = 0; i < needed.length; i++) {
            needed[i] += i < demand.length ? demand[i] * count : 0;
            if (needed[i] > 0) {
                load = Math.max(load, totals[i] == 0 ? FULL : needed[i] * FULL / totals[i]);
            }
        }
    }

    /** Returns how many tasks may be sent to start at once; those of a lower priority that wait do not count. */
    int roomNow(SetBook set) {
        return room(set, 1);
    }

    /** Returns how many tasks may be sent ahead; 0 while more than half of those that may are there. */
    int roomAhead(SetBook set) {
        boolean isOvertaking =
                !queuedNeeds.headMap(set.set.request().priority()).isEmpty();
        return !isOvertaking && load * 2 > FULL * (2 + rounds) ? 0 : room(set, 1 + rounds);
    }

    /** O(types), and O(types) for each lower priority of tasks that wait. */
    private int room(SetBook set, long factor) {
        long[] demand = set.needs.demand(shape);
        var lower = queuedNeeds.headMap(set.set.request().priority()).values();
        long most = demand.length == 0 ? 0 : Integer.MAX_VALUE;
        long[] totals = shape.totals();
        for (int i = 0; i < demand.length; i++) {
            if (demand[i] > 0) {
                long taken = needed[i];
                for (long[] waiting : lower) {
                    taken -= waiting[i];
                }
                most = Math.min(most, (totals[i] * factor - taken) / demand[i]);
            }
        }
        return (int) Math.max(most, 0);
    }

    /** Notes ended tasks, from whose number follows how many are sent ahead. */
    void noteEnded(SetBook set, int count, long now) {
        long[] demand = set.needs.demand(shape);
        long share = 1;
        for (int i = 0; i < demand.length; i++) {
            if (demand[i] > 0) {
                share = Math.max(share, demand[i] * FULL / shape.totals()[i]);
            }
        }
        windowShare += share * count;
        long elapsed = now - windowFrom;
        if (elapsed >= WINDOW_MILLIS) {
            long measured = windowShare * AHEAD_MILLIS / (elapsed * FULL);
            rounds = Math.clamp((rounds + measured) / 2, 1L, MOST_ROUNDS);
            windowFrom = now;
            windowShare = 0;
        }
    }

    /** The resources that the tasks need, by type of the shape. */
    long[] needed() {
        return needed;
    }
}
