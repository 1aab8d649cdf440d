package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The worker as a state machine: tasks that wait on it, and those that run, with their cores and accelerators.
 *
 * <p>Tasks start in the order of their priorities and sets. When the first one does not fit, a later one may start if
 * it takes nothing that the first one lacks, so that the first one does not start later. A start costs O(domains +
 * cores + accelerators), and looks at a few sets at most. For one thread at a time.
 */
public final class WorkerQueue {
    /** The sets that are looked at when the first one does not fit. */
    private static final int MOST_LOOKS = 32;

    /** The tasks that may overtake one that lacks no amount, but waits for a domain or for a whole accelerator. */
    private static final int MOST_OVERTAKINGS = 100;

    private final WorkerResources resources;
    private final Map<Integer, FillSet> sets = new HashMap<>();
    private final TreeMap<Place, Line> lines = new TreeMap<>();
    private final Map<Long, TaskStart> running = new HashMap<>();
    private int overtakings;
    private int overtaken;

    /** The order of sets. */
    private record Place(int priority, int set) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingInt((Place place) -> -place.priority).thenComparingInt(Place::set);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** The waiting tasks of a set. */
    private static final class Line {
        private final FillSet set;
        private final IntQueue tasks = new IntQueue();
        private List<String> hosts = List.of();

        Line(FillSet set) {
            this.set = set;
        }
    }

    /** Makes a worker without tasks. */
    public WorkerQueue(WorkerOffer offer) {
        this.resources = new WorkerResources(offer);
    }

    /** Tells the worker a set, before its first task. */
    public void introduce(FillSet set) {
        sets.putIfAbsent(set.number(), set);
    }

    /** Returns whether a set was introduced. */
    public boolean knows(int set) {
        return sets.containsKey(set);
    }

    /**
     * Adds waiting tasks.
     *
     * @throws IllegalArgumentException if a set was not introduced, or has no such task
     */
    public void add(List<TaskRange> ranges) {
        for (TaskRange range : ranges) {
            Line line = line(known(range));
            for (int task = range.from(); task < range.to(); task++) {
                line.tasks.addLast(task);
            }
        }
    }

    /**
     * Adds a task of several workers, of which this one is the first.
     *
     * @throws IllegalArgumentException if its set was not introduced, or has no such task
     */
    public void addGang(int set, int task, List<String> hosts) {
        Line line = line(known(TaskRange.one(set, task)));
        line.hosts = List.copyOf(hosts);
        line.tasks.addLast(task);
    }

    private FillSet known(TaskRange range) {
        FillSet set = sets.get(range.set());
        if (set == null || range.to() > set.tasks()) {
            throw new IllegalArgumentException("the worker does not know the tasks " + range);
        }
        return set;
    }

    private Line line(FillSet set) {
        return lines.computeIfAbsent(place(set), place -> new Line(set));
    }

    private static Place place(FillSet set) {
        return new Place(set.request().priority(), set.number());
    }

    private static long key(int set, int task) {
        return ((long) set << Integer.SIZE) | task;
    }

    /** Starts what fits, and returns it. */
    public List<TaskStart> start() {
        List<TaskStart> starts = new ArrayList<>();
        @Nullable FillRequest waiting = null;
        int looks = 0;
        var iterator = lines.values().iterator();
        while (iterator.hasNext() && looks++ < MOST_LOOKS) {
            Line line = iterator.next();
            while (!line.tasks.isEmpty() && !isRunning(line.set.number(), line.tasks.get(0))) {
                Optional<TaskShare> share = take(line.set.request(), waiting);
                if (share.isEmpty()) {
                    break;
                }
                overtakings += waiting == null ? 0 : 1;
                var start = new TaskStart(line.set, line.tasks.pollFirst(), share.get(), line.hosts);
                running.put(key(line.set.number(), start.task()), start);
                starts.add(start);
            }
            if (line.tasks.isEmpty()) {
                iterator.remove();
            } else if (waiting == null) {
                waiting = line.set.request();
                overtakings = overtaken == line.set.number() ? overtakings : 0;
                overtaken = line.set.number();
            }
        }
        return starts;
    }

