package io.banyan.workflow.batch.machine;

import io.banyan.workflow.profile.BusySlots;
import java.util.ArrayList;
import java.util.List;

/**
 * One vertex of a graph as numbered units: one for a core, several for a pool such as 16 cores. A unit is busy in
 * seconds from the start of the look.
 */
final class VertexPool {
    private final String path;
    private final List<BusySlots> units = new ArrayList<>();
    private final boolean[] isLost;

    VertexPool(String path, int size) {
        this.path = path;
        this.isLost = new boolean[size];
        for (int i = 0; i < size; i++) {
            units.add(new BusySlots());
        }
    }

    String path() {
        return path;
    }

    int size() {
        return units.size();
    }

    /** Returns the busy times of a unit. */
    BusySlots unit(int number) {
        return units.get(number);
    }

    /** Returns whether a unit is busy without an end. */
    boolean isLost(int number) {
        return isLost[number];
    }

    /** Makes units busy, those first that are free then. O(units). */
    void take(long amount, Span span) {
        long left = Math.min(amount, size());
        for (int i = 0; i < size() && left > 0; i++) {
            if (!isLost[i] && units.get(i).isFree(span.from(), span.to())) {
                mark(i, span);
                left--;
            }
        }
        for (int i = 0; i < size() && left > 0; i++) {
            if (!isLost[i]) {
                mark(i, span);
                left--;
            }
        }
    }

    private void mark(int unit, Span span) {
        if (span.isEndless()) {
            isLost[unit] = true;
        } else {
            units.get(unit).add(span.from(), span.to());
        }
    }

    /** Returns the number of units that are free in a span. O(units). */
    int free(Span span) {
        int free = 0;
        for (int i = 0; i < size(); i++) {
            if (!isLost[i] && units.get(i).isFree(span.from(), span.to())) {
                free++;
            }
        }
        return free;
    }

    /**
     * A time in seconds from the start of the look.
     *
     * @param isEndless whether it has no end
     */
    record Span(int from, int to, boolean isEndless) {}
}
