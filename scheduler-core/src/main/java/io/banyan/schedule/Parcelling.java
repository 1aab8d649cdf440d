package io.banyan.schedule;

import io.banyan.alike.NodeClasses;
import io.banyan.alike.States;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import org.jspecify.annotations.Nullable;

/**
 * The parcels of a schedule in three states: at present, with all bookings, and on the empty system. They follow the
 * changes and the order in which children are explored.
 */
final class Parcelling {

    private final Schedule schedule;
    private final ChildOrder childOrder;
    private final NodeClasses present;
    private final NodeClasses ofEmptySystem;
    private final NodeClasses booked;
    private long latestStartSec = Long.MIN_VALUE;
    private long nowSec;

    /** Creates the parcelling of a schedule that has its graph, aggregates and shared vertices. */
    Parcelling(Schedule schedule, ChildOrder childOrder) {
        this.schedule = schedule;
        this.nowSec = schedule.horizon().startSec();
        this.childOrder = childOrder;
        NodeClasses.Exploration exploration = childOrder::compareChildren;
        this.present =
                new NodeClasses(schedule.graph(), schedule.aggregates(), new PresentStates(schedule), exploration);
        this.ofEmptySystem = new NodeClasses(
                schedule.graph(), schedule.aggregates(), States.ofEmptySystem(schedule::isShared), exploration);
        this.booked = new NodeClasses(schedule.graph(), schedule.aggregates(), new BookedStates(schedule), exploration);
    }

    NodeClasses present() {
        return present;
    }

    NodeClasses ofEmptySystem() {
        return ofEmptySystem;
    }

    /** Returns the node classes as they are throughout time, with all that is allocated and reserved. */
    NodeClasses booked() {
        return booked;
    }

    /** The latest start that an allocation ever had. */
    long latestStartSec() {
        return latestStartSec;
    }

    /** The time at which jobs are placed from here on. */
    void at(long sec) {
        nowSec = sec;
    }

    /** There is an allocation with this window, or a reservation, which does not count. */
    void booked(BookingKind kind, TimeWindow window) {
        if (kind == BookingKind.ALLOCATION) {
            latestStartSec = Math.max(latestStartSec, window.startSec());
        }
    }

    /** Records a change of the bookings of the vertex itself. O(depth). */
    void booked(int v) {
        present.booked(v);
        booked.booked(v);
    }

    /**
     * Records that a job was placed on a selection, with the amounts in its holding. O(selection), and O(log children)
     * where the order changes; O(selection x depth) where the job does not begin now.
     */
    void placed(Selection selection, Holding holding) {
        boolean isPresent = holding.booking().window().contains(nowSec);
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            int edge = selection.inEdge(i);
            if (edge >= 0 && schedule.aggregates().isInterior(v)) {
                boolean covered = isPresent
                        ? isImplied(holding.at(v), selection.exclusive(i))
                        : schedule.holdings().isCovered(v, nowSec);
                long weight = childOrder.weightPlaced(edge, nowSec, covered);
                if (weight != ChildOrder.UNCHANGED) {
                    reorder(v, () -> childOrder.weigh(edge, weight));
                }
            }
        }
    }

    private static boolean isImplied(@Nullable Hold hold, boolean isSelected) {
        return hold == null ? isSelected : hold.whole;
    }

    /** The edge to the vertex weighs something else from now on. */
    void weigh(int v, long weight) {
        int edge = schedule.graph().inEdge(v, schedule.aggregates().dominant());
        reorder(v, () -> childOrder.weigh(edge, weight));
    }

    private void reorder(int v, Runnable change) {
        present.reorder(v, () -> ofEmptySystem.reorder(v, () -> booked.reorder(v, change)));
    }

    /** Records a change of the vertex itself, independent of its holds. */
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
