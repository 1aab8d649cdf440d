package io.banyan.workflow.fill;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The sets with equal needs, and among them those with tasks that are ready, in the order of their start. */
final class NeedsClass {
    private static final Comparator<NeedsClass> BY_HEAD =
            Comparator.comparing((NeedsClass needs) -> needs.ready.first(), SetBook.BY_ORDER);

    private final FillRequest request;
    private final TreeSet<SetBook> ready = new TreeSet<>(SetBook.BY_ORDER);
    private final Map<WorkerShape, long[]> demands = new HashMap<>();

    NeedsClass(FillRequest request) {
        this.request = request;
    }

    /** The order of classes that have ready tasks. */
    static Comparator<NeedsClass> byHead() {
        return BY_HEAD;
    }

    /** The sets with ready tasks. */
    NavigableSet<SetBook> ready() {
        return ready;
    }

    boolean isGang() {
        return request.isGang();
    }

    /** Returns the amounts that a task needs on a worker; an empty array if it cannot run there. O(1) amortised. */
    long[] demand(WorkerShape shape) {
        long[] known = demands.get(shape);
        if (known == null) {
            known = shape.demand(request);
            demands.put(shape, known);
        }
        return known;
    }
}
