package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The sets and workers of a scheduler, in the orders in which they are looked at. */
final class FillState {
    /** The order in which tasks are taken from workers: the longest queue first. */
    private static final Comparator<WorkerBook> BY_QUEUE =
            Comparator.comparingInt((WorkerBook book) -> -book.queued()).thenComparingInt(book -> book.number);

    private final TreeMap<Integer, SetBook> sets = new TreeMap<>();
    private final TreeMap<Integer, WorkerBook> workers = new TreeMap<>();
    private final Map<String, WorkerShape> shapes = new LinkedHashMap<>();
    private final Map<ClassKey, NeedsClass> classes = new HashMap<>();

    /** The classes with ready tasks. */
    private final TreeSet<NeedsClass> open = new TreeSet<>(NeedsClass.byHead());

    /** The workers that can give back tasks. */
    private final TreeSet<WorkerBook> victims = new TreeSet<>(BY_QUEUE);

    /** The workers that have no queue and free resources. */
    private final TreeSet<WorkerBook> dry = new TreeSet<>(Comparator.comparingInt((WorkerBook book) -> book.number));

    private final TreeSet<WorkerBook> withOutbox =
            new TreeSet<>(Comparator.comparingInt((WorkerBook book) -> book.number));

    private final List<FillEffect> later = new ArrayList<>();
    private final EndBuffer ends = new EndBuffer();
    private List<FillEffect> effects = new ArrayList<>();
    private int openSets;
    private long now;
    private long steps;

    private record ClassKey(List<FillNeeds> variants, int nodes) {}

    NavigableMap<Integer, SetBook> sets() {
        return sets;
    }

    NavigableMap<Integer, WorkerBook> workers() {
        return workers;
    }

    Iterable<WorkerShape> shapes() {
        return shapes.values();
    }

    NavigableSet<NeedsClass> open() {
        return open;
    }

    NavigableSet<WorkerBook> victims() {
        return victims;
    }

    NavigableSet<WorkerBook> dry() {
        return dry;
    }

    EndBuffer ends() {
        return ends;
    }

    long now() {
        return now;
    }

    /** Begins an event. */
    void begin(long millis) {
        now = Math.max(now, millis);
        effects = new ArrayList<>();
    }

    void effect(FillEffect effect) {
        effects.add(effect);
    }

    List<FillEffect> effects() {
        return effects;
    }

    /** Counts a step whose cost is logarithmic at most. */
    void step() {
        steps++;
    }

    long steps() {
        return steps;
    }

    /** Returns whether a request with other needs is one too many. */
    boolean isFullOfClasses(FillRequest request, int most) {
        if (classes.containsKey(new ClassKey(request.variants(), request.nodes()))) {
            return false;
        }
        if (classes.size() >= most) {
            Set<NeedsClass> used = new HashSet<>();
            sets.values().stream().filter(set -> !set.isReported).forEach(set -> used.add(set.needs));
            classes.values().retainAll(used);
        }
        return classes.size() >= most;
    }

    /** Returns the sets with ready tasks that no present worker has the resources for. */
    List<Integer> unplaceable() {
        List<Integer> numbers = new ArrayList<>();
        for (NeedsClass needs : open) {
            for (SetBook set : needs.ready()) {
                long fitting = workers.values().stream()
                        .filter(worker -> needs.demand(worker.shape).length > 0)
                        .count();
                if (fitting < set.set.request().nodes()) {
                    numbers.add(set.set.number());
                }
            }
        }
        Collections.sort(numbers);
        return numbers;
    }

    /** Adds a set. */
    void put(SetBook set) {
        sets.put(set.set.number(), set);
        openSets++;
    }

    /** Notes that a set is over. */
    void over(SetBook set) {
        openSets--;
        ends.over(set);
    }

    /** The number of sets that are not over. */
    int openSets() {
        return openSets;
    }

    @Nullable SetBook set(int number) {
        return sets.get(number);
    }

    NeedsClass classOf(FillRequest request) {
        return classes.computeIfAbsent(
                new ClassKey(request.variants(), request.nodes()), key -> new NeedsClass(request));
    }

    WorkerShape shapeOf(WorkerOffer offer) {
        return shapes.computeIfAbsent(WorkerShape.key(offer), key -> new WorkerShape(offer));
    }

    /** Takes a worker out of all orders, before a change. */
    void lift(WorkerBook worker) {
        worker.shape.workers().remove(worker);
        victims.remove(worker);
        dry.remove(worker);
        steps++;
    }

    /** Puts a worker into the orders, after a change. */
    void settle(WorkerBook worker) {
        if (worker.gang != null) {
            return;
        }
        worker.shape.workers().add(worker);
        if (worker.queued() > 0 && worker.recalls == 0 && !worker.isBarren) {
            victims.add(worker);
        }
        if (worker.queued() == 0 && worker.load() < WorkerBook.FULL) {
            dry.add(worker);
        }
    }

    /** Notes that the number of ready tasks of a set changed. */
    void refresh(SetBook set) {
        steps++;
        NavigableSet<SetBook> ready = set.needs.ready();
        boolean isReady = set.count(TaskPhase.READY) > 0;
        if (isReady == ready.contains(set)) {
            return;
        }
        if (!ready.isEmpty()) {
            open.remove(set.needs);
        }
        if (isReady) {
            ready.add(set);
        } else {
            ready.remove(set);
        }
        if (!ready.isEmpty()) {
            open.add(set.needs);
        }
    }

    /** Notes that a worker has tasks to be sent. */
    void outbox(WorkerBook worker) {
        withOutbox.add(worker);
    }

    /** Adds an effect that must follow the tasks that are sent in this event. */
    void effectAfterSends(FillEffect effect) {
        later.add(effect);
    }

    /** Adds the effects that send tasks. */
    void sendAll() {
        for (WorkerBook worker : withOutbox) {
            effects.add(new FillEffect.Send(worker.number, worker.outbox.take()));
        }
        withOutbox.clear();
        effects.addAll(later);
        later.clear();
    }
}
