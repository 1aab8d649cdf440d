package io.banyan.schedule;

import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import java.util.ArrayList;
import java.util.List;

/**
 * The amounts that are taken of a whole system for a question, of no resources by name, until all of it is given back.
 */
public final class AssumedSums {
    private final Aggregates aggregates;
    private final List<Runnable> undoing = new ArrayList<>();

    /** Nothing yet. */
    public AssumedSums(Schedule schedule) {
        this.aggregates = schedule.aggregates();
    }

    /**
     * Takes so much more. O(log change points).
     *
     * @param sums by position of the types that the root counts; not to be changed afterwards
     */
    public void take(TimeWindow window, long[] sums) {
        aggregates.take(aggregates.root(), window, sums);
        undoing.add(() -> aggregates.giveBack(aggregates.root(), window, sums));
    }

    /** All is as it was. O(taken amounts x log change points). */
    public void undo() {
        undoing.forEach(Runnable::run);
        undoing.clear();
    }
}