    private Optional<TaskShare> take(FillRequest request, @Nullable FillRequest waiting) {
        if (request.isGang()) {
            return waiting == null ? resources.takeAll() : Optional.empty();
        }
        for (int i = 0; i < request.variants().size(); i++) {
            FillNeeds needs = request.variants().get(i);
            if (waiting == null || mayOvertake(needs, waiting)) {
                Optional<TaskShare> share = resources.take(needs, i, request.placement());
                if (share.isPresent()) {
                    return share;
                }
            }
        }
        return Optional.empty();
    }

    private boolean mayOvertake(FillNeeds needs, FillRequest waiting) {
        if (waiting.isGang()) {
            return false;
        }
        for (FillNeeds variant : waiting.variants()) {
            if (resources.canEver(variant)) {
                boolean isShort = !resources.hasAmounts(variant);
                return (isShort || overtakings < MOST_OVERTAKINGS) && resources.leaves(needs, variant);
            }
        }
        return true;
    }

    /** Frees the resources of a task that ended; empty if it does not run here. */
    public Optional<TaskStart> end(int set, int task) {
        TaskStart ended = running.remove(key(set, task));
        if (ended == null) {
            return Optional.empty();
        }
        resources.free(ended.share());
        if (overtaken == set) {
            overtakings = 0;
        }
        return Optional.of(ended);
    }

    /** Gives back tasks of a set that have not started, the last ones first. */
    public List<TaskRange> recall(int set, int most) {
        FillSet known = sets.get(set);
        Line line = known == null ? null : lines.get(place(known));
        if (known == null || line == null) {
            return List.of();
        }
        int count = Math.min(most, line.tasks.size());
        int[] tasks = new int[count];
        for (int i = count - 1; i >= 0; i--) {
            tasks[i] = line.tasks.pollLast();
        }
        if (line.tasks.isEmpty()) {
            lines.remove(place(known));
        }
        var ranges = new TaskRanges();
        for (int task : tasks) {
            ranges.add(set, task);
        }
        return ranges.take();
    }

    /** Gives back those of the tasks of a range that have not started. O(tasks of the set that wait here). */
    public List<TaskRange> withdraw(TaskRange range) {
        FillSet known = sets.get(range.set());
        Line line = known == null ? null : lines.get(place(known));
        if (known == null || line == null) {
            return List.of();
        }
        var ranges = new TaskRanges();
        line.tasks.removeIf(task -> {
            boolean isGone = task >= range.from() && task < range.to();
            if (isGone) {
                ranges.add(range.set(), task);
            }
            return isGone;
        });
        if (line.tasks.isEmpty()) {
            lines.remove(place(known));
        }
        return ranges.take();
    }

    /** Returns the tasks that run, in the order of sets and tasks. O(running tasks). */
    public List<TaskRange> running() {
        var ranges = new TaskRanges();
        running.values().stream()
                .sorted(Comparator.comparingInt((TaskStart start) -> start.set().number())
                        .thenComparingInt(TaskStart::task))
                .forEach(start -> ranges.add(start.set().number(), start.task()));
        return ranges.take();
    }

    /** Forgets the tasks that have not started. */
    public void forgetWaiting() {
        lines.clear();
    }

    /** Returns whether a task runs here. */
    public boolean isRunning(int set, int task) {
        return running.containsKey(key(set, task));
    }

    /** Returns the number of tasks that run. */
    public int runningCount() {
        return running.size();
    }

    /**
     * Compares the free resources with those of the running tasks: no core has two tasks, and no accelerator more than
     * a whole. O(running tasks + resources).
     *
     * @throws IllegalStateException if they differ
     */
    public void checkInvariants() {
        resources.check(running.values().stream().map(TaskStart::share).toList());
    }
}
