package io.banyan.schedule;

import io.banyan.alike.Parcels;
import io.banyan.alike.States;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;

/**
 * The parcels of a schedule, as they are at present, as they will be with all that is booked, and as they would be if nobody had
 * anything: kept in step with what changes and with the order in which children are explored.
 */
final class Parcelling {

    private final Schedule schedule;
    private final ChildOrder childOrder;
    private final Parcels present;
    private final Parcels ofEmptySystem;
    private final Parcels booked;
    private long latestStartSec = Long.MIN_VALUE;

    /** Of a schedule that has its graph, aggregates and shared vertices. */
    Parcelling(Schedule schedule, ChildOrder childOrder) {
        this.schedule = schedule;
        this.childOrder = childOrder;
        Parcels.Exploration exploration = childOrder::compareChildren;
        this.present = new Parcels(schedule.graph(), schedule.aggregates(), new PresentStates(schedule), exploration);
        this.ofEmptySystem = new Parcels(
                schedule.graph(), schedule.aggregates(), States.ofEmptySystem(schedule::isShared), exploration);
        this.booked = new Parcels(schedule.graph(), schedule.aggregates(), new BookedStates(schedule), exploration);
    }

    Parcels present() {
        return present;
    }

    Parcels ofEmptySystem() {
        return ofEmptySystem;
    }

    /** As they are throughout time, with all that is allocated and reserved. */
    Parcels booked() {
        return booked;
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

    /** Somebody takes something of the vertex itself, or gives it back, or starts. O(depth). */
    void booked(int v) {
        present.booked(v);
        booked.booked(v);
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

    /** The edge to the vertex weighs something else from now on. */
    void weigh(int v, long weight) {
        int edge = schedule.graph().inEdge(v, schedule.aggregates().dominant());
        reorder(v, () -> childOrder.weigh(edge, weight));
    }

    private void reorder(int v, Runnable change) {
        present.reorder(v, () -> ofEmptySystem.reorder(v, () -> booked.reorder(v, change)));
    }

    /** What the vertex is has changed, whoever holds it. */
    void changedByNature(int v) {
        present.changed(v);
        ofEmptySystem.changed(v);
        booked.changed(v);
    }

    /** The vertex's status has changed. */
    void changedStatus(int v) {
        present.changed(v);
        booked.changed(v);
    }

    /** The vertices came, parents before children, and are counted. */
    void attached(int[] contained) {
        present.attached(contained);
        ofEmptySystem.attached(contained);
        booked.attached(contained);
    }

    /** The vertex is about to go, with all below it. */
    void detaching(int top) {
        present.detaching(top);
        ofEmptySystem.detaching(top);
        booked.detaching(top);
    }

    long bytes() {
        return present.bytes() + ofEmptySystem.bytes() + booked.bytes();
    }

    void checkInvariants() {
        present.checkInvariants();
        ofEmptySystem.checkInvariants();
        booked.checkInvariants();
    }
}
