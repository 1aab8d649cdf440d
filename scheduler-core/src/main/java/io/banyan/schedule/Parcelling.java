package io.banyan.schedule;

import io.banyan.alike.Parcels;
import io.banyan.alike.States;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;

/**
 * The parcels of a schedule, as they are at present and as they would be if nobody had anything, kept in step with what
 * changes and with the order in which children are explored.
 */
final class Parcelling {

    private final Schedule schedule;
    private final ChildOrder childOrder;
    private final Parcels present;
    private final Parcels ofEmptySystem;
    private long latestStartSec = Long.MIN_VALUE;

    /** Of a schedule that has its graph, aggregates and shared vertices. */
    Parcelling(Schedule schedule, ChildOrder childOrder) {
        this.schedule = schedule;
        this.childOrder = childOrder;
        Parcels.Exploration exploration = childOrder::compareChildren;
        this.present = new Parcels(schedule.graph(), schedule.aggregates(), new PresentStates(schedule), exploration);
        this.ofEmptySystem = new Parcels(
                schedule.graph(), schedule.aggregates(), States.ofEmptySystem(schedule::isShared), exploration);
    }

    Parcels present() {
        return present;
    }

    Parcels ofEmptySystem() {
        return ofEmptySystem;
    }

    /** The latest start that an allocation ever had. */
    long latestStartSec() {
        return latestStartSec;
    }

    /** There is an allocation with this window, or a reservation, which does not count. */
    void booked(BookingKind kind, TimeWindow window) {
        if (kind == BookingKind.ALLOCATION) {
            latestStartSec = Math.max(latestStartSec, window.startSec());
        }
    }

    /** A job was placed on a selection, of which it now has what its holding says. O(selection), and O(log children) where the order changes. */
    void placed(Selection selection, Holding holding) {
        TimeWindow window = holding.booking().window();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            int edge = selection.inEdge(i);
            if (edge >= 0 && schedule.aggregates().isInterior(v)) {
                Hold hold = holding.at(v);
                boolean whole = hold == null ? selection.exclusive(i) : hold.whole;
                long weight = childOrder.weightPlaced(edge, window, whole);
                if (weight != ChildOrder.UNCHANGED) {
                    reorder(v, () -> childOrder.weigh(edge, weight));
                }
            }
        }
    }

    private void reorder(int v, Runnable change) {
        present.reorder(v, () -> ofEmptySystem.reorder(v, change));
    }

    /** What the vertex is has changed, whoever holds it. */
    void changedByNature(int v) {
        present.changed(v);
        ofEmptySystem.changed(v);
    }

    /** The vertices came, parents before children, and are counted. */
    void attached(int[] contained) {
        present.attached(contained);
        ofEmptySystem.attached(contained);
    }

    /** The vertex is about to go, with all below it. */
    void detaching(int top) {
        present.detaching(top);
        ofEmptySystem.detaching(top);
    }

    long bytes() {
        return present.bytes() + ofEmptySystem.bytes();
    }

    void checkInvariants() {
        present.checkInvariants();
        ofEmptySystem.checkInvariants();
    }
}
